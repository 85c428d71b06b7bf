/** Hashes and base64 of what may be large, in slices between which the event loop turns. */
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

/** Bytes of one slice, well below a millisecond of work; a multiple of 3, so that base64 can be joined. */
const SLICE = 192 * 1024

export interface Encoded {
  /** SHA-256, 64 hexadecimal digits in lower case. */
  readonly sha256: string
  readonly length: number
  /** The bytes in base64, in pieces. */
  readonly base64: readonly Buffer[]
}

export async function encode(bytes: Uint8Array): Promise<Encoded> {
  const hash = createHash('sha256')
  const base64: Buffer[] = []
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await turn()
    const slice = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(at, at + SLICE)
    hash.update(slice)
    base64.push(Buffer.from(slice.toString('base64'), 'latin1'))
  }
  return { sha256: hash.digest('hex'), length: bytes.length, base64 }
}

/** SHA-256 of pieces, one behind the other. */
export async function hashOf(pieces: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256')
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && piece.length > SLICE) await turn()
    hash.update(piece)
  }
  return hash.digest('hex')
}
