/** Records which contents of messages an operator has read, as an event: a page that is loaded again is one reading. */
import { monotonicTime } from '../../../base/time.js'
import type { Observe } from '../../../message/events/events.js'
import type { Caller } from '../resource.js'
import { acted } from './acted.js'

/** Milliseconds for which the same operator reading the same is recorded once. */
const AGAIN = 600_000
/** Readings that are remembered; with more of them, some are recorded once more. */
const MAX_READINGS = 1_000

export class ContentsRead {
  readonly #observe: Observe
  /** When each was recorded, oldest first. */
  readonly #recorded = new Map<string, number>()

  constructor(observe: Observe) {
    this.#observe = observe
  }

  /** @param shown  ids of the exchanges or jobs whose contents are in the answer */
  record(caller: Caller, shown: readonly string[]): void {
    const now = monotonicTime()
    const ids = [...new Set(shown)].filter((id) => this.#isNew(`${caller.who} ${id}`, now))
    if (ids.length > 0) this.#observe(acted(caller, 'read', 'done', { ids }))
  }

  #isNew(key: string, now: number): boolean {
    const before = this.#recorded.get(key)
    if (before !== undefined && now - before < AGAIN) return false
    this.#recorded.delete(key)
    this.#recorded.set(key, now)
    const [oldest] = this.#recorded.keys()
    if (this.#recorded.size > MAX_READINGS && oldest !== undefined) this.#recorded.delete(oldest)
    return true
  }
}
