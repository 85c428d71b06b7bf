/** What is known of a job in Redis without its bytes, for lists. */
import type { Job as Taken } from 'bullmq'
import { LISTED_STATES } from '../listing.js'
import type { JobRecord } from '../summary.js'
import { attemptsOf, suspensionOf } from './attempts.js'
import { type StoredJob, unreadable } from './stored-job.js'
import { fromStoredId } from './stored-names.js'

export function recordOf(taken: Taken, state: string, stored: StoredJob | undefined): JobRecord {
  const suspension = state === 'delayed' ? suspensionOf(taken) : undefined
  return {
    id: fromStoredId(taken.id ?? ''),
    state: suspension
      ? 'suspended'
      : (LISTED_STATES.find((listed) => listed === state) ?? 'waiting'),
    head: stored?.head,
    accepted: stored?.head.job.accepted ?? taken.timestamp,
    ended: taken.finishedOn,
    tried: attemptsOf(taken, stored),
    cause: causeOf(taken, state, stored),
    suspendedUntil: suspension?.until,
  }
}

/** BullMQ keeps why a job was delayed, or failed before, when it is done. */
function causeOf(
  { failedReason, data }: Taken,
  state: string,
  stored: StoredJob | undefined,
): string | undefined {
  if (!stored) return failedReason || unreadable(data)
  return state === 'done' ? undefined : failedReason || undefined
}
