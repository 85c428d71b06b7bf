/** Looks at the queue in each step, so that it is known how its backlog came about. */
import { within } from '../../../base/deadline.js'
import { clearInterval, setInterval, wallTime } from '../../../base/time.js'
import type { QueueAdmin, QueueStats } from '../../../store/queue/admin.js'
import type { QueueLine } from '../api.js'
import { STEP } from './flow.js'
import { STEPS } from './line.js'

export class Backlog {
  readonly #queue: () => Pick<QueueAdmin, 'stats'> | undefined
  readonly #seen: (QueueStats | undefined)[] = []
  #at = 0
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  /** @param queue  undefined before it is open */
  constructor(queue: () => Pick<QueueAdmin, 'stats'> | undefined) {
    this.#queue = queue
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), STEP)
    void this.look()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#looking
  }

  /** Once at a time: a queue that does not answer is not asked by more and more. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  get last(): QueueStats | undefined {
    return this.#seen.at(-1)
  }

  /** Milliseconds since 1970, of the last look. */
  get at(): number {
    return this.#at
  }

  /** A number for each step, oldest first; null where the queue did not answer. */
  of(name: Exclude<keyof QueueLine, 'name'>): (number | null)[] {
    const missing = new Array<null>(STEPS - this.#seen.length).fill(null)
    return [...missing, ...this.#seen.map((stats) => stats?.[name] ?? null)]
  }

  async #look(): Promise<void> {
    const stats = await this.#stats()
    this.#at = wallTime()
    this.#seen.push(stats)
    if (this.#seen.length > STEPS) this.#seen.shift()
  }

  /** That the queue is not available is in the log of the queue itself, and readiness tells it. */
  async #stats(): Promise<QueueStats | undefined> {
    try {
      return await within(STEP, async () => this.#queue()?.stats())
    } catch {
      return undefined
    }
  }
}
