/** Brings mail for the postmaster to the people who run the node: over the relay, or into the quarantine. */
import { type Sliceable, Undeliverable } from '#transport'
import { signalAfter, wallTime } from '#transport/time'
import type { Mail } from '../encode.js'
import type { SmtpOptions } from '../options.js'
import type { Quarantine } from '../policy/quarantine.js'
import { Quota } from '../policy/quota.js'
import { refused, SmtpRefusal } from '../status.js'

/** Who has sent a mail, and to whom. */
export interface Arrived {
  readonly connection: { readonly address: string }
  /** Name in EHLO or HELO. */
  readonly greeting: string
  readonly returnPath: string
  readonly recipients: readonly string[]
}

/**
 * Hands a mail to the relay as it is.
 *
 * @throws Undeliverable
 */
export type PassOn = (mail: Mail, signal: AbortSignal) => Promise<unknown>

/** Milliseconds that the sender waits until the relay has taken it. */
const TIME_LIMIT = 30_000
/** Mails from one network address in an hour: anybody may send them, and each goes to people. */
const MAX_MAILS = 100
const HOUR = 3_600_000
/** Bytes of a mail in which its own field is looked for. */
const MAX_HEADER = 64 * 1024

export class Postmaster {
  readonly #options: Pick<SmtpOptions, 'domains' | 'name' | 'postmaster' | 'quarantine'>
  readonly #passOn: PassOn | undefined
  readonly #quarantine: Quarantine | undefined
  readonly #mails = new Quota(MAX_MAILS, HOUR)

  constructor(
    options: SmtpOptions,
    passOn: PassOn | undefined,
    quarantine: Quarantine | undefined,
  ) {
    this.#options = options
    this.#passOn = passOn
    this.#quarantine = quarantine
  }

  /** False if the configuration names no mailbox, and keeps no mails either. */
  get takes(): boolean {
    const { postmaster, quarantine } = this.#options
    const passes = postmaster !== undefined && this.#passOn !== undefined
    return passes || (this.#quarantine !== undefined && (quarantine?.mails ?? 0) > 0)
  }

  /**
   * No answer is made to it, whatever is in it.
   *
   * @returns the file it is kept in, or the mailbox it went to
   * @throws SmtpRefusal for a mail that has been here before, that the relay does not take now, or of
   *   which there are too many
   */
  async take(arrived: Arrived, mail: Sliceable): Promise<string | undefined> {
    const { postmaster: to, domains } = this.#options
    const mark = `Delivered-To: postmaster@${domains[0] ?? 'localhost'}`
    const beginning = Buffer.from(await mail.slice(0, MAX_HEADER).bytes())
    const head = `\n${beginning.toString('latin1')}`.toLowerCase()
    if (head.includes(`\n${mark.toLowerCase()}\r`)) {
      throw new SmtpRefusal('554 5.4.6', 'the mail goes in a circle')
    }
    if (!this.#mails.take(arrived.connection.address)) {
      throw new SmtpRefusal('450 4.7.1', 'too many mails, try again later')
    }
    if (to === undefined || !this.#passOn) return this.#keep(arrived, mail)
    const content = Buffer.from(`${mark}\r\n${this.#received(arrived)}\r\n`, 'latin1')
    try {
      // Its sender is not asked to hear what happens to it behind this node.
      await this.#passOn({ returnPath: '', to, content, rest: mail }, signalAfter(TIME_LIMIT))
      return to
    } catch (error) {
      if (!(error instanceof Undeliverable && error.permanent)) throw refused('unavailable')
      return this.#keep(arrived, mail)
    }
  }

  async #keep(arrived: Arrived, mail: Sliceable): Promise<string | undefined> {
    const { connection, returnPath, recipients } = arrived
    const peer = connection.address
    const kept = await this.#quarantine?.keepForPostmaster(mail, { peer, returnPath, recipients })
    if (kept === undefined) throw refused('unavailable')
    return kept
  }

  /** RFC 5321 §4.4: "it MUST insert trace ("time stamp" or "Received") information". */
  #received({ connection, greeting }: Arrived): string {
    const { name, domains } = this.#options
    const from = /^[A-Za-z0-9.:[\]-]{1,255}$/.test(greeting) ? greeting : 'unknown'
    const by = name ?? domains[0] ?? 'localhost'
    const date = new Date(wallTime()).toUTCString().replace('GMT', '+0000')
    return `Received: from ${from} ([${connection.address}]) by ${by} with ESMTP; ${date}`
  }
}
