/** Decodes the transfer encoding of a part as it comes (RFC 2045 §6). */
import { MalformedMime } from './malformed.js'
import { garbled, QuotedPrintable } from './quoted-printable.js'

export interface TransferDecoder {
  /**
   * @returns what can be decoded by now; it changes with the next bytes
   * @throws MalformedMime for bytes that are not in the encoding
   */
  take(bytes: Buffer): Uint8Array
  /** @returns the rest */
  end(): Uint8Array
}

/** True for an encoding that changes no byte. */
export function isIdentity(encoding: string | undefined): boolean {
  return encoding === undefined || /^(?:7bit|8bit|binary)$/i.test(encoding)
}

/**
 * @param encoding  Content-Transfer-Encoding, or undefined if nothing names one
 * @throws MalformedMime for an encoding that this node does not read
 */
export function transferDecoder(encoding: string | undefined): TransferDecoder {
  if (isIdentity(encoding)) return { take: (bytes) => bytes, end: () => NO_BYTES }
  switch (encoding?.toLowerCase()) {
    case 'base64':
      return new Base64Decoder()
    case 'quoted-printable':
      return new QuotedPrintable()
    default:
      throw new MalformedMime('an unknown transfer encoding')
  }
}

/** @throws MalformedMime, and what the source throws */
export async function* decoded(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): AsyncIterable<Uint8Array> {
  const decoder = transferDecoder(encoding)
  for await (const { buffer, byteOffset, byteLength } of source) {
    const bytes = decoder.take(Buffer.from(buffer, byteOffset, byteLength))
    if (bytes.length > 0) yield bytes
  }
  yield decoder.end()
}

const NO_BYTES = new Uint8Array()

/** Strict: node:buffer skips characters that are not base64, and another reader may not, so they are refused. */
class Base64Decoder implements TransferDecoder {
  /** Fewer than four characters. */
  #rest = ''
  #ended = false

  take(bytes: Buffer): Uint8Array {
    const text = this.#rest + bytes.toString('latin1').replace(/[\r\n\t ]+/g, '')
    const whole = text.length - (text.length % 4)
    const quanta = text.slice(0, whole)
    this.#rest = text.slice(whole)
    if (quanta === '') return NO_BYTES
    if (this.#ended || !/^[A-Za-z0-9+/]*={0,2}$/.test(quanta)) throw garbled()
    this.#ended = quanta.endsWith('=')
    return Buffer.from(quanta, 'base64')
  }

  end(): Uint8Array {
    if (this.#rest !== '') throw garbled()
    return NO_BYTES
  }
}
