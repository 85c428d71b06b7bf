/** Reads a mailbox in place of listening: each mail leaves its folder once it is durable, not before. */
import {
  type InboundMessage,
  type Origin,
  onAbort,
  type Receive,
  Spools,
  SpoolUnavailable,
  type TransportLog,
  type TransportProblem,
  verdictOn,
  waitFor,
} from '#transport'
import { wallTime } from '#transport/time'
import { AccessToken } from '../access-token.js'
import { type Hand, oneByOne } from '../in-sequence.js'
import { type ArrivedMail, ArrivingMail } from '../incoming-mail.js'
import { TooManyStrangers } from '../policy/public-answers.js'
import { type AboutMail, keysOf } from '../status.js'
import { type Explained, type Explanation, explanationFor } from './explanation.js'
import { type Fate, fateOf, isUnreadable, nameOf } from './fate.js'
import type { MailboxOptions } from './options.js'
import { type Explain, explainRejection } from './rejection.js'
import { folderOf, ImapSession } from './session.js'
import { waitedFor } from './waited-for.js'
import { WaitingMails } from './waiting-mails.js'

/**
 * Makes messages of a mail, one for each of the node's addresses that it is for.
 *
 * @returns `not-ours` for a mail that shall stay where it is
 * @throws Error for a mail that is no message; with `temporary` set for what may be tried again later
 */
export type ReadMail = (mail: ArrivedMail) => Promise<readonly InboundMessage[] | 'not-ours'>

interface Fetching {
  /** Default: nobody is notified of a mail that cannot be taken. */
  readonly explain?: Explain | undefined
  /** Hands the messages of a mail over, or has them wait. Default: one by one. */
  readonly hand?: Hand | undefined
  /** Keep mails while they are fetched and worked on. */
  readonly spools?: Spools | undefined
}

export class ImapReceiver {
  readonly #options: MailboxOptions
  #readMail: ReadMail
  readonly #log: TransportLog
  readonly #hand: Hand
  readonly #explain: Explain | undefined
  readonly #token: AccessToken | undefined
  readonly #spools: Spools
  readonly #closing = new AbortController()
  readonly #cut = new AbortController()
  /** Mails whose fate is known but that could not be moved yet, by their number. */
  readonly #settled = new Map<number, 'done' | 'failed'>()
  readonly #notOurs = new Set<number>()
  readonly #waiting = new WaitingMails()
  #numbering = ''
  readonly #ends = new Promise((resolve) => this.#cut.signal.addEventListener('abort', resolve))
  #running: Promise<void> | undefined
  #open = false
  /** Since when it has not been read, in milliseconds since 1970, and why; undefined if it is. */
  #unread: { readonly since: number; readonly why: string } | undefined

  constructor(
    options: MailboxOptions,
    readMail: ReadMail,
    log: TransportLog,
    { explain, hand = oneByOne, spools = new Spools() }: Fetching = {},
  ) {
    this.#spools = spools
    this.#hand = hand
    this.#explain = explain
    this.#options = options
    this.#readMail = readMail
    this.#log = log
    const { oauth2 } = options.login
    this.#token = oauth2 && new AccessToken(oauth2)
  }

  /** The mailbox, while there is a connection to it. */
  get listening(): readonly string[] {
    if (!this.#open) return []
    const { protocol, host } = new URL(this.#options.url)
    return [`${protocol}//${host}/${folderOf(this.#options.url)}`]
  }

  /** That it is not read. */
  get problems(): readonly TransportProblem[] {
    if (!this.#unread) return []
    const { since, why } = this.#unread
    const { host } = new URL(this.#options.url)
    const mailbox = `${this.#options.login.user} at ${host}`
    return [
      {
        name: 'mailbox-not-read',
        subject: mailbox,
        severity: 'error',
        summary: `The mailbox of ${mailbox} is not read: ${why}`,
        remedy:
          'Its mails stay there, and are read once it can be reached. See whether its server runs, and whether the login of smtp.mailbox still counts (waybill doctor).',
        since,
      },
    ]
  }

  /** Reads the mails that are to come in another way. */
  use(readMail: ReadMail): void {
    this.#readMail = readMail
  }

  /** Begins to read; a mailbox that cannot be reached is tried again until it can. */
  async listen(receive: Receive): Promise<void> {
    this.#running = this.#run(receive)
  }

  /**
   * Fetches no more, and brings what was fetched to its end.
   *
   * @param deadline  once aborted, the connection is cut; what was not moved then is read again
   */
  async close(deadline: AbortSignal): Promise<void> {
    const cut = () => this.#cut.abort()
    this.#closing.abort()
    await onAbort(deadline, cut, Promise.race([this.#running, this.#ends]))
  }

  async #run(receive: Receive): Promise<void> {
    const { signal } = this.#closing
    let delay = this.#options.reconnectDelay
    while (!signal.aborted) {
      try {
        const session = await ImapSession.open(this.#options, this.#token, signal)
        delay = this.#options.reconnectDelay
        await this.#serve(session, receive)
      } catch (error) {
        if (signal.aborted) break
        this.#unread = {
          since: this.#unread?.since ?? wallTime(),
          why: error instanceof Error ? error.message : String(error),
        }
        this.#log.warn(
          { transport: 'smtp', err: error, retryIn: delay },
          'the mailbox is out of reach',
        )
        await waitFor(delay, signal)
        delay = Math.min(2 * delay, this.#options.maxReconnectDelay)
      }
    }
  }

  async #serve(session: ImapSession, receive: Receive): Promise<void> {
    const { signal } = this.#closing
    const cut = () => void session.close(AbortSignal.abort())
    this.#cut.signal.addEventListener('abort', cut, { once: true })
    this.#open = true
    if (session.numbering !== this.#numbering) {
      this.#settled.clear()
      this.#notOurs.clear()
      this.#waiting.clear()
    }
    this.#numbering = session.numbering
    try {
      while (!signal.aborted) {
        const postponed = await this.#lookThrough(session, receive)
        this.#unread = undefined
        if (signal.aborted) break
        const { retryDelay, checkInterval } = this.#options
        const interval = Math.min(checkInterval, this.#waiting.wait ?? checkInterval)
        if (postponed) await waitFor(retryDelay, signal)
        else await waitedFor(interval, signal, (ends) => session.waitForMail(ends))
      }
    } finally {
      this.#open = false
      this.#cut.signal.removeEventListener('abort', cut)
      await session.close(this.#cut.signal)
    }
  }

  /** @returns true if mails were left for later */
  async #lookThrough(session: ImapSession, receive: Receive): Promise<boolean> {
    const found = await session.list(this.#options.since)
    const there = new Set(found)
    for (const seen of [this.#settled, this.#notOurs, this.#waiting]) {
      for (const number of seen.keys()) if (!there.has(number)) seen.delete(number)
    }
    const left = (number: number) => this.#notOurs.has(number) || this.#waiting.isWaiting(number)
    const numbers = found.filter((number) => !left(number))
    const sizes = [...(await session.sizes(numbers))].values()
    let postponed = false
    const work = async () => {
      for (const [number, size] of sizes) {
        if (postponed || this.#closing.signal.aborted) return
        if ((await this.#take(session, number, size, receive)) === 'later') postponed = true
      }
    }
    // None is begun again before each has come to its end, whatever happened to the connection.
    const ended = await Promise.allSettled(Array.from({ length: this.#options.concurrency }, work))
    for (const end of ended) if (end.status === 'rejected') throw end.reason
    return postponed
  }

  async #take(session: ImapSession, number: number, size: number, receive: Receive): Promise<Fate> {
    const fate = this.#settled.get(number) ?? (await this.#fateOf(session, number, size, receive))
    if (fate === undefined) return 'done'
    if (fate === 'not-ours') this.#notOurs.add(number)
    if (fate !== 'done' && fate !== 'failed') return fate
    this.#settled.set(number, fate)
    await session.move(number, this.#options[fate])
    this.#settled.delete(number)
    return fate
  }

  /** @returns undefined for a mail that is no longer there */
  async #fateOf(
    session: ImapSession,
    number: number,
    size: number,
    receive: Receive,
  ): Promise<Fate | undefined> {
    const { maxMessage, limits } = this.#options
    this.#waiting.delete(number)
    if (size > maxMessage) return this.#failed(number, `${size} bytes, beyond smtp.maxMessage`)
    const spool = this.#spools.open()
    try {
      const mail = new ArrivingMail(spool, limits)
      const take = mail.write.bind(mail)
      if (!(await session.fetch(number, maxMessage + 1, take))) return undefined
      if (mail.size > maxMessage) return this.#failed(number, `larger than its ${size} bytes`)
      return await this.#handed(number, await mail.end(), receive)
    } catch (error) {
      if (!(error instanceof SpoolUnavailable)) throw error
      this.#log.warn({ transport: 'smtp', err: error }, 'a mail cannot be kept now')
      return 'later'
    } finally {
      await spool.close()
    }
  }

  async #handed(number: number, mail: ArrivedMail, receive: Receive): Promise<Fate> {
    try {
      const messages = await this.#readMail(mail)
      if (messages === 'not-ours') return messages
      const outcomes = await this.#hand(messages, receive)
      const fates = outcomes.map(fateOf)
      if (fates.includes('later')) return 'later'
      if (!fates.includes('failed')) return 'done'
      const why = outcomes.map(nameOf).join(', ')
      this.#failed(number, why, messages[0]?.origin, keysOf(outcomes))
      const unread = messages.find((_, index) => isUnreadable(outcomes[index]))
      // Nobody else is told anything.
      const handed = unread && verdictOn(unread) === 'admitted'
      return this.#explained(
        handed ? explanationFor(unread.origin, 'not a message that can be read') : undefined,
      )
    } catch (error) {
      if (error instanceof SpoolUnavailable) throw error
      if (error instanceof TooManyStrangers) return this.#waiting.add(number, error, this.#log)
      if ((error as { temporary?: boolean }).temporary === true) return 'later'
      this.#failed(number, error instanceof Error ? error.message : String(error))
      return this.#explained((error as Partial<Explained>).explanation)
    }
  }

  #explained(explanation: Explanation | undefined): Promise<Fate> {
    const { silenceTimeout } = this.#options
    const within = { milliseconds: silenceTimeout, cut: this.#cut.signal }
    return explainRejection(explanation, this.#explain, within, this.#log)
  }

  #failed(number: number, why: string, origin?: Origin, keys?: AboutMail['keys']): 'failed' {
    this.#log.report?.({
      event: 'refused',
      transport: 'smtp',
      outcome: 'failed',
      messageId: origin?.messageId,
      from: origin?.peer.mailbox,
      cause: `mail ${number}: ${why}`,
      ...(keys && { keys }),
    })
    return 'failed'
  }
}
