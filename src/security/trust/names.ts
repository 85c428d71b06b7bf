/** Distinguished names: read from certificates, written as texts and in DER, and compared. */
import { type DerValue, identifierOf, NotDer } from '../der/read.js'
import { TAG } from '../der/tags.js'
import { value as derValue, identifier, sequence, set, utf8 } from '../der/write.js'
import { shortNameOf } from './attribute-types.js'

export interface NameAttribute {
  /** Object identifier, such as `2.5.4.3`. */
  readonly type: string
  readonly value: string
  /** True if the value is no text: it stands here as hexadecimal digits of its DER. */
  readonly encoded?: boolean | undefined
}

/** In the order of the certificate: the country, say, stands first. */
export type Name = readonly (readonly NameAttribute[])[]

/** @throws NotDer */
export function readName(name: DerValue): Name {
  return [...name.as(TAG.sequence).members()].map((relative) =>
    [...relative.as(TAG.set).members()].map((attribute) => {
      const [type, value, ...more] = attribute.as(TAG.sequence).members()
      if (!type || !value || more.length > 0) throw new NotDer('expected a type and a value')
      return { type: identifierOf(type), ...attributeValue(value) }
    }),
  )
}

/** A value in DER, as an attribute of a name has it. */
export function attributeValue(value: DerValue): Pick<NameAttribute, 'value' | 'encoded'> {
  const text = stringValue(value)
  return text === undefined
    ? { value: value.whole.toString('hex'), encoded: true }
    : { value: text }
}

function stringValue({ tag, content }: DerValue): string | undefined {
  switch (tag) {
    case TAG.utf8String:
      return content.toString('utf8')
    case TAG.printableString:
    case TAG.numericString:
    case TAG.ia5String:
    case TAG.visibleString:
    case TAG.teletexString:
      return content.toString('latin1')
    case TAG.bmpString:
      return content.length % 2 === 0
        ? Buffer.from(content).swap16().toString('utf16le')
        : undefined
    default:
      return undefined
  }
}

/** RFC 4514 §2.1: "starting with the last element of the sequence and moving backwards toward the first". */
export function writeName(name: Name): string {
  return name
    .toReversed()
    .map((relative) => relative.map(written).join('+'))
    .join(',')
}

function written({ type, value, encoded }: NameAttribute): string {
  return `${shortNameOf(type) ?? type}=${encoded ? `#${value}` : escaped(value)}`
}

/** RFC 4514 §2.4. */
function escaped(value: string): string {
  const octets = (character: string) =>
    [...Buffer.from(character)].map((octet) => `\\${octet.toString(16).padStart(2, '0')}`).join('')
  return value.replace(/[\\"+,;<>]|^[ #]| $/g, '\\$&').replace(/\p{Cc}/gu, octets)
}

/**
 * A text that is the same for names that match.
 *
 * RFC 5280 §7.1: attributes match by "caseIgnoreMatch", after "insignificant space handling".
 */
export function matching(name: Name): string {
  return JSON.stringify(
    name.map((relative) =>
      relative
        .map(({ type, value, encoded = false }) =>
          JSON.stringify([type, encoded, encoded ? value : folded(value)]),
        )
        .toSorted(),
    ),
  )
}

function folded(value: string): string {
  return value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Types whose values RFC 5280 Appendix A.1 wants as these, and not in UTF-8. */
const TAGS: Readonly<Record<string, number>> = {
  '2.5.4.5': TAG.printableString,
  '2.5.4.6': TAG.printableString,
  '2.5.4.46': TAG.printableString,
  '0.9.2342.19200300.100.1.25': TAG.ia5String,
  '1.2.840.113549.1.9.1': TAG.ia5String,
}

/** The name in DER. */
export function encodeName(name: Name): Buffer {
  return sequence(
    ...name.map((relative) =>
      set(...relative.map((one) => sequence(identifier(one.type), encodedValue(one)))),
    ),
  )
}

function encodedValue({ type, value, encoded }: NameAttribute): Buffer {
  if (encoded) return Buffer.from(value, 'hex')
  const tag = TAGS[type]
  return tag === undefined ? utf8(value) : derValue(tag, Buffer.from(value, 'latin1'))
}
