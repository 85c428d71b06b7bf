/** What is asked for at most every few seconds, never waited for long, and remembered until then. */
import { within } from './deadline.js'
import { monotonicTime } from './time.js'

interface ReadingOptions {
  /** Milliseconds for which an answer is used. Default: five seconds. */
  readonly fresh?: number
  /** Milliseconds that one may take. Default: two seconds. */
  readonly deadline?: number
  /** In milliseconds. */
  readonly now?: () => number
}

export class Reading<Value> {
  readonly #ask: (signal: AbortSignal) => Promise<Value> | undefined
  readonly #fresh: number
  readonly #deadline: number
  readonly #now: () => number
  #value: Value | undefined
  #failure: Error | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  /** @param ask  undefined as long as there is nobody to ask; the signal ends with the deadline */
  constructor(
    ask: (signal: AbortSignal) => Promise<Value> | undefined,
    { fresh = 5_000, deadline = 2_000, now = () => monotonicTime() }: ReadingOptions = {},
  ) {
    this.#ask = ask
    this.#fresh = fresh
    this.#deadline = deadline
    this.#now = now
  }

  /** What came when it was asked last; undefined if nothing did. */
  get value(): Value | undefined {
    return this.#value
  }

  /** Why nothing came; undefined if something did. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Asks again, unless that was a short time ago; who comes meanwhile waits for the same answer. Never rejects. */
  look(): Promise<void> {
    if (!this.#asking && this.#now() - this.#readAt < this.#fresh) return Promise.resolve()
    this.#asking ??= this.#read().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Has it asked again the next time. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
  }

  async #read(): Promise<void> {
    this.#readAt = this.#now()
    const ended = new AbortController()
    try {
      this.#value = await within(this.#deadline, () => this.#ask(ended.signal))
      this.#failure = undefined
    } catch (error) {
      this.#value = undefined
      this.#failure = error instanceof Error ? error : new Error(String(error))
    } finally {
      ended.abort()
    }
  }
}
