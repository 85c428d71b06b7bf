/** Reads ASN.1 values in DER (X.690): strictly, lazily, and never beyond the bytes that are there. */
import { TAG } from './tags.js'

/** The bytes are no DER, or not of what was expected there. */
export class NotDer extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'NotDer'
  }
}

/** One value; what is in it is read when it is asked for. */
export class DerValue {
  readonly tag: number
  readonly #bytes: Buffer
  readonly #start: number
  readonly #content: number
  readonly #end: number

  constructor(bytes: Buffer, start: number, content: number, end: number) {
    this.tag = bytes[start] ?? 0
    this.#bytes = bytes
    this.#start = start
    this.#content = content
    this.#end = end
  }

  /** Tag, length and content. */
  get whole(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end)
  }

  get content(): Buffer {
    return this.#bytes.subarray(this.#content, this.#end)
  }

  /** Its members, one after the other. */
  *members(): Generator<DerValue, void> {
    for (let at = this.#content; at < this.#end; ) {
      const member = valueAt(this.#bytes, at, this.#end)
      yield member
      at = member.#end
    }
  }

  /** @throws NotDer for another tag */
  as(tag: number): this {
    if (this.tag !== tag) throw new NotDer(`expected the tag ${tag}, got ${this.tag}`)
    return this
  }
}

/** @throws NotDer if it is anything but one value */
export function readDer(bytes: Buffer): DerValue {
  const found = valueAt(bytes, 0, bytes.length)
  if (found.whole.length !== bytes.length) throw new NotDer('there are bytes after the value')
  return found
}

function valueAt(bytes: Buffer, start: number, limit: number): DerValue {
  const [tag, first] = [bytes[start], bytes[start + 1]]
  if (tag === undefined || first === undefined || start + 2 > limit) throw new NotDer('it is cut')
  if ((tag & 0x1f) === 0x1f) throw new NotDer('a tag is longer than an octet')
  const octets = first < 0x80 ? 0 : first & 0x7f
  // X.690 §10.1: no indefinite length; 4 GiB are more than any file here has.
  if (first === 0x80 || octets > 4) throw new NotDer('a length is not definite, or too long')
  const content = start + 2 + octets
  if (content > limit) throw new NotDer('it is cut')
  const length = octets === 0 ? first : bytes.readUIntBE(start + 2, octets)
  // X.690 §10.1: "encoded in the minimum number of octets".
  if (octets > 0 && length < Math.max(0x80, 256 ** (octets - 1))) {
    throw new NotDer('a length has more octets than it needs')
  }
  if (length > limit - content) throw new NotDer('it is cut')
  return new DerValue(bytes, start, content, content + length)
}

/** @returns the number in decimal form as `2.5.4.3` */
export function identifierOf(value: DerValue): string {
  const { content } = value.as(TAG.identifier)
  if (content.length === 0 || content.length > 64)
    throw new NotDer('an identifier has no such length')
  const arcs: bigint[] = []
  let arc = 0n
  for (const [index, octet] of content.entries()) {
    if (arc === 0n && octet === 0x80) throw new NotDer('an identifier begins with 0')
    arc = (arc << 7n) | BigInt(octet & 0x7f)
    if (octet < 0x80) {
      arcs.push(arc)
      arc = 0n
    } else if (index === content.length - 1) throw new NotDer('an identifier is cut')
  }
  const [first = 0n, ...others] = arcs
  const root = first < 40n ? 0n : first < 80n ? 1n : 2n
  return [root, first - root * 40n, ...others].join('.')
}

/** A whole number, which certificates have as bytes in two's complement. */
export function integerOf(value: DerValue): bigint {
  const { content } = value.as(TAG.integer)
  if (content.length === 0) throw new NotDer('a number has no octet')
  const number = BigInt(`0x${content.toString('hex')}`)
  return (content[0] ?? 0) < 0x80 ? number : number - (1n << BigInt(content.length * 8))
}

export function booleanOf(value: DerValue): boolean {
  const [octet, ...more] = value.as(TAG.boolean).content
  if (more.length > 0 || (octet !== 0 && octet !== 0xff)) throw new NotDer('expected true or false')
  return octet === 0xff
}

/** The bits of a string that has whole octets, as keys and signatures are. */
export function octetsOf(value: DerValue): Buffer {
  const { content } = value.as(TAG.bitString)
  if (content[0] !== 0) throw new NotDer('a string of bits has no whole octets')
  return content.subarray(1)
}

/** RFC 5280 §4.1.2.5: both kinds of time are in UTC, with seconds and without fractions of them. */
export function timeOf({ tag, content }: DerValue): number {
  const text = content.toString('latin1')
  const digits =
    tag === TAG.utcTime ? `${Number(text.slice(0, 2)) >= 50 ? '19' : '20'}${text}` : text
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits)
  if (!parts || (tag !== TAG.utcTime && tag !== TAG.generalizedTime)) {
    throw new NotDer('expected a time')
  }
  const [year = '', month, day, hour, minute, second] = parts.slice(1)
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(at)) throw new NotDer('expected a time')
  return at
}
