/** The failed attempts of a job, one line of its log each. */
import type { IQueueBackend } from 'bullmq'
import { wallTime } from '../../../base/time.js'
import type { FailedAttempt } from '../admin.js'
import { shortCause } from '../storable.js'

/** A failed attempt in one of the job's lives: every replay begins another. */
interface Line extends FailedAttempt {
  readonly life: number
}

/** Why an attempt failed that has no other cause. */
export const DIED = 'the node that ran it has crashed, or was cut off from the queue'

export async function noteFailure(
  backend: IQueueBackend,
  storedId: string,
  failure: FailedAttempt,
  life: number,
): Promise<void> {
  const line: Line = { ...failure, cause: shortCause(failure.cause), life }
  await backend.addLog(storedId, JSON.stringify(line))
}

/** Notes an attempt of which nobody could tell how it ended; once. */
export async function noteDeath(
  backend: IQueueBackend,
  storedId: string,
  attempt: number,
  life: number,
): Promise<void> {
  const history = await readHistory(backend, storedId)
  if (history.some((line) => line.life === life && line.attempt === attempt)) return
  const failure = { attempt, at: wallTime(), node: 'unknown', cause: DIED }
  await noteFailure(backend, storedId, failure, life)
}

/** @returns oldest first */
export async function readHistory(
  backend: IQueueBackend,
  storedId: string,
): Promise<readonly Line[]> {
  const { logs } = await backend.getJobLogs(storedId, 0, -1, true)
  return logs.flatMap((text) => lineOf(text) ?? [])
}

function lineOf(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null && 'attempt' in line
      ? (line as Line)
      : undefined
  } catch {
    // Somebody else has written to the log of the job.
    return undefined
  }
}
