/** Runs of this process that are no jobs: each holds its claim in Redis by a lease, and leaves its outcome there. */
import { clearInterval, randomId, setInterval } from '../../../base/time.js'
import { answered } from '../answered.js'
import { DIRECT_PLAN, type DirectRun, type JobResult } from '../job.js'
import { type Begun, type Holder, QueueFull, QueueUnavailable } from '../queue.js'
import { ending, Unwritten } from '../unwritten.js'
import { putAnswer } from './put-answer.js'
import type { Remembered } from './remembered.js'
import { LOCK } from './settle.js'
import type { JobStore } from './store.js'
import { toStoredId } from './stored-names.js'
import { retake } from './upkeep.js'

/** Milliseconds between two renewals of all leases. */
const RENEWAL = LOCK / 4

interface OwnRunsParts {
  readonly store: JobStore
  readonly remembered: Remembered
  /** Milliseconds until something must be durable. */
  readonly acknowledge: number
}

export class OwnRuns {
  readonly #parts: OwnRunsParts
  readonly unwritten: Unwritten
  /** By id: the token of the lease of each. */
  readonly #leases = new Map<string, string>()
  #upkeep: NodeJS.Timeout | undefined
  #closed = false

  constructor(parts: OwnRunsParts) {
    this.#parts = parts
    this.unwritten = new Unwritten(parts.acknowledge)
  }

  async begin(run: DirectRun): Promise<Begun> {
    await this.unwritten.written(run.claim?.key)
    // Whether there are workers or not: who waits for a run of a dead process may have its claim.
    if (!this.#closed) this.#upkeep ??= setInterval(() => void this.#look(), RENEWAL)
    const token = randomId()
    const holder = await answered(this.#parts.acknowledge, () => this.#claim(run, token))
    if (!holder.added) return { holder }
    this.#leases.set(toStoredId(run.id), token)
    const end = (result: JobResult, open: boolean) => this.#end(run, token, result, open)
    return { run: ending(run, this.unwritten, end) }
  }

  /** What is not written by now is given up: the leases run out. */
  close(): void {
    this.#closed = true
    this.unwritten.close()
    clearInterval(this.#upkeep)
  }

  #claim(run: DirectRun, token: string): Promise<Holder> {
    return this.#parts.remembered.begin(run, DIRECT_PLAN, { token, milliseconds: LOCK })
  }

  /** @returns who has the claim in place of this run; undefined if the outcome is kept */
  async #end(
    run: DirectRun,
    token: string,
    result: JobResult,
    open: boolean,
  ): Promise<Holder | undefined> {
    const { store } = this.#parts
    const id = toStoredId(run.id)
    if (!(await store.renew([[id, token]], LOCK))) {
      // Its lease ran out, and nobody else has run it yet; or an answer came too late: it was written the last time.
      const holder = await this.#claim(run, token)
      if (!holder.added) {
        this.#leases.delete(id)
        return holder.id === run.id ? undefined : holder
      }
    }
    const value = await putAnswer(store, id, token, result)
    if (value === undefined || !(await store.endRun(id, token, value, open))) {
      throw new QueueUnavailable('the lease ran out while the outcome was written')
    }
    this.#leases.delete(id)
    return undefined
  }

  async #look(): Promise<void> {
    const { store, acknowledge } = this.#parts
    try {
      await answered(acknowledge, async () => {
        if (this.#leases.size > 0) await store.renew([...this.#leases], LOCK)
        await retake(store)
      })
    } catch (error) {
      // Redis is away: a lease that could not be renewed in time is taken up again, unless its claim was opened.
      if (!(error instanceof QueueUnavailable || error instanceof QueueFull)) throw error
    }
  }
}
