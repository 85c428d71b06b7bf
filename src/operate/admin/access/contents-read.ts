/** Records which contents of messages an operator has read, as an event: a page that is loaded again is one reading. */
import { monotonicTime } from '../../../base/time.js'
import type { Observe } from '../../../message/events/events.js'
import type { Caller } from '../resource.js'
import { acted } from '../resources/acted.js'

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

  /** @param id  of the exchange or the job */
  record(caller: Caller, id: string): void {
    const key = `${caller.who} ${id}`
    const now = monotonicTime()
    const before = this.#recorded.get(key)
    if (before !== undefined && now - before < AGAIN) return
    this.#recorded.delete(key)
    this.#recorded.set(key, now)
    const [oldest] = this.#recorded.keys()
    if (this.#recorded.size > MAX_READINGS && oldest !== undefined) this.#recorded.delete(oldest)
    this.#observe(acted(caller, 'read', 'done', { ids: [id] }))
  }
}
