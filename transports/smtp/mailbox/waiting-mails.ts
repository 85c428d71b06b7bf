/** The mails of a mailbox that stay where they are until strangers can be answered again. */
import type { TransportLog } from '#transport'
import { monotonicTime } from '#transport/time'
import type { TooManyStrangers } from '../policy/public-answers.js'

export class WaitingMails {
  readonly #numbers = new Set<number>()
  #until = 0

  /** It holds up no mail of others. */
  add(number: number, { wait, message }: TooManyStrangers, log: TransportLog): 'left' {
    const now = monotonicTime()
    if (now >= this.#until) log.warn({ transport: 'smtp', wait }, message)
    this.#numbers.add(number)
    this.#until = now + wait
    return 'left'
  }

  /** True for one that need not be fetched again yet. */
  isWaiting(number: number): boolean {
    return this.#numbers.has(number) && monotonicTime() < this.#until
  }

  /** Milliseconds until the next of them may be taken; undefined if there is none. */
  get wait(): number | undefined {
    return this.#numbers.size === 0 ? undefined : Math.max(0, this.#until - monotonicTime())
  }

  keys(): Iterable<number> {
    return this.#numbers.keys()
  }

  delete(number: number): void {
    this.#numbers.delete(number)
  }

  clear(): void {
    this.#numbers.clear()
  }
}
