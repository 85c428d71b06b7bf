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
  const take = async (piece: Buffer) => {
    received += piece.length
    if (received > most) throw refused('too-large')
    if (!budget.take(piece.length)) {
      throw new SmtpRefusal('452 4.3.1', 'too much at once, try again later')
    }
    held += piece.length
    await mail.write(piece)
  }
  let failure: unknown
  try {
    for await (const piece of stream) {
      if (failure === undefined) {
        failure = await take(piece).then(() => undefined, asRefusal)
        // What was kept of it makes room for others at once.
        if (failure !== undefined) await release()
      } else {
        received += piece.length
      }
      if (received > 2 * most) flooded()
    }
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
