/** Reads quoted-printable as it comes, in lines of any length (RFC 2045 §6.7). */
import { MalformedMime } from './malformed.js'

const EQUALS = 0x3d
const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09
const NO_DIGIT = 0xff
/** The value of each hexadecimal digit, by its byte. */
const DIGITS = new Uint8Array(256).fill(NO_DIGIT)
for (const digit of '0123456789abcdefABCDEF') {
  DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16)
}
/** Blanks in a row, which wait for what follows: at the end of a line they are no content. */
const MAX_BLANKS = 64 * 1024

/** `first` and `second` digit of a byte; `blanks` and `break` of a line that goes on in the next one. */
type Expected = 'anything' | 'first' | 'second' | 'blanks' | 'break'

/** RFC 2045 §6.7; spaces at the end of a line are not part of it. */
export class QuotedPrintable {
  #expected: Expected = 'anything'
  #high = 0
  #blanks = Buffer.alloc(0)

  /**
   * @returns what can be decoded by now
   * @throws MalformedMime for bytes that are not in the encoding
   */
  take(bytes: Uint8Array): Uint8Array {
    const out = Buffer.allocUnsafe(this.#blanks.length + bytes.length)
    let length = this.#blanks.copy(out)
    let blanks = length
    for (const byte of bytes) {
      if (this.#expected !== 'anything') {
        const decoded = this.#escaped(byte)
        if (decoded !== undefined) out[length++] = decoded
        continue
      }
      if (byte === EQUALS) {
        this.#expected = 'first'
        blanks = 0
        continue
      }
      if (byte === CR || byte === LF) length -= blanks
      blanks = byte === SPACE || byte === TAB ? blanks + 1 : 0
      if (blanks > MAX_BLANKS) throw garbled()
      out[length++] = byte
    }
    this.#blanks = Buffer.from(out.subarray(length - blanks, length))
    return out.subarray(0, length - blanks)
  }

  /** @throws MalformedMime if the last byte is not whole */
  end(): Uint8Array {
    if (this.#expected === 'second') throw garbled()
    return new Uint8Array()
  }

  /** @returns the byte that is whole now */
  #escaped(byte: number): number | undefined {
    switch (this.#expected) {
      case 'first':
        this.#high = DIGITS[byte] ?? NO_DIGIT
        this.#expected = this.#high === NO_DIGIT ? this.#softBreak(byte) : 'second'
        return undefined
      case 'second': {
        const low = DIGITS[byte] ?? NO_DIGIT
        if (low === NO_DIGIT) throw garbled()
        this.#expected = 'anything'
        return this.#high * 16 + low
      }
      case 'break':
        if (byte !== LF) throw garbled()
        this.#expected = 'anything'
        return undefined
      default:
        this.#expected = this.#softBreak(byte)
        return undefined
    }
  }

  /** The line goes on behind its end, if it has blanks only. */
  #softBreak(byte: number): Expected {
    if (byte === SPACE || byte === TAB) return 'blanks'
    if (byte === CR) return 'break'
    if (byte !== LF) throw garbled()
    return 'anything'
  }
}

export function garbled(): MalformedMime {
  return new MalformedMime('not in the transfer encoding it names')
}
