/** Runs jobs of a queue on Redis, so many at once, until it is closed. */
import { DelayedError, Job as Taken, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import { onAbort } from '../../../base/deadline.js'
import { deferred } from '../../../base/deferred.js'
import type { Log } from '../../../base/log.js'
import {
  clearInterval,
  clearTimeout,
  monotonicTime,
  randomId,
  setInterval,
  setTimeout,
} from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import type { Job, RetryPlan } from '../job.js'
import type { JobWorker, RunJob, WorkOptions } from '../queue.js'
import { delayOf } from './attempts.js'
import { Locks } from './locks.js'
import type { RedisPauses } from './pauses.js'
import { type Outcome, Run } from './run.js'
import { LOCK, LOST, settle } from './settle.js'
import type { JobStore } from './store.js'
import { readStored, type StoredJob, unreadable } from './stored-job.js'
import { QUEUE_NAME } from './stored-names.js'
import type { StoredResult } from './stored-result.js'
import { type Keeping, Upkeep } from './upkeep.js'

/** Milliseconds between two looks at runs and kept outcomes, and after which BullMQ should have settled one. */
const LOOK = 1_000
const SETTLING = 2_000
/** Milliseconds that giving jobs back may take. */
const GIVING_BACK = 2_000
/** Attempts are counted here, those of dead nodes too: BullMQ must not count on its own. */
const NEVER = 1_000_000

interface BullmqWorkerParts extends WorkOptions {
  readonly run: RunJob
  /** Waits until an outage is over. */
  readonly connection: Connection
  readonly prefix: string
  readonly store: JobStore
  readonly pauses: RedisPauses
  readonly keeping: Keeping
  /** URI of this node. */
  readonly node: string
  /** Adds a job beyond all bounds. */
  readonly follow: (job: Job, plan: RetryPlan) => Promise<unknown>
  readonly log: Log
}

export class BullmqWorker implements Pick<JobWorker, 'close'> {
  readonly #parts: BullmqWorkerParts
  readonly #worker: Worker
  /** By id of BullMQ: those that run, and what came of those that Redis has not been notified of yet. */
  readonly #runs = new Map<string, Run>()
  readonly #upkeep: Upkeep
  readonly #look: NodeJS.Timeout
  #givingBack = false

  constructor(parts: BullmqWorkerParts) {
    this.#parts = parts
    const { connection, prefix, concurrency, store, keeping, log } = parts
    this.#worker = new Worker(QUEUE_NAME, (taken, token) => this.#take(taken, token ?? ''), {
      prefix,
      connection,
      concurrency,
      lockDuration: LOCK,
      // Its timer outlives a worker that is closed without Redis: locks are renewed here.
      skipLockRenewal: true,
      // It would take the jobs of others right after an outage.
      skipStalledCheck: true,
      maxStalledCount: NEVER,
      runRetryDelay: 1_000,
      settings: {
        backoffStrategy: (made, _type, _error, taken) => (taken ? delayOf(made, taken) : 0),
      },
    })
    this.#worker.on('error', (error) => log.debug({ error }, 'queue: the worker has a problem'))
    this.#worker.on('completed', (taken) => this.#settled(taken))
    this.#worker.on('failed', (taken) => taken && this.#settled(taken))
    this.#upkeep = new Upkeep(store, keeping, log)
    const locks = new Locks(store, (...args) => this.#worker.extendJobLocks(...args), log)
    this.#look = setInterval(() => {
      void locks.renew([...this.#runs.values()].filter(isHeld))
      void this.#lookAtKept()
    }, LOOK)
  }

  /** Forgets finished jobs if memory is short. */
  makeRoom(): Promise<void> {
    return this.#upkeep.makeRoom()
  }

  async close(deadline: AbortSignal): Promise<void> {
    const late = deferred<false>()
    let timer: NodeJS.Timeout | undefined
    const giveBack = () => {
      this.#giveBack()
      timer = setTimeout(() => late.resolve(false), GIVING_BACK)
    }
    const closed = this.#worker.close().then(() => true)
    try {
      if (await onAbort(deadline, giveBack, Promise.race([closed, late.promise]))) return
    } finally {
      clearTimeout(timer)
      clearInterval(this.#look)
      this.#upkeep.close()
    }
    this.#parts.log.warn({ jobs: this.#runs.size }, 'the queue did not take running jobs back')
    this.#worker.disconnect().catch((error) => {
      this.#parts.log.debug({ error }, 'queue: the worker was closed without a connection')
    })
  }

  /** Runs a job that BullMQ hands out. What this throws fails the attempt, but for `WaitingError`. */
  async #take(taken: Taken, token: string): Promise<StoredResult> {
    const stored = readStored(taken.data)
    if (!stored) throw new UnrecoverableError(unreadable(taken.data))
    const run = (await this.#resumed(taken, stored, token)) ?? this.#begin(taken, stored, token)
    const outcome = await run.result
    // It was handed out again while it ran here: whoever has the newer lock settles it.
    if (run.token !== token) throw new WaitingError(LOST)
    return this.#settle(run, taken, token, outcome)
  }

  #begin(taken: Taken, stored: StoredJob, token: string): Run {
    const backend = this.#worker.getBackend()
    const run = new Run(taken, stored, token, { ...this.#parts, backend })
    this.#runs.set(run.id, run)
    if (this.#givingBack) run.end('given-back')
    return run
  }

  /**
   * An outage outlasts the lock, and the job is handed out again: then what came of it here holds, and
   * one that still runs here is waited for.
   */
  async #resumed(taken: Taken, stored: StoredJob, token: string): Promise<Run | undefined> {
    const run = this.#runs.get(taken.id ?? '')
    if (!run) return undefined
    if (run.life !== (stored.life ?? 0)) {
      run.end('lost')
      return undefined
    }
    run.token = token
    run.doubted = false
    run.renewed = monotonicTime()
    await run.result
    if (run.token !== token) return run
    if (!run.holdsFor(taken, stored)) return undefined
    // This node has not died: that its lock ran out is no attempt.
    const stalls = (stored.stalls ?? 0) + Math.max(0, taken.stalledCounter - run.stalled)
    await run.patiently(() => taken.updateData({ ...stored, stalls }))
    return run
  }

  /** What this throws is what BullMQ is to do of the job. */
  async #settle(run: Run, taken: Taken, token: string, outcome: Outcome): Promise<StoredResult> {
    try {
      const backend = this.#worker.getBackend()
      return await settle({ run, taken, token, outcome }, { ...this.#parts, backend })
    } catch (error) {
      const over = outcome.kind === 'given-back' || outcome.kind === 'lost'
      if (over || error instanceof DelayedError) this.#drop(run)
      throw error
    } finally {
      run.handed = monotonicTime()
    }
  }

  /** Redis has been told what came of an attempt. */
  #settled(taken: Taken): void {
    const { store, log } = this.#parts
    const id = taken.id ?? ''
    const run = this.#runs.get(id)
    const done = taken.returnvalue !== null && taken.returnvalue !== undefined
    if (run?.outcome?.kind === (done ? 'done' : 'failed')) this.#drop(run)
    store.ended(id, done ? (run?.bytes ?? 0) : undefined).catch((error) => {
      log.debug({ error, job: id }, 'queue: the next one of its lane is released later')
    })
  }

  /** Drops the outcomes of jobs that have ended, and settles those that BullMQ could not. */
  async #lookAtKept(): Promise<void> {
    for (const [id, run] of this.#runs) {
      const { outcome, handed = Number.POSITIVE_INFINITY } = run
      if (!outcome || monotonicTime() - handed < SETTLING) continue
      try {
        const state = await this.#parts.store.stateOf(id)
        if (['', 'done', 'dead'].includes(state)) this.#drop(run)
        else await this.#settleLate(run, outcome)
      } catch (error) {
        this.#parts.log.debug({ error, job: id }, 'queue: a kept outcome is looked at later')
      }
    }
  }

  /** Under a lock of its own: with that of before, BullMQ may still try to fail the job. */
  async #settleLate(run: Run, outcome: Outcome): Promise<void> {
    const taken = await Taken.fromId(this.#worker, run.id)
    const stored = readStored(taken?.data)
    if (!taken || !stored || run.life !== (stored.life ?? 0) || !run.holdsFor(taken, stored)) {
      this.#drop(run)
      return
    }
    const token = randomId()
    if ((await this.#parts.store.lock(run.id, token, LOCK)) !== 'ours') return
    run.token = token
    run.renewed = monotonicTime()
    run.handed = undefined
    try {
      const value = await this.#settle(run, taken, token, outcome)
      await taken.moveToCompleted(value, token, false)
    } catch (error) {
      if (error instanceof WaitingError || error instanceof DelayedError) return
      if (outcome.kind !== 'failed' || !(error instanceof Error)) throw error
      await taken.moveToFailed(error, token, false)
    }
    this.#settled(taken)
  }

  /** Unless the job was woken and handed out again meanwhile. */
  #drop(run: Run): void {
    if (this.#runs.get(run.id) === run) this.#runs.delete(run.id)
    void run.release()
  }

  #giveBack(): void {
    this.#givingBack = true
    for (const run of this.#runs.values()) run.end('given-back')
  }
}

/** True for what runs, and for what BullMQ is settling. */
function isHeld({ handed }: Run): boolean {
  return handed === undefined || monotonicTime() - handed < SETTLING
}
