/** Reads a mail's bytes as they come, and never keeps more of them than allowed. */
import type { Readable } from 'node:stream'
import { refused, SmtpRefusal } from '../status.js'

/** The peer went away, or was sent away, before its mail was complete. */
export class PeerGone extends Error {}

/** Bytes of all mails that are being received and worked on, and how many there may be. */
export class Budget {
  readonly #most: number
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  take(bytes: number): boolean {
    if (this.#taken + bytes > this.#most) return false
    this.#taken += bytes
    return true
  }

  give(bytes: number): void {
    this.#taken -= bytes
  }
}

/** A mail that is in. */
export interface Collected {
  readonly mail: Buffer
  /** Gives its room back, once, when nothing of it is needed any more. */
  release(): void
}

/**
 * @param most    bytes of the mail
 * @param flooded  is called at twice as many
 * @throws SmtpRefusal at the end of a mail that is too large, or for which there is no room
 * @throws PeerGone
 */
export function collect(
  stream: Readable,
  most: number,
  budget: Budget,
  flooded: () => void,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    let buffer: Buffer = Buffer.alloc(0)
    let length = 0
    let came = 0
    let refusal: SmtpRefusal | undefined
    const drop = () => {
      budget.give(buffer.length)
      buffer = Buffer.alloc(0)
    }
    stream.on('data', (piece: Buffer) => {
      came += piece.length
      if (came > 2 * most) flooded()
      if (came > most && !refusal) refusal = refused('too-large')
      else if (!refusal && length + piece.length > buffer.length) {
        const larger = grow(buffer, length + piece.length, budget)
        if (larger) buffer = larger
        else refusal = new SmtpRefusal('452 4.3.1', 'too much at once, try again later')
      }
      if (refusal) return drop()
      piece.copy(buffer, length)
      length += piece.length
    })
    stream.once('end', () => {
      if (refusal) reject(refusal)
      else resolve({ mail: buffer.subarray(0, length), release: drop })
    })
    const gone = () => {
      if (stream.readableEnded) return
      drop()
      reject(new PeerGone())
    }
    stream.once('error', gone)
    stream.once('close', gone)
  })
}

/**
 * All in one buffer, as a peer can send its mail in as many pieces as it has bytes.
 *
 * @returns undefined if there is no room
 */
function grow(buffer: Buffer, least: number, budget: Budget): Buffer | undefined {
  for (const size of [Math.max(least, 2 * buffer.length), least]) {
    if (!budget.take(size - buffer.length)) continue
    const larger = Buffer.allocUnsafe(size)
    buffer.copy(larger)
    return larger
  }
  return undefined
}
