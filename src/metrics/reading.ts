/** What a store tells of itself, asked for at most every few seconds and never waited for long. */
import { within } from '../base/deadline.js'

/** Milliseconds for which an answer is used, and that one may take. */
const FRESH = 5_000
const DEADLINE = 2_000

export class Reading<Stats> {
  readonly #ask: () => Promise<Stats> | undefined
  readonly #now: () => number
  #stats: Stats | undefined
  #asked = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  /**
   * @param ask  undefined as long as there is none
   * @param now  in milliseconds
   */
  constructor(ask: () => Promise<Stats> | undefined, now = () => performance.now()) {
    this.#ask = ask
    this.#now = now
  }

  /** What it told when it was asked last; undefined if it did not. */
  get stats(): Stats | undefined {
    return this.#stats
  }

  /** Asks anew, unless that was a short time ago; who comes meanwhile waits for the same answer. */
  look(): Promise<void> {
    if (!this.#asking && this.#now() - this.#asked < FRESH) return Promise.resolve()
    this.#asking ??= this.#read().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #read(): Promise<void> {
    this.#asked = this.#now()
    try {
      this.#stats = await within(DEADLINE, () => this.#ask())
    } catch {
      // That it does not answer is told by what is absent then; the log has why.
      this.#stats = undefined
    }
  }
}
