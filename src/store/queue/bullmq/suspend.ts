/** Takes a job off the worker that runs it, without an attempt: until it is resumed or woken, or its time has come. */
import { ErrorCode, type IQueueBackend, type Job as Taken } from 'bullmq'
import { wallTime } from '../../../base/time.js'
import type { Postponement } from '../job.js'
import { noteDelay, noteSuspension } from './delays.js'
import type { JobStore } from './store.js'
import type { StoredJob } from './stored-job.js'

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
 * @param until  in milliseconds since 1970
 * @returns false if it is not this process's any more
 * @throws Error if Redis does not answer
 */
export async function suspend(held: Held, until: number): Promise<boolean> {
  const { id = '', attemptsMade: made, data: stored } = held.taken
  const data: StoredJob = { ...stored, suspension: { until, made } }
  await noteSuspension(held.store, id, until)
  return delay(held, until, { data: JSON.stringify(data), suspended: String(made) })
}

/** The same for one that is postponed. */
export async function postpone(
  held: Held,
  { until, cause }: Omit<Postponement, 'kind'>,
): Promise<boolean> {
  const stored: StoredJob = held.taken.data
  const { suspension } = stored
  const { way } = stored.head.job
  if (way !== undefined) await noteDelay(held.store, held.taken.id ?? '', way, until)
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
