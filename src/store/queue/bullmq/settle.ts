/** Has Redis told what came of an attempt: what belongs to it first, then BullMQ moves the job. */
import {
  DelayedError,
  ErrorCode,
  type IQueueBackend,
  type Job as Taken,
  UnrecoverableError,
  WaitingError,
} from 'bullmq'
import { monotonicTime, wallTime } from '../../../base/time.js'
import { attachmentsIn } from '../content.js'
import type { Job, Postponement, RetryPlan } from '../job.js'
import { noteDelay, noteSuspension } from './delays.js'
import { noteFailure } from './history.js'
import type { RedisPauses } from './pauses.js'
import { putAnswer } from './put-answer.js'
import type { Outcome, Run } from './run.js'
import type { JobStore } from './store.js'
import { bytesOf, type StoredJob } from './stored-job.js'
import type { StoredResult } from './stored-result.js'

/** Milliseconds after which the job of a node that has died may be taken by another. */
export const LOCK = 5_000
/** Older than this, a lock may run out before the job is settled. */
const FRESH = 3_500

export const LOST = 'another has taken the job, or this process was handed it again'

interface SettleParts {
  readonly backend: IQueueBackend
  readonly store: JobStore
  readonly pauses: RedisPauses
  /** URI of this node. */
  readonly node: string
  /** Adds a job beyond all bounds. */
  readonly follow: (job: Job, plan: RetryPlan) => Promise<unknown>
}

interface Settling {
  readonly run: Run
  readonly taken: Taken
  /** Of the lock. */
  readonly token: string
  readonly outcome: Outcome
}

/**
 * Tries until Redis answers.
 *
 * @returns what becomes the return value of the job, which is done
 * @throws WaitingError or DelayedError if BullMQ must not move it; what else it throws fails the attempt
 */
export async function settle(settling: Settling, parts: SettleParts): Promise<StoredResult> {
  const { run, taken, token, outcome } = settling
  const { store, pauses, node, backend } = parts
  const stored: StoredJob = taken.data
  switch (outcome.kind) {
    case 'done': {
      await addFollowing(run, parts)
      await hold(run, token, store)
      const value = await run.patiently(() => putAnswer(store, run.id, token, outcome.result))
      if (!value) throw new WaitingError(LOST)
      run.bytes = bytesOf(stored) + sizeOf(value) + attachedTo(stored, value)
      return value
    }
    case 'failed': {
      const { cause, final } = outcome
      if (final) await addFollowing(run, parts)
      await hold(run, token, store)
      if (!outcome.noted) {
        const failure = { attempt: run.number, at: wallTime(), node, cause }
        await run.patiently(() => noteFailure(backend, run.id, failure, run.life))
        outcome.noted = true
      }
      // BullMQ chooses the delay only afterwards: no plan has a longer one.
      const latest = wallTime() + stored.plan.maxDelay
      const { way } = stored.head.job
      if (!final && way !== undefined) {
        await run.patiently(() => noteDelay(store, run.id, way, latest))
      }
      throw final ? new UnrecoverableError(cause) : new Error(cause)
    }
    case 'suspended': {
      await hold(run, token, store)
      const { until } = outcome
      const away = await run.patiently(() => suspend({ taken, token, backend, store }, until))
      // Refused, it is suspended when this process has the job again.
      throw away ? new DelayedError() : new WaitingError(LOST)
    }
    case 'postponed': {
      await hold(run, token, store)
      const { paused } = outcome
      if (paused !== undefined) await run.patiently(() => pauses.note(run.id, paused, stored))
      const away = await run.patiently(() => postpone({ taken, token, backend, store }, outcome))
      if (away && paused !== undefined) await run.patiently(() => pauses.stay(run.id, paused))
      throw away ? new DelayedError() : new WaitingError(LOST)
    }
    case 'given-back':
      // If that fails it is run again as one whose node has died.
      await run.patiently(() => taken.moveToWait(token))
      throw new WaitingError()
    case 'lost':
      throw new WaitingError(LOST)
  }
}

async function addFollowing(run: Run, { follow }: SettleParts): Promise<void> {
  for (const { job, plan } of run.follows) await run.patiently(() => follow(job, plan))
}

/** Sees to it that the lock lasts until the job is settled. */
async function hold(run: Run, token: string, store: JobStore): Promise<void> {
  if (store.redis.status === 'ready' && monotonicTime() - run.renewed < FRESH) return
  const result = await run.patiently(() => store.lock(run.id, token, LOCK))
  // What came of it is kept for when this process has the job again.
  if (result !== 'ours') throw new WaitingError(LOST)
  run.renewed = monotonicTime()
}

/** What BullMQ says of a job that is not where it was, or that another has locked. */
const REFUSALS: readonly unknown[] = [
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]

/** A job in the hands of this process. */
interface Held {
  readonly taken: Taken
  /** Of its lock. */
  readonly token: string
  readonly backend: IQueueBackend
  readonly store: JobStore
}

/**
 * Takes a job off the worker that runs it, without an attempt: until it is resumed or woken, or its time has come.
 *
 * @param until  in milliseconds since 1970
 * @returns false if it is not this process's any more
 * @throws Error if Redis does not answer
 */
async function suspend(held: Held, until: number): Promise<boolean> {
  const { id = '', attemptsMade: made, data: stored } = held.taken
  const data: StoredJob = { ...stored, suspension: { until, made } }
  await noteSuspension(held.store, id, until)
  return delay(held, until, { data: JSON.stringify(data), suspended: String(made) })
}

/** The same for one that is postponed. */
async function postpone(
  held: Held,
  { until, cause, paused }: Omit<Postponement, 'kind'>,
): Promise<boolean> {
  const stored: StoredJob = held.taken.data
  const { suspension } = stored
  const { way } = stored.head.job
  if (way !== undefined && paused === undefined) {
    await noteDelay(held.store, held.taken.id ?? '', way, until)
  }
  return delay(held, until, {
    failedReason: cause,
    suspended: '',
    // It stays one that was suspended before, and is not suspended now.
    ...(suspension && {
      data: JSON.stringify({ ...stored, suspension: { ...suspension, made: NEVER } }),
    }),
  })
}

/** No number of failed attempts. */
const NEVER = -1

async function delay(
  { taken: { id = '' }, token, backend }: Held,
  until: number,
  fields: Readonly<Record<string, string>>,
): Promise<boolean> {
  const now = wallTime()
  try {
    await backend.moveToDelayed(id, now, Math.max(0, until - now), token, {
      skipAttempt: true,
      fieldsToUpdate: { ...fields, again: '1' },
    })
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && REFUSALS.includes(error.code)
    if (!refused) throw error
    return false
  }
  return true
}

/** Bytes of the attachments that have keys of their own. */
function attachedTo({ head }: StoredJob, { result }: StoredResult): number {
  const answer = 'message' in result ? (result.message.attachments ?? []) : []
  const apart = [...attachmentsIn(head), ...answer].filter(({ blob }) => blob !== undefined)
  return apart.reduce((sum, { size }) => sum + size, 0)
}

function sizeOf({ result, apart }: StoredResult): number {
  return apart?.bytes ?? ('message' in result ? result.message.body.length : 0)
}
