/** Ends the sleep of a job on BullMQ. */
import type { IQueueBackend, Queue } from 'bullmq'
import type { Sleepers } from './sleepers.js'
import { toStoredId } from './stored-names.js'

export async function wake(
  queue: Queue,
  sleepers: Sleepers,
  id: string,
): Promise<'woken' | 'awake' | 'ended' | 'unknown'> {
  const stored = toStoredId(id)
  // First where it is, then what it says of its sleep: the other way round, one that falls asleep in
  // between would seem to be delayed for its next attempt.
  switch (await (queue.getBackend() as IQueueBackend).getState(stored)) {
    case 'unknown':
      return 'unknown'
    case 'completed':
    case 'failed':
      return 'ended'
    case 'delayed':
      return (await sleepers.leave(queue, stored)) ? 'woken' : 'awake'
    default:
      return 'awake'
  }
}
