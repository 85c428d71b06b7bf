/** Forgets finished jobs in time, and before memory runs short; fixes what dead nodes have left. */
import type { Log } from '../../../base/log.js'
import {
  clearInterval,
  clearTimeout,
  setInterval,
  setTimeout,
  wallTime,
} from '../../../base/time.js'
import { TIGHT } from './capacity.js'
import { readMemory } from './durability.js'
import type { JobStore } from './store.js'

export interface Keeping {
  /** Milliseconds for which finished jobs and their answers are kept, and duplicates known. */
  readonly retention: number
  /** Finished jobs that are kept at most. */
  readonly keep: number
  /** Bytes of finished jobs, with their answers, that are kept at most. */
  readonly keepBytes: number
}

/** Milliseconds between two looks. */
const INTERVAL = 500
/** Milliseconds between two looks for jobs of dead nodes, and the longest time there should be. */
const STALLED = 1_000
const MAX_PAUSE = 2_500
/** Milliseconds after an outage in which nodes take back what they have run on with. */
const CALM = 5_000
/** Jobs that are forgotten at a time; fewer where each may be large. */
const BATCH = 200

/** Has jobs wait again whose node has died, and opens claims of its runs; to be called every second or so. */
export function retake(store: JobStore): Promise<void> {
  return store.retakeStalled(MAX_PAUSE, CALM)
}

export class Upkeep {
  readonly #store: JobStore
  readonly #keeping: Keeping
  readonly #log: Log
  readonly #stalled: NodeJS.Timeout
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(store: JobStore, keeping: Keeping, log: Log) {
    this.#store = store
    this.#keeping = keeping
    this.#log = log
    this.#stalled = setInterval(() => void this.#retake(), STALLED)
    this.#next()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#stalled)
  }

  /** Forgets the oldest finished jobs until there is room, or none is left. */
  async makeRoom(): Promise<void> {
    const all = { before: Number.POSITIVE_INFINITY, keep: 0, keepBytes: 0 }
    let [gone, sum] = [1, 0]
    while (gone > 0 && !this.#closed) {
      const memory = await readMemory(this.#store.redis)
      if (!memory || memory.used / memory.limit <= TIGHT) break
      gone = await this.#store.trim(all, BATCH / 10, true)
      sum += gone
    }
    if (sum > 0) this.#log.info({ jobs: sum }, 'finished jobs were forgotten: memory is short')
  }

  #next(): void {
    const { retention } = this.#keeping
    const pause = Math.min(Math.max(retention, 100), INTERVAL)
    if (!this.#closed) this.#timer = setTimeout(() => void this.#look(), pause)
  }

  async #look(): Promise<void> {
    try {
      await this.#trim()
      await this.makeRoom()
      await this.#store.advanceLanes()
    } catch (error) {
      this.#log.debug({ error }, 'queue: what has ended is forgotten later')
    }
    this.#next()
  }

  async #retake(): Promise<void> {
    try {
      await retake(this.#store)
    } catch (error) {
      this.#log.debug({ error }, 'queue: jobs of nodes that crashed are taken later')
    }
  }

  async #trim(): Promise<void> {
    const { retention, keep, keepBytes } = this.#keeping
    let gone = BATCH
    while (gone === BATCH && !this.#closed) {
      const bounds = { before: wallTime() - retention, keep, keepBytes }
      gone = await this.#store.trim(bounds, BATCH)
    }
  }
}
