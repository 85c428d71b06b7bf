/** Knows how full a queue is and whether it answers: looked at twice a second, never once per job. */
import { Overdue, within } from '../../../base/deadline.js'
import { clearTimeout, monotonicTime, setTimeout, wallTime } from '../../../base/time.js'
import { timeText } from '../../../base/units.js'
import type { Connection } from '../../redis/connect.js'
import { sentenceOf } from '../../redis/error-text.js'
import { RETRY_AFTER } from '../answered.js'
import { QueueFull, QueueUnavailable } from '../queue.js'
import { tooManySuspended } from '../suspension.js'
import { type Memory, readMemory } from './durability.js'
import type { Counts } from './job-counts.js'

export interface Reading {
  /** Jobs to do, those for their next attempt among them, but none that is suspended. */
  readonly depth: number
  readonly suspended: number
  /** When the oldest that was never run was accepted, in milliseconds since 1970. */
  readonly oldest: number | undefined
  /** Undefined if it has no limit. */
  readonly memory: Memory | undefined
}

export async function readingOf(
  connection: Connection,
  store: { counts(): Promise<Counts> },
): Promise<Reading> {
  const [memory, { depth, suspended, oldest }] = await Promise.all([
    readMemory(connection),
    store.counts(),
  ])
  return { depth, suspended, oldest, memory }
}

interface CapacityOptions {
  /** @throws Error if the queue does not answer */
  readonly read: () => Promise<Reading>
  readonly maxDepth: number
  readonly maxSuspended: number
  /** Milliseconds. */
  readonly maxAge: number
  /** Told whenever the queue stops to answer or answers again. */
  readonly changed: (problem: string | undefined) => void
}

const INTERVAL = 500
const DEADLINE = 2_000
/** Above it finished jobs make room, so that memory is no reason to refuse while there are any. */
export const TIGHT = 0.7
/** A queue with more in it could not even be drained: to finish a job takes memory, too. */
const FULLEST = 0.8

export class Capacity {
  readonly #options: CapacityOptions
  #reading: Reading = { depth: 0, suspended: 0, oldest: undefined, memory: undefined }
  #problem: string | undefined = 'it has not been asked yet'
  /** Jobs added since the last reading, and bytes of them. */
  #added = 0
  #bytes = 0
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  /** When the last reading that was answered began, by `monotonicTime()`. */
  #answered = Number.NEGATIVE_INFINITY

  constructor(options: CapacityOptions) {
    this.#options = options
  }

  /** Why the queue does not answer; undefined if it does. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Why it takes no more; undefined if it does. */
  get full(): string | undefined {
    const { depth, oldest } = this.#reading
    const { maxDepth, maxAge } = this.#options
    if (depth + this.#added >= maxDepth) return `${depth + this.#added} jobs wait`
    if (oldest !== undefined && wallTime() - oldest > maxAge) {
      return `the oldest job has waited for ${wallTime() - oldest} ms`
    }
    return this.crammed
  }

  /** Why it takes nothing that may be suspended; undefined if it does. */
  get #crowded(): string | undefined {
    const { suspended } = this.#reading
    return suspended >= this.#options.maxSuspended ? tooManySuspended(suspended) : undefined
  }

  /** Why its memory has no room; undefined if it has. */
  get crammed(): string | undefined {
    const fullness = this.#fullness(this.#reading.memory)
    return fullness >= FULLEST
      ? `${Math.round(fullness * 100)} % of its memory are used`
      : undefined
  }

  /** True if finished jobs should make room. */
  get tight(): boolean {
    return this.#fullness(this.#reading.memory) > TIGHT
  }

  /**
   * Notes that one more is to be added.
   *
   * @param bytes     of its content
   * @param attached  bytes of its attachments, which must have room beside what is there
   * @param suspends  true if it may be suspended
   * @throws QueueUnavailable
   * @throws QueueFull
   */
  enter(bytes: number, attached = 0, suspends = false): void {
    if (this.#problem) throw new QueueUnavailable(`the queue does not answer: ${this.#problem}`)
    const full = this.full ?? (suspends ? this.#crowded : undefined)
    if (full) throw new QueueFull(full, RETRY_AFTER)
    if (attached > 0 && this.#fullness(this.#reading.memory, attached) >= FULLEST) {
      throw new QueueFull(`its memory has no room for ${attached} bytes`, RETRY_AFTER)
    }
    this.#added += 1
    this.#bytes += bytes + attached
  }

  /**
   * Notes that the queue has not answered; it is asked again with the next reading.
   *
   * @param asked  when it was, by `monotonicTime()`: what it has answered since then counts for more
   */
  failed(error: unknown, requestedAt: number): void {
    if (requestedAt < this.#answered) return
    const before = this.#problem
    this.#problem = sentenceOf(error)
    if (!this.#closed && before === undefined) this.#options.changed(this.#problem)
  }

  /** Reads now, and from now on until it is closed. */
  async start(): Promise<void> {
    await this.look()
    if (!this.#closed) this.#timer = setTimeout(() => void this.start(), INTERVAL)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  /** Reads now; who comes meanwhile waits for the same reading. */
  look(): Promise<void> {
    this.#looking ??= this.#refresh().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** With what was added since it was read. */
  #fullness(memory: Memory | undefined, more = 0): number {
    return memory ? (memory.used + this.#bytes + more) / memory.limit : 0
  }

  async #refresh(): Promise<void> {
    const { read, changed } = this.#options
    const before = this.#problem
    const [counted, weighed] = [this.#added, this.#bytes]
    const began = monotonicTime()
    try {
      this.#reading = await within(DEADLINE, read)
      this.#added -= counted
      this.#bytes -= weighed
      this.#problem = undefined
      this.#answered = began
    } catch (error) {
      this.#problem =
        error instanceof Overdue ? `no answer in ${timeText(DEADLINE)}` : sentenceOf(error)
    }
    if (!this.#closed && (before === undefined) !== (this.#problem === undefined)) {
      changed(this.#problem)
    }
  }
}
