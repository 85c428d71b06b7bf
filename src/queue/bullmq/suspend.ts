/** Takes a job off the worker that runs it until it is resumed, or its time has come. */
import { ErrorCode, type IQueueBackend, type Job as Taken } from 'bullmq'
import type { JobStore } from './store.js'
import type { StoredJob } from './stored-job.js'

/** What BullMQ says of a job that is not where it was, or that another has locked. */
const REFUSALS: readonly unknown[] = [
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]

/**
 * @param until  in milliseconds since 1970
 * @returns false if it is not this process's any more
 * @throws Error if Redis does not answer
 */
export async function suspend(
  taken: Taken,
  token: string,
  stored: StoredJob,
  until: number,
  { backend, store }: { readonly backend: IQueueBackend; readonly store: JobStore },
): Promise<boolean> {
  const { id = '', attemptsMade: made } = taken
  const data: StoredJob = { ...stored, suspension: { until, made } }
  await store.noteSuspension(id, until)
  const now = Date.now()
  try {
    await backend.moveToDelayed(id, now, Math.max(0, until - now), token, {
      skipAttempt: true,
      fieldsToUpdate: { data: JSON.stringify(data), suspended: String(made), again: '1' },
    })
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && REFUSALS.includes(error.code)
    if (!refused) throw error
    return false
  }
  return true
}
