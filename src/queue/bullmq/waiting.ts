/** Counts what waits in a queue by asking BullMQ, which knows nothing of sleep. */
import type { Queue, Job as Taken } from 'bullmq'
import type { Waiting } from './backing.js'
import { readStored } from './stored-job.js'

/** @param sleeping  how many of those that are delayed sleep */
export async function countWaiting(
  queue: Queue,
  sleeping: () => Promise<number>,
): Promise<Waiting> {
  const [{ delayed = 0, ...counts }, asleep, first] = await Promise.all([
    queue.getJobCounts('wait', 'delayed', 'prioritized'),
    sleeping(),
    queue.getRanges(['wait'], 0, 0, true),
  ])
  const job = first[0] === undefined ? undefined : await queue.getJob(first[0])
  const others = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    depth: others + Math.max(0, delayed - asleep),
    // One that is tried again was delayed, and one that slept was asleep, which is not waiting.
    oldest: job && isNew(job) ? job.timestamp : undefined,
  }
}

function isNew({ attemptsMade, stalledCounter, data }: Taken): boolean {
  return attemptsMade === 0 && stalledCounter === 0 && readStored(data)?.sleep === undefined
}
