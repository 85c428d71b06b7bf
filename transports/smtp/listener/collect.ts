/** Takes a mail's bytes as they come, and never more of them than allowed. */
import type { Readable } from 'node:stream'
import type { Spool } from '#transport'
import type { MimeLimits } from '#transport/mime'
import { type ArrivedMail, ArrivingMail } from '../incoming-mail.js'
import { asRefusal, refused, SmtpRefusal } from '../status.js'

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

/** Where a mail goes, and what of it is taken. */
export interface MailResources {
  readonly spool: Spool
  readonly budget: Budget
  /** Bytes of the mail. */
  readonly most: number
  readonly limits: MimeLimits
}

/** A mail that is in. */
export interface Collected extends ArrivedMail {
  /** Gives its room back, once nothing of it is needed any more. */
  release(): Promise<void>
}

/**
 * A mail that is refused is read to its end: only there its sender is notified of it.
 *
 * @param flooded  is called at twice as many bytes as a mail may have
 * @throws SmtpRefusal at the end of a mail that is too large, or for which there is no room
 * @throws PeerGone
 */
export async function collect(
  stream: Readable,
  { spool, budget, most, limits }: MailResources,
  flooded: () => void,
): Promise<Collected> {
  const mail = new ArrivingMail(spool, limits)
  let received = 0
  let held = 0
  const release = async () => {
    budget.give(held)
    held = 0
    await spool.close()
  }
  const take = (piece: Buffer): Promise<void> | undefined => {
    received += piece.length
    if (received > most) throw refused('too-large')
    if (!budget.take(piece.length)) {
      throw new SmtpRefusal('452 4.3.1', 'too much at once, try again later')
    }
    held += piece.length
    return mail.write(piece)
  }
  let failure: unknown
  const fail = (thrown: unknown) => {
    failure = asRefusal(thrown)
    // What was kept of it makes room for others at once.
    return release()
  }
  const takeOrPass = (piece: Buffer): Promise<void> | undefined => {
    let taking: Promise<void> | undefined
    if (failure === undefined) {
      try {
        taking = take(piece)?.catch(fail)
      } catch (thrown) {
        taking = fail(thrown)
      }
    } else {
      received += piece.length
    }
    if (received > 2 * most) flooded()
    return taking
  }
  try {
    await readAll(stream, takeOrPass)
  } catch (cause) {
    await release()
    throw new PeerGone('the mail did not come to its end', { cause })
  }
  if (failure !== undefined) throw failure
  try {
    return { ...(await mail.end()), release }
  } catch (error) {
    await release()
    throw asRefusal(error)
  }
}

/**
 * Takes each piece when the one before is done. An iterator would make a dozen promises and listeners of each mail.
 *
 * @throws what the stream fails with; an Error if it is closed before its end
 */
function readAll(
  stream: Readable,
  take: (piece: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let taking: Promise<void> | undefined
    let ended = false
    stream.on('data', (piece: Buffer) => {
      taking = take(piece)
      if (!taking) return
      stream.pause()
      taking.then(() => stream.resume(), reject)
    })
    stream.on('end', () => {
      ended = true
      // A stream that was paused for its last piece ends nevertheless.
      if (taking) taking.then(resolve, reject)
      else resolve()
    })
    stream.on('error', reject)
    stream.on('close', () => {
      if (!ended) reject(new Error('it was closed before its end'))
    })
  })
}
