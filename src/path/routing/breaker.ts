/** Keeps messages from a destination that has failed again and again, until one gets through. */
import { monotonicTime, wallTime } from '../../base/time.js'
import { Undeliverable } from '../../transport.js'
import { NotTried } from '../deferred/not-tried.js'

export interface BreakerOptions {
  /** Failures in a row after which the circuit of the destination is open. */
  readonly failures: number
  /** Milliseconds until one message may try it again. */
  readonly pause: number
}

/** Told when the circuit of a destination opens, with the failure, and when it answers again. */
export type Turned = (state: 'open' | 'closed', cause?: Undeliverable) => void

/**
 * Pauses over which those are spread that come while it is open: one of them tries after each pause, and
 * not all come back for every trial.
 */
const TURNS = 20

/**
 * Closed, it lets every message through. Open, none: each fails at once and holds no connection. After
 * the pause one message is let through; it closes the breaker, or opens it for another pause.
 */
/** What a breaker goes by. */
export interface Clocks {
  /** Milliseconds by a clock that nobody sets: a pause lasts as long as it says. */
  readonly now: () => number
  /** Milliseconds since 1970, for moments that are told. */
  readonly wall: () => number
}

/** A circuit that is open. */
export interface Circuit {
  /** Milliseconds since 1970. */
  readonly since: number
  /** When one message may try again, in milliseconds since 1970. */
  readonly next: number
  /** True while one is trying. */
  readonly trying: boolean
  /** Failures in a row. */
  readonly failures: number
  /** Why the last message did not get through. */
  readonly cause: string | undefined
}

export class Breaker {
  readonly #name: string
  readonly #options: BreakerOptions
  readonly #turned: Turned
  readonly #now: () => number
  readonly #wall: () => number
  #failures = 0
  /** When one message may try again, by `#now`; undefined while the breaker is closed. */
  #until: number | undefined
  /** True while that message is on its way. */
  #trying = false
  /** Messages that were refused since the last trial began or failed. */
  #refused = 0
  /** When it opened, in milliseconds since 1970, and why the last message did not get through. */
  #opened = 0
  #cause: string | undefined

  /**
   * @param name  of the destination, for people
   */
  constructor(
    name: string,
    options: BreakerOptions,
    turned: Turned,
    { now, wall }: Clocks = { now: monotonicTime, wall: wallTime },
  ) {
    this.#name = name
    this.#options = options
    this.#turned = turned
    this.#now = now
    this.#wall = wall
  }

  /** True while the circuit of the destination is open, or just tried again. */
  get open(): boolean {
    return this.#until !== undefined
  }

  /** Undefined while it is closed. */
  get circuit(): Circuit | undefined {
    if (this.#until === undefined) return undefined
    const next = this.#wall() + Math.max(0, this.#until - this.#now())
    return {
      since: this.#opened,
      next,
      trying: this.#trying,
      failures: this.#failures,
      cause: this.#cause,
    }
  }

  /** True if a message would fail at once: the pause is not over, or another is just trying. */
  get refuses(): boolean {
    return this.#until !== undefined && (this.#trying || this.#now() < this.#until)
  }

  /**
   * @param urgent  true for a message that tries before the pause is over, unless another is just trying
   * @throws NotTried at once while the breaker is open
   * @throws whatever `send` throws
   */
  async through<Result>(send: () => Promise<Result>, urgent = false): Promise<Result> {
    const trial = this.#admit(urgent)
    try {
      const result = await send()
      this.#close()
      return result
    } catch (error) {
      // What is no matter of sending tells nothing; one that refused the message for good has answered, and so has
      // one whose answer cannot be used here.
      if (!(error instanceof Undeliverable) || error.unsent) throw error
      if (error.permanent || error.answered) this.#close()
      else this.#fail(trial, error)
      throw error
    } finally {
      if (trial) this.#trying = false
    }
  }

  /** @returns true if the message is the one that tries */
  #admit(urgent: boolean): boolean {
    if (this.#until === undefined) return false
    const now = this.#now()
    const { failures, pause } = this.#options
    const so = `${failures} messages in a row did not get through`
    if (this.#trying) {
      const sentence = `${this.#name} is just being tried again: ${so}`
      throw new NotTried(sentence, this.#turn(pause))
    }
    if (now < this.#until && !urgent) {
      const wait = this.#until - now
      const until = new Date(this.#wall() + wait).toISOString()
      const sentence = `${this.#name} is not tried until ${until}: ${so}`
      throw new NotTried(sentence, this.#turn(wait))
    }
    this.#trying = true
    this.#refused = 0
    return true
  }

  /** When one that is refused may try, in milliseconds since 1970. @param first  milliseconds until the first may */
  #turn(first: number): number {
    const turn = this.#refused % TURNS
    this.#refused += 1
    return this.#wall() + first + turn * this.#options.pause
  }

  #fail(trial: boolean, cause: Undeliverable): void {
    this.#failures += 1
    this.#cause = cause.message
    const until = this.#now() + this.#options.pause
    // Those that were on their way when it opened say nothing new.
    if (trial) {
      this.#until = until
      this.#refused = 0
    } else if (this.#until === undefined && this.#failures >= this.#options.failures) {
      this.#until = until
      this.#opened = this.#wall()
      this.#turned('open', cause)
    }
  }

  #close(): void {
    this.#failures = 0
    if (this.#until === undefined) return
    this.#until = undefined
    this.#turned('closed')
  }
}
