/** Does long work in slices, between which the event loop turns: one slice in each turn, whoever it is for. */
import { deferred } from './deferred.js'
import type { Abortable } from './ending.js'
import { monotonicTime, setImmediate } from './time.js'

/** Work that gives way after each small portion, each of less than a millisecond, or yields what it waits for. */
export type Portions<Result> = Generator<PromiseLike<unknown> | undefined, Result, undefined>

/** Milliseconds: a caller beside it waits for a few slices at most. */
const SLICE = 4

export class Slices {
  /** Those whose turn comes, in this order. */
  readonly #line: (() => void)[] = []
  readonly #now: () => number

  /** @param now  milliseconds of a clock. Default: the system's */
  constructor(now: () => number = () => monotonicTime()) {
    this.#now = now
  }

  /**
   * Does the first portion at once, which is all that most messages need. The rest waits in line: work
   * of any number of messages takes one slice of a turn together.
   *
   * @param signal  ends the work between two slices
   * @returns no promise for what is done at once: short messages are not to wait for one
   * @throws the signal's reason, and what the work throws
   */
  run<Result>(work: Portions<Result>, signal: Abortable): Result | Promise<Result> {
    const { done, value } = work.next()
    return done ? value : this.#rest(work, value, signal)
  }

  async #rest<Result>(
    work: Portions<Result>,
    first: PromiseLike<unknown> | undefined,
    signal: Abortable,
  ): Promise<Result> {
    for (let waits = first; ; ) {
      if (waits) await waits
      await this.#turn()
      signal.throwIfAborted()
      const until = this.#now() + SLICE
      do {
        const { done, value } = work.next()
        if (done) return value
        waits = value
      } while (!waits && this.#now() < until)
    }
  }

  /** Resolves in a turn of the event loop in which no other slice is done. */
  #turn(): Promise<void> {
    const { promise, resolve } = deferred()
    this.#line.push(resolve)
    if (this.#line.length === 1) setImmediate(this.#next)
    return promise
  }

  readonly #next = (): void => {
    this.#line.shift()?.()
    if (this.#line.length > 0) setImmediate(this.#next)
  }
}
