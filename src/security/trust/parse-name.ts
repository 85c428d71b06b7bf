/** Reads distinguished names from texts: RFC 4514, and what .NET, Java and OpenSSL write beside it. */
import { NotDer, readDer } from '../der/read.js'
import { typeOf } from './attribute-types.js'
import { attributeValue, type Name, type NameAttribute } from './names.js'

/** No name of a certificate is longer. */
const MAX_NAME_BYTES = 4096

/** @returns undefined for a text that is no name, or has types of attributes that nobody knows */
export function parseName(text: string): Name | undefined {
  if (text.length > MAX_NAME_BYTES) return undefined
  const relatives: NameAttribute[][] = [[]]
  let rest = text.trimStart()
  while (rest !== '') {
    const read = nextAttribute(rest)
    if (!read) return undefined
    relatives.at(-1)?.push(read.attribute)
    const [separator = ''] = read.rest
    rest = read.rest.slice(1).trimStart()
    if (separator === '') break
    // After a separator comes another one.
    if (rest === '') return undefined
    if (separator !== '+') relatives.push([])
  }
  return relatives[0]?.length === 0 ? undefined : relatives.toReversed()
}

interface Read {
  readonly attribute: NameAttribute
  /** From the separator on. */
  readonly rest: string
}

function nextAttribute(text: string): Read | undefined {
  const found = /^([A-Za-z0-9.-]+)\s*=\s*/.exec(text)
  const type = typeOf(found?.[1] ?? '')
  if (!found || type === undefined) return undefined
  const value = text.slice(found[0].length)
  const read = value.startsWith('#')
    ? digits(value)
    : value.startsWith('"')
      ? quoted(value)
      : plain(value)
  return read && { attribute: { type, ...read.value }, rest: read.rest }
}

interface ReadValue {
  readonly value: Pick<NameAttribute, 'value' | 'encoded'>
  readonly rest: string
}

/** RFC 4514 §2.4: "an octothorpe character ('#') followed by the hexadecimal representation" of the DER. */
function digits(text: string): ReadValue | undefined {
  const [whole = '', digits = ''] = /^#((?:[0-9a-fA-F]{2})+)\s*(?=[,;+]|$)/.exec(text) ?? []
  if (whole === '') return undefined
  try {
    const value = attributeValue(readDer(Buffer.from(digits, 'hex')))
    return { value, rest: text.slice(whole.length) }
  } catch (error) {
    if (error instanceof NotDer) return undefined
    throw error
  }
}

/** RFC 2253 §4: "a value surrounded by quotation marks"; .NET doubles those in it. */
function quoted(text: string): ReadValue | undefined {
  const [whole = '', inner = ''] = /^"((?:[^"\\]|\\.|"")*)"\s*(?=[,;+]|$)/s.exec(text) ?? []
  if (whole === '') return undefined
  const value = unescaped(inner.replaceAll('""', '\\"'))
  return { value: { value }, rest: text.slice(whole.length) }
}

/** Up to a separator that is not escaped; spaces around it do not count, unless escaped. */
function plain(text: string): ReadValue | undefined {
  const [whole = ''] = /^(?:[^\\,;+"<>]|\\.)*/s.exec(text) ?? []
  const rest = text.slice(whole.length)
  if (rest !== '' && !/^[,;+]/.test(rest)) return undefined
  return { value: { value: unescaped(trimmed(whole)) }, rest }
}

function trimmed(text: string): string {
  const kept = text.trimEnd()
  let slashes = 0
  while (kept[kept.length - 1 - slashes] === '\\') slashes += 1
  // The last space belongs to the backslash before it.
  return slashes % 2 === 1 ? text.slice(0, kept.length + 1) : kept
}

/** RFC 4514 §2.4: `\` before a special character, or before two hexadecimal digits of an octet in UTF-8. */
function unescaped(text: string): string {
  return text.replace(
    /((?:\\[0-9a-fA-F]{2})+)|\\(.)/gs,
    (_, octets: string | undefined, character: string) =>
      octets === undefined
        ? character
        : Buffer.from(octets.replaceAll('\\', ''), 'hex').toString('utf8'),
  )
}
