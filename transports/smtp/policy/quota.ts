/** Counts what each correspondent gets in a time, in bounded memory. */
import type { InboundMessage } from '#transport'
import { monotonicTime } from '#transport/time'
import { SmtpRefusal } from '../status.js'

interface Window {
  readonly until: number
  count: number
}

/** Correspondents that are counted at once; with more of them the oldest begin again. */
const MAX_KEYS = 10_000

export class Quota {
  readonly #most: number
  readonly #length: number
  readonly #windows = new Map<string, Window>()

  /**
   * @param most    of what is taken in one window
   * @param length  of a window, in milliseconds
   */
  constructor(most: number, length: number) {
    this.#most = most
    this.#length = length
  }

  /** Takes one, if there is one left. */
  take(key: string, now = monotonicTime()): boolean {
    const window = this.#windows.get(key)
    if (window && window.until > now) {
      if (window.count >= this.#most) return false
      window.count += 1
      return true
    }
    // Windows stand in the order in which they end.
    this.#windows.delete(key)
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size >= MAX_KEYS) this.#windows.delete(oldest)
    this.#windows.set(key, { until: now + this.#length, count: 1 })
    return true
  }
}

/**
 * Counts the answers that messages may get.
 *
 * @throws SmtpRefusal 450 for a correspondent that has had as many as it may
 */
export function takeAnswers(messages: readonly InboundMessage[], answers: Quota): void {
  for (const { origin } of messages) {
    const { answerable, replyTo } = origin
    if (answerable !== 'never' && replyTo && !answers.take(replyTo.toLowerCase())) {
      throw new SmtpRefusal('450 4.7.1', 'too many mails to answer, try again later')
    }
  }
}
