/** Writes ASN.1 values in DER (X.690), as far as certificates need them. */
import { TAG } from './tags.js'

export function value(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body])
}

/** X.690 §10.1: "the definite form of length encoding shall be used, encoded in the minimum number of octets". */
function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return [0x80 | octets.length, ...octets]
}

export const sequence = (...members: readonly Uint8Array[]) => value(TAG.sequence, ...members)
/** X.690 §11.6: "The encodings of the component values of a set-of value shall appear in ascending order". */
export const set = (...members: readonly Uint8Array[]) =>
  value(TAG.set, ...members.toSorted(Buffer.compare))
export const boolean = (is: boolean) => value(TAG.boolean, Buffer.from([is ? 0xff : 0]))
export const nothing = () => value(TAG.null)
export const octets = (content: Uint8Array) => value(TAG.octetString, content)
export const utf8 = (text: string) => value(TAG.utf8String, Buffer.from(text, 'utf8'))
/** A tag of the surrounding type, around the value's own. */
export const explicit = (number: number, content: Uint8Array) => value(0xa0 | number, content)
/** A tag of the surrounding type, in place of that of a value that has no members. */
export const implicit = (number: number, content: Uint8Array) => value(0x80 | number, content)

/** @param unused  bits of the last octet that do not count */
export const bitString = (bits: Uint8Array, unused = 0) =>
  value(TAG.bitString, Buffer.from([unused]), bits)

/** X.690 §11.2.2: of a list of named bits, "the bitstring shall have all trailing 0 bits removed". */
export function namedBits(bits: readonly number[]): Buffer {
  const last = Math.max(-1, ...bits)
  const content = Buffer.alloc(Math.ceil((last + 1) / 8))
  for (const bit of bits) {
    const at = Math.floor(bit / 8)
    content[at] = (content[at] ?? 0) | (0x80 >> (bit % 8))
  }
  return bitString(content, content.length * 8 - (last + 1))
}

/** A number that is not negative. */
export function integer(number: bigint | number): Buffer {
  const digits = number.toString(16)
  const octets = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  const sign = (octets[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0)
  return value(TAG.integer, sign, octets)
}

/** @param dotted  such as `2.5.4.3` */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return value(TAG.identifier, Buffer.from([first * 40 + second, ...others].flatMap(base128)))
}

function base128(number: number): readonly number[] {
  const octets = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    octets.unshift(0x80 | (rest % 128))
  }
  return octets
}

/** RFC 5280 §4.1.2.5: dates "through the year 2049 as UTCTime", later ones "as GeneralizedTime". */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  const year = date.getUTCFullYear()
  return year >= 1950 && year < 2050
    ? value(TAG.utcTime, Buffer.from(digits.slice(2)))
    : value(TAG.generalizedTime, Buffer.from(digits))
}
