/** Knows how full a queue is and whether it answers: looked at twice a second, never once per job. */
import { Overdue, within } from '../../within.js'
import { RETRY_AFTER, sentenceOf } from '../answered.js'
import { QueueFull, QueueUnavailable } from '../queue.js'
import type { Waiting } from './backing.js'

export interface Reading extends Waiting {
  /** How full the memory is, 0 to 1; undefined if it has no limit. */
  readonly fullness: number | undefined
}

export interface GaugeOptions {
  /** @throws Error if the queue does not answer */
  readonly read: () => Promise<Reading>
  readonly maxDepth: number
  /** Milliseconds. */
  readonly maxAge: number
  /** Told whenever the queue stops to answer or answers again. */
  readonly changed: (problem: string | undefined) => void
}

const INTERVAL = 500
const DEADLINE = 2_000
/** A queue with more in it could not even be drained: to finish a job takes memory, too. */
const FULLEST = 0.8

export class Gauge {
  readonly #options: GaugeOptions
  #reading: Reading = { depth: 0, oldest: undefined, fullness: undefined }
  #problem: string | undefined = 'it has not been asked yet'
  /** Jobs added since the last reading. */
  #added = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: GaugeOptions) {
    this.#options = options
  }

  /** Why the queue does not answer; undefined if it does. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Why it takes no more; undefined if it does. */
  get full(): string | undefined {
    const { depth, oldest, fullness = 0 } = this.#reading
    const { maxDepth, maxAge } = this.#options
    if (depth + this.#added >= maxDepth) return `${depth + this.#added} jobs wait`
    if (oldest !== undefined && Date.now() - oldest > maxAge) {
      return `the oldest job has waited for ${Date.now() - oldest} ms`
    }
    if (fullness >= FULLEST) return `${Math.round(fullness * 100)} % of its memory are used`
    return undefined
  }

  /**
   * Notes that one more is to be added.
   *
   * @throws QueueUnavailable
   * @throws QueueFull
   */
  enter(): void {
    if (this.#problem) throw new QueueUnavailable(`the queue does not answer: ${this.#problem}`)
    this.admit()
  }

  /**
   * Notes that one more is to be added sometime, whether the queue answers now or not.
   *
   * @throws QueueFull
   */
  admit(): void {
    const { full } = this
    if (full) throw new QueueFull(full, RETRY_AFTER)
    this.#added += 1
  }

  /** Reads now, and from now on until it is closed. */
  async start(): Promise<void> {
    await this.#refresh()
    if (!this.#closed) this.#timer = setTimeout(() => void this.start(), INTERVAL)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #refresh(): Promise<void> {
    const { read, changed } = this.#options
    const before = this.#problem
    const counted = this.#added
    try {
      this.#reading = await within(DEADLINE, read)
      this.#added -= counted
      this.#problem = undefined
    } catch (error) {
      this.#problem = error instanceof Overdue ? `no answer in ${DEADLINE} ms` : sentenceOf(error)
    }
    if (!this.#closed && (before === undefined) !== (this.#problem === undefined)) {
      changed(this.#problem)
    }
  }
}
