/** Runs jobs of a queue on BullMQ, so many at once, until it is closed. */
import {
  type ConnectionOptions,
  type IQueueBackend,
  type Job as Taken,
  UnrecoverableError,
  WaitingError,
  Worker,
} from 'bullmq'
import type { Log } from '../../plugin.js'
import { within } from '../../within.js'
import { putTogether } from '../content.js'
import { FinalFailure, type JobResult, type Sleep } from '../job.js'
import type { JobWorker, RunJob, WorkOptions } from '../queue.js'
import { type Cut, RunningAttempt } from '../running-attempt.js'
import { endOf } from '../suspension.js'
import { attemptsOf, delayOf } from './attempts.js'
import type { Backing } from './backing.js'
import { DIED, noteDeath, noteFailure, readHistory, shortCause } from './history.js'
import type { Shelf } from './store.js'
import { readStored, type StoredJob, unreadable } from './stored-job.js'
import type { StoredResult } from './stored-result.js'
import { fallAsleep } from './suspend.js'

/** Milliseconds after which the job of a node that has died is taken by another. */
const LOCK = 5_000
const STALLED_CHECK = 2_500
const LOCK_CHECK = 500
/** Milliseconds between two looks for what may be forgotten, and how much of it at a time. */
const SWEEP = 30_000
const SWEPT = 1_000
/** Milliseconds that giving jobs back may take. */
const GIVING_BACK = 2_000
/** Attempts are counted here, those of dead nodes too: BullMQ must not count on its own. */
const NEVER = 1_000_000

export interface BullmqWorkerParts extends WorkOptions {
  readonly run: RunJob
  readonly backing: Backing
  readonly shelf: Shelf
  /** URI of this node. */
  readonly node: string
  /** Milliseconds for which finished jobs are kept. */
  readonly retention: number
  /** Finished jobs that are kept at most. */
  readonly keep: number
  readonly log: Log
}

export class BullmqWorker implements JobWorker {
  readonly #parts: BullmqWorkerParts
  readonly #worker: Worker
  /** By id of BullMQ. */
  readonly #attempts = new Map<string, RunningAttempt>()
  readonly #lockCheck: NodeJS.Timeout
  readonly #sweep: NodeJS.Timeout
  #givingBack = false

  constructor(parts: BullmqWorkerParts) {
    this.#parts = parts
    const { backing, concurrency, retention, keep, log } = parts
    const { connection, patient = connection, prefix, factory } = backing
    this.#worker = new Worker(
      'jobs',
      (taken, token) => this.#take(taken, token ?? ''),
      {
        ...(prefix === undefined ? {} : { prefix }),
        connection: patient as ConnectionOptions,
        concurrency,
        lockDuration: LOCK,
        stalledInterval: STALLED_CHECK,
        maxStalledCount: NEVER,
        runRetryDelay: 1_000,
        ...(backing.sweeps
          ? {}
          : { removeOnComplete: { age: Math.max(1, Math.ceil(retention / 1000)), count: keep } }),
        settings: {
          backoffStrategy: (made, _type, _error, taken) => delayOf(made, taken as Taken),
        },
      },
      factory as never,
    )
    this.#worker.on('error', (error) => log.debug({ error }, 'queue: the worker has a problem'))
    this.#worker.on('locksRenewed', ({ jobIds }) => this.#renewed(jobIds))
    this.#worker.on('lockRenewalFailed', (ids) => this.#lost(ids))
    this.#sweep = setInterval(() => this.#forget(), Math.min(Math.max(retention, 1_000), SWEEP))
    this.#lockCheck = setInterval(() => this.#lost(this.#overdue()), LOCK_CHECK)
  }

  async close(deadline: AbortSignal): Promise<void> {
    let give: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      give = () => {
        this.#giveBack()
        setTimeout(resolve, GIVING_BACK)
      }
    })
    if (deadline.aborted) give()
    else deadline.addEventListener('abort', give, { once: true })
    const closed = this.#worker.close()
    const inTime = await Promise.race([closed.then(() => true), late.then(() => false)])
    deadline.removeEventListener('abort', give)
    clearInterval(this.#lockCheck)
    clearInterval(this.#sweep)
    if (inTime) return
    this.#parts.log.warn({ jobs: this.#attempts.size }, 'the queue did not take running jobs back')
    this.#worker.disconnect().catch((error) => {
      this.#parts.log.debug({ error }, 'queue: the worker was closed without a connection')
    })
  }

  /** Runs a job that BullMQ hands out. What this throws fails the attempt. */
  async #take(taken: Taken, token: string): Promise<StoredResult> {
    const stored = readStored(taken.data)
    if (!stored) throw new UnrecoverableError(unreadable(taken.data))
    const { shelf } = this.#parts
    const { plan, life = 0 } = stored
    const number = attemptsOf(taken, stored) + 1
    if (taken.stalledCounter > (stored.stalls ?? 0))
      await noteDeath(this.#backend, taken.id ?? '', number - 1, life)
    if (number > 1) await shelf.keep(stored)
    const content = await shelf.content(stored)
    if (content === undefined)
      throw new UnrecoverableError('its envelope is not in the store any more')
    if (number > plan.attempts) return this.#abandon(taken, stored, content)

    const attempt = new RunningAttempt(plan.timeLimit)
    const id = taken.id ?? ''
    // Still there, it has lost its lock without having noticed.
    this.#attempts.get(id)?.end('lost', LOST)
    this.#attempts.set(id, attempt)
    if (this.#givingBack) attempt.end('given-back', STOPPING)
    try {
      const came = await this.#run(taken, stored, token, content, attempt)
      if (!('kind' in came)) return came
      const { until } = came
      return await fallAsleep({ taken, token, stored, until }, attempt, this.#backend, this.#parts)
    } finally {
      if (this.#attempts.get(id) === attempt) this.#attempts.delete(id)
    }
  }

  async #run(
    taken: Taken,
    stored: StoredJob,
    token: string,
    content: string,
    attempt: RunningAttempt,
  ): Promise<StoredResult | Sleep> {
    const { run } = this.#parts
    const number = attemptsOf(taken, stored) + 1
    try {
      return await attempt.run(async () => {
        const told = {
          number,
          last: number >= stored.plan.attempts,
          slept: stored.sleep !== undefined,
          get signal() {
            return attempt.signal
          },
        }
        const result = await run(putTogether(stored.job, content), told)
        return this.#finish(stored, token, result, attempt)
      })
    } catch (error) {
      return await this.#failed(error, taken, stored, token, attempt.cut)
    }
  }

  async #finish(
    stored: StoredJob,
    token: string,
    result: JobResult | Sleep,
    { cut }: RunningAttempt,
  ): Promise<StoredResult | Sleep> {
    if (cut) throw new Error('the attempt was ended before its result was there')
    if (result.kind === 'sleep') return { kind: 'sleep', until: endOf(result) }
    const { shelf } = this.#parts
    const value = await shelf.putResult(stored.job.id, token.replaceAll(':', '.'), result)
    await shelf.release(stored)
    return value
  }

  async #failed(
    error: unknown,
    taken: Taken,
    stored: StoredJob,
    token: string,
    cut: Cut | undefined,
  ): Promise<never> {
    // Of what has lost its lock nothing is written: BullMQ refuses it, too.
    if (cut === 'lost') throw error
    if (cut === 'given-back') {
      await taken.moveToWait(token)
      throw new WaitingError()
    }
    const attempt = attemptsOf(taken, stored) + 1
    const cause = shortCause(error instanceof Error ? error.message : String(error))
    const failure = { attempt, at: Date.now(), node: this.#parts.node, cause }
    await noteFailure(this.#backend, taken.id ?? '', failure, stored.life ?? 0)
    if (error instanceof FinalFailure || attempt >= stored.plan.attempts) {
      throw new UnrecoverableError(cause)
    }
    throw new Error(cause)
  }

  /** Parks a job whose last attempt has ended with its node. */
  async #abandon(taken: Taken, stored: StoredJob, content: string): Promise<never> {
    const cause = (await readHistory(this.#backend, taken.id ?? '')).at(-1)?.cause ?? DIED
    const { abandoned } = this.#parts
    await within(stored.plan.timeLimit, () => abandoned(putTogether(stored.job, content), cause))
    throw new UnrecoverableError(cause)
  }

  get #backend(): IQueueBackend {
    return this.#worker.getBackend() as IQueueBackend
  }

  #renewed(ids: readonly string[]): void {
    for (const id of ids) {
      const attempt = this.#attempts.get(id)
      if (attempt) attempt.renewed = Date.now()
    }
  }

  /** Attempts whose lock has run out because the queue did not answer. */
  #overdue(): readonly string[] {
    const oldest = Date.now() - LOCK
    return [...this.#attempts].flatMap(([id, { renewed }]) => (renewed < oldest ? [id] : []))
  }

  #lost(ids: readonly string[]): void {
    for (const id of ids) this.#attempts.get(id)?.end('lost', LOST)
  }

  /** Removes what has ended long ago; BullMQ does so itself only when another job ends. */
  #forget(): void {
    const before = Date.now() - this.#parts.retention
    this.#backend.cleanJobsByState('completed', before, SWEPT).catch((error) => {
      this.#parts.log.debug({ error }, 'queue: what has ended is forgotten later')
    })
  }

  #giveBack(): void {
    this.#givingBack = true
    for (const attempt of this.#attempts.values()) attempt.end('given-back', STOPPING)
  }
}

const LOST = 'the lock of the job is lost: another node may run it'
const STOPPING = 'this node stops'
