/** Does long work in slices, between which the event loop turns: one slice in each turn, whoever it is for. */
import { deferred } from './deferred.js'
import type { Abortable } from './ending.js'
import { monotonicTime, setImmediate } from './time.js'

/** Work that gives way after each small portion, each of less than a millisecond, or yields what it waits for. */
export type Portions<Result> = Generator<PromiseLike<unknown> | undefined, Result, undefined>

/** Milliseconds: a caller beside it waits for a few slices at most. */
const SLICE = 4
/** Slices that work has one after the other: what is begun holds memory until it is done, and most is done with these. */
const IN_A_ROW = 2

export class Slices {
  /** Those whose turn comes, in this order. */
  readonly #line: (() => void)[] = []
  /** For what work has ended that had a turn: what is begun with a message is finished first, while it is in memory. */
  readonly #served = new WeakSet<Abortable>()
  readonly #now: () => number

  /** @param now  milliseconds of a clock. Default: the system's */
  constructor(now: () => number = () => monotonicTime()) {
    this.#now = now
  }

  /**
   * Does the first portion at once, which is all that most messages need. The rest waits in line: work
   * of any number of messages takes one slice of a turn together, and each has two before the next one in line. The
   * next work of a message is the first in line.
   *
   * @param signal  ends the work between two slices, and is the same object for all work of a message
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
    let next = this.#served.has(signal)
    for (let waits = first, turns = 1; ; turns += 1) {
      if (waits) await waits
      await this.#turn(next)
      next = turns % IN_A_ROW !== 0
      signal.throwIfAborted()
      const until = this.#now() + SLICE
      do {
        const { done, value } = work.next()
        if (done) {
          this.#served.add(signal)
          return value
        }
        waits = value
      } while (!waits && this.#now() < until)
    }
  }

  /** Resolves in a turn of the event loop in which no other slice is done. */
  #turn(first: boolean): Promise<void> {
    const { promise, resolve } = deferred()
    if (first) this.#line.unshift(resolve)
    else this.#line.push(resolve)
    if (this.#line.length === 1) setImmediate(this.#next)
    return promise
  }

  readonly #next = (): void => {
    this.#line.shift()?.()
    if (this.#line.length > 0) setImmediate(this.#next)
  }
}
