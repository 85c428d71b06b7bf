/** Runs of this process that are no jobs: each holds its claim in Redis by a lease, and leaves its outcome there. */
import { randomUUID } from 'node:crypto'
import { waitFor } from '../../base/deadline.js'
import { answered } from '../answered.js'
import { DIRECT_PLAN, type DirectRun, type JobResult } from '../job.js'
import { type Begun, QueueFull, QueueUnavailable } from '../queue.js'
import { putAnswer } from './put-answer.js'
import type { Remembered } from './remembered.js'
import { LOCK } from './settle.js'
import type { JobStore } from './store.js'
import { toStoredId } from './stored-names.js'

/** Milliseconds between two renewals of all leases. */
const RENEWAL = LOCK / 4
/** Milliseconds until it is tried again to write what could not be written. */
const AGAIN = 500

interface OwnRunsParts {
  readonly store: JobStore
  readonly remembered: Remembered
  /** Milliseconds until something must be durable. */
  readonly acknowledge: number
}

export class OwnRuns {
  readonly #parts: OwnRunsParts
  /** By id: the token of the lease of each. */
  readonly #leases = new Map<string, string>()
  readonly #closed = new AbortController()
  #renewal: NodeJS.Timeout | undefined

  constructor(parts: OwnRunsParts) {
    this.#parts = parts
  }

  async begin(run: DirectRun): Promise<Begun> {
    const { remembered } = this.#parts
    const token = randomUUID()
    const holder = await this.#inTime(() =>
      remembered.begin(run, DIRECT_PLAN, { token, milliseconds: LOCK }),
    )
    if (!holder.added) return { holder }
    const id = toStoredId(run.id)
    this.#lease(id, token)
    return {
      run: {
        end: (result, open = false) => this.#inTime(() => this.#end(id, token, result, open)),
        drop: () => this.#inTime(() => this.#drop(id, token)),
      },
    }
  }

  /** What is not written by now is given up: the leases run out. */
  close(): void {
    this.#closed.abort()
    clearInterval(this.#renewal)
  }

  async #end(id: string, token: string, result: JobResult, open: boolean): Promise<boolean> {
    const { store } = this.#parts
    const kept = await this.#patiently(async () => {
      if (!(await store.renew([[id, token]], LOCK))) return false
      const value = await putAnswer(store, id, token, result)
      return value !== undefined && store.endRun(id, token, value, open)
    })
    this.#release(id)
    return kept
  }

  async #drop(id: string, token: string): Promise<void> {
    await this.#patiently(() => this.#parts.store.dropRun(id, token))
    this.#release(id)
  }

  /** Tries until it is done: what has run must not run again because Redis is away just now. */
  async #patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await this.#inTime(ask)
      } catch (error) {
        const passing = error instanceof QueueUnavailable || error instanceof QueueFull
        if (!passing || this.#closed.signal.aborted) throw error
        await waitFor(AGAIN, this.#closed.signal)
      }
    }
  }

  #lease(id: string, token: string): void {
    this.#leases.set(id, token)
    this.#renewal ??= setInterval(() => void this.#renew(), RENEWAL)
  }

  #release(id: string): void {
    this.#leases.delete(id)
    if (this.#leases.size > 0) return
    clearInterval(this.#renewal)
    this.#renewal = undefined
  }

  /** A lease that could not be renewed in time is taken up again, unless the claim was opened meanwhile. */
  async #renew(): Promise<void> {
    try {
      await this.#inTime(() => this.#parts.store.renew([...this.#leases], LOCK))
    } catch (error) {
      // Redis is away: the next renewal tries again.
      if (!(error instanceof QueueUnavailable || error instanceof QueueFull)) throw error
    }
  }

  #inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return answered(this.#parts.acknowledge, ask)
  }
}
