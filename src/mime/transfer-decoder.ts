/** Decodes the transfer encoding of a part as it comes (RFC 2045 §6). */
import { Gathered } from './gathered.js'
import { MalformedMime } from './malformed.js'
import { garbled, quotedPrintable } from './transfer.js'

export interface TransferDecoder {
  /**
   * @returns what can be decoded by now; it changes with the next bytes
   * @throws MalformedMime for bytes that are not in the encoding
   */
  take(bytes: Buffer): Uint8Array
  /** @returns the rest */
  end(): Uint8Array
}

/**
 * @param encoding  Content-Transfer-Encoding, or undefined if nothing names one
 * @throws MalformedMime for an encoding that this node does not read
 */
export function transferDecoder(encoding: string | undefined): TransferDecoder {
  switch ((encoding ?? 'binary').toLowerCase()) {
    case '7bit':
    case '8bit':
    case 'binary':
      return { take: (bytes) => bytes, end: () => NOTHING }
    case 'base64':
      return new Base64Decoder()
    case 'quoted-printable':
      return new QuotedDecoder()
    default:
      throw new MalformedMime('an unknown transfer encoding')
  }
}

const NOTHING = new Uint8Array()

/** Strict, as readers differ about what is not base64: see `decodeTransfer`. */
class Base64Decoder implements TransferDecoder {
  /** Fewer than four characters. */
  #rest = ''
  #ended = false

  take(bytes: Buffer): Uint8Array {
    const text = this.#rest + bytes.toString('latin1').replace(/[\r\n\t ]+/g, '')
    const whole = text.length - (text.length % 4)
    const quanta = text.slice(0, whole)
    this.#rest = text.slice(whole)
    if (quanta === '') return NOTHING
    if (this.#ended || !/^[A-Za-z0-9+/]*={0,2}$/.test(quanta)) throw garbled()
    this.#ended = quanta.endsWith('=')
    return Buffer.from(quanta, 'base64')
  }

  end(): Uint8Array {
    if (this.#rest !== '') throw garbled()
    return NOTHING
  }
}

/** RFC 2045 §6.7 allows 76 characters; some writers do not keep to it. */
const LONGEST_LINE = 64 * 1024

/** By whole lines: a line may end in blanks that are not part of it, or go on in the next one. */
class QuotedDecoder implements TransferDecoder {
  readonly #rest = new Gathered()

  take(bytes: Buffer): Uint8Array {
    const end = bytes.lastIndexOf(0x0a) + 1
    const open = bytes.length - end + (end === 0 ? this.#rest.length : 0)
    if (open > LONGEST_LINE) throw garbled()
    if (end === 0) {
      this.#rest.append(bytes)
      return NOTHING
    }
    const lines = Buffer.concat([this.#rest.bytes, bytes.subarray(0, end)])
    this.#rest.drop(this.#rest.length)
    this.#rest.append(bytes.subarray(end))
    return quotedPrintable(lines)
  }

  end(): Uint8Array {
    return quotedPrintable(this.#rest.bytes)
  }
}
