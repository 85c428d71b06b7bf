/** Bounds what strangers make this node send: answers to addresses that nobody has proven. */
import {
  admits,
  type InboundMessage,
  type Outcome,
  type Receive,
  type SenderRule,
  SlidingWindow,
} from '#transport'
import { monotonicTime } from '#transport/time'
import { domainOf } from '../address.js'
import { oneByOne } from '../in-sequence.js'
import { SmtpRefusal } from '../status.js'

const HOUR = 3_600_000
/** Milliseconds after which answers that are promised are given, or are not. */
const A_MOMENT = 1000

/** A mail that is to come again, as all strangers together have had as many answers as they may. */
export class TooManyStrangers extends SmtpRefusal {
  /** Milliseconds until there is room again. */
  readonly wait: number

  constructor(wait: number) {
    super('450 4.7.1', 'too many mails of strangers to answer, try again later')
    this.wait = wait
  }
}

/** Counts on each node by itself, and from its start on. */
export class PublicAnswers {
  readonly #most: number
  readonly #answered = new SlidingWindow(HOUR)
  /** Of messages that are being handed over. */
  #promised = 0

  /** @param most  answers to strangers in an hour */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Hands the messages of a mail over if there is room for the answers of them all; what is refused then has none.
   *
   * @throws TooManyStrangers before any is handed over
   */
  handing(messages: readonly InboundMessage[], receive: Receive): Promise<readonly Outcome[]> {
    const strangers = messages.map(isOfStranger)
    return strangers.includes(true)
      ? this.#bounded(messages, strangers, receive)
      : oneByOne(messages, receive)
  }

  async #bounded(
    messages: readonly InboundMessage[],
    strangers: readonly boolean[],
    receive: Receive,
  ): Promise<readonly Outcome[]> {
    const count = strangers.filter(Boolean).length
    const wait = this.#waitFor(count)
    if (wait > 0) throw new TooManyStrangers(wait)
    this.#promised += count
    try {
      const outcomes = await oneByOne(messages, receive)
      const taken = outcomes.filter(({ kind }, index) => strangers[index] && kind !== 'refused')
      this.#answered.add(monotonicTime(), taken.length)
      return outcomes
    } finally {
      this.#promised -= count
    }
  }

  #waitFor(count: number): number {
    const most = this.#most - this.#promised - Math.min(count, this.#most) + 1
    return most > 0 ? this.#answered.wait(most, monotonicTime()) : A_MOMENT
  }
}

/** True if anybody could have sent it, and it may be answered at an address that is not proven to be its sender's. */
function isOfStranger({ admission, origin }: InboundMessage): boolean {
  const { answerable, replyTo, returnPath, peer } = origin
  if (!admission?.open || answerable === 'never' || replyTo === undefined) return false
  if (peer.identity !== undefined || peer.user !== undefined || peer.certificate) return false
  if (admits(admission.senders.filter(asksForAny), peer)) return false
  const addresses = returnPath ? [replyTo, returnPath] : [replyTo]
  return !addresses.every((address) => peer.domains?.includes(domainOf(address)))
}

/** True for a rule that not everybody can meet: From is written by anybody. */
function asksForAny({ hosts, users, certificates, domains, peers }: SenderRule): boolean {
  return [hosts, users, certificates, domains, peers].some((required) => required !== undefined)
}
