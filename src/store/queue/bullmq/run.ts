/** One attempt of a job in this process, from its content to its outcome, whoever has the lock meanwhile. */
import { setTimeout as later } from 'node:timers/promises'
import { type IQueueBackend, type Job as Taken, UnrecoverableError, WaitingError } from 'bullmq'
import { messageOf } from '../../../base/errno.js'
import type { Log } from '../../../base/log.js'
import { monotonicTime, wallTime } from '../../../base/time.js'
import type { BlobStore } from '../blobs.js'
import { putTogether } from '../content.js'
import { FinalFailure, type Job, type JobResult, type RetryPlan } from '../job.js'
import type { Attempt, RunJob, WorkOptions } from '../queue.js'
import { type Cut, RunningAttempt } from '../running-attempt.js'
import { shortCause } from '../storable.js'
import { endOf } from '../suspension.js'
import { attemptsOf } from './attempts.js'
import { DIED, noteDeath, readHistory } from './history.js'
import type { RedisPauses } from './pauses.js'
import type { JobStore } from './store.js'
import type { StoredJob } from './stored-job.js'

/** What came of an attempt. */
export type Outcome =
  | { readonly kind: 'done'; readonly result: JobResult }
  /** `noted` once it stands in the job's history. */
  | { readonly kind: 'failed'; readonly cause: string; readonly final: boolean; noted: boolean }
  | { readonly kind: 'suspended'; readonly until: number }
  | {
      readonly kind: 'postponed'
      readonly until: number
      readonly cause: string
      readonly paused?: string | undefined
    }
  /** Another process has the job, or this one stops: nothing came of it. */
  | { readonly kind: 'lost' | 'given-back' }

interface RunParts {
  readonly run: RunJob
  readonly abandoned: WorkOptions['abandoned']
  readonly backend: IQueueBackend
  readonly store: JobStore
  readonly pauses: RedisPauses
  readonly log: Log
}

/** Milliseconds between two tries while Redis does not answer. */
const AGAIN = 250
const SENTENCES = {
  lost: 'the lock of the job is lost: another node may run it',
  'given-back': 'this node stops',
} as const

export class Run {
  readonly id: string
  /** Which attempt it is. */
  readonly number: number
  readonly life: number
  /** What the job was when it began: if nobody settled it since, it is the same. */
  readonly begun: string
  /** Times that the job had stalled by then. */
  readonly stalled: number
  /** True if an operator tries it. */
  readonly urgent: boolean
  readonly follows: { readonly job: Job; readonly plan: RetryPlan }[] = []
  readonly result: Promise<Outcome>
  /** Undefined while it runs. */
  outcome: Outcome | undefined
  /** Of the lock; another one once this process was handed the job again. */
  token: string
  /** When its lock was renewed last, by `monotonicTime()`. */
  renewed = monotonicTime()
  /** True if its lock was found to be another's: found so again, the job is lost. */
  doubted = false
  /** When its outcome was handed to BullMQ, by `monotonicTime()`. */
  handed: number | undefined
  /** Bytes that are kept of it once it is done. */
  bytes = 0
  readonly #parts: RunParts
  #attempt: RunningAttempt | undefined
  #cut: Exclude<Cut, 'late'> | undefined

  constructor(taken: Taken, stored: StoredJob, token: string, parts: RunParts) {
    this.#parts = parts
    this.id = taken.id ?? ''
    this.number = attemptsOf(taken, stored) + 1
    this.life = stored.life ?? 0
    this.begun = signatureOf(taken, stored)
    this.stalled = taken.stalledCounter
    const { trial } = stored
    this.urgent = trial?.made === taken.attemptsMade && wallTime() < trial.until
    this.token = token
    this.result = this.#all(taken, stored).then((outcome) => {
      this.outcome = outcome
      return outcome
    })
  }

  end(cut: Exclude<Cut, 'late'>): void {
    this.#cut ??= cut
    this.#attempt?.end(cut, SENTENCES[cut])
  }

  /** Releases what its attempt has opened: what came of it is kept, or never will be. */
  async release(): Promise<void> {
    await this.#attempt?.release()
  }

  /** True if what came of it is what is to come of the job as it was handed out now. */
  holdsFor(taken: Taken, stored: StoredJob): boolean {
    switch (this.outcome?.kind) {
      // It has had its effect, whoever else has tried since.
      case 'done':
        return true
      case 'failed':
      case 'suspended':
        return this.begun === signatureOf(taken, stored)
      default:
        return false
    }
  }

  /**
   * Tries again until Redis answers.
   *
   * @throws WaitingError once the attempt is lost or given back: BullMQ must not move the job then
   */
  async patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (this.#cut) throw new WaitingError(SENTENCES[this.#cut])
        // No patience helps.
        if (error instanceof FinalFailure) throw new UnrecoverableError(error.message)
        this.#parts.log.debug({ error, job: this.id }, 'queue: Redis does not answer a worker')
        await later(AGAIN)
      }
    }
  }

  async #all(taken: Taken, stored: StoredJob): Promise<Outcome> {
    const { backend, store, pauses } = this.#parts
    try {
      if (taken.stalledCounter > (stored.stalls ?? 0)) {
        await this.patiently(() => noteDeath(backend, this.id, this.number - 1, this.life))
      }
      const content = await this.patiently(() => store.content(stored))
      await this.patiently(() => pauses.fresh())
      return await this.#run(stored, content)
    } catch (error) {
      if (this.#cut) return { kind: this.#cut }
      return failed(error, error instanceof FinalFailure || this.number >= stored.plan.attempts)
    }
  }

  async #run(stored: StoredJob, content: Uint8Array): Promise<Outcome> {
    const { plan } = stored
    const job = whole(stored, content, this.#parts.store.blobs)
    const attempt = new RunningAttempt(plan.timeLimit)
    this.#attempt = attempt
    if (this.#cut) attempt.end(this.#cut, SENTENCES[this.#cut])
    const reported: Attempt = {
      number: Math.min(this.number, plan.attempts),
      last: this.number >= plan.attempts,
      suspended: stored.suspension !== undefined,
      urgent: this.urgent,
      replayed: this.number === 1 && (this.life > 0 || stored.replaces !== undefined),
      get signal() {
        return attempt.signal
      },
      closeAfter: attempt.closeAfter,
      follow: (following, itsPlan) => {
        this.follows.push({ job: following, plan: itsPlan })
      },
    }
    if (this.number > plan.attempts) return this.#abandon(job, attempt, reported)
    return attempt.run(async () => {
      const result = await this.#parts.run(job, reported)
      if (result.kind === 'suspended') return { kind: 'suspended', until: endOf(result) }
      if (result.kind === 'postponed') return { ...result, until: endOf(result) }
      return { kind: 'done', result }
    })
  }

  /** Makes a dead letter of a job whose last attempt has ended with its node. */
  async #abandon(job: Job, attempt: RunningAttempt, reported: Attempt): Promise<Outcome> {
    const { backend, abandoned, log } = this.#parts
    const history = await this.patiently(() => readHistory(backend, this.id))
    const cause = history.at(-1)?.cause ?? DIED
    try {
      await attempt.run(() => abandoned(job, cause, reported))
    } catch (error) {
      if (this.#cut) throw error
      log.error(
        { error, job: this.id },
        'nobody could be notified that a job has become a dead letter',
      )
    }
    return { kind: 'failed', cause, final: true, noted: true }
  }
}

function failed(error: unknown, final: boolean): Outcome {
  const cause = shortCause(error)
  return { kind: 'failed', cause, final, noted: false }
}

function whole({ head }: StoredJob, content: Uint8Array, blobs: BlobStore): Job {
  try {
    return putTogether(head, content, blobs)
  } catch (error) {
    throw new FinalFailure(`its content is incomplete: ${messageOf(error)}`, { cause: error })
  }
}

function signatureOf({ attemptsMade }: Taken, { life = 0, suspension }: StoredJob): string {
  return JSON.stringify([life, attemptsMade, suspension])
}
