/** Counts what waits in a queue by asking BullMQ. */
import type { Queue } from 'bullmq'
import type { Waiting } from './backing.js'

export async function countWaiting(queue: Queue): Promise<Waiting> {
  const [counts, first] = await Promise.all([
    queue.getJobCounts('wait', 'delayed', 'prioritized'),
    queue.getRanges(['wait'], 0, 0, true),
  ])
  const job = first[0] === undefined ? undefined : await queue.getJob(first[0])
  return {
    depth: Object.values(counts).reduce((sum, count) => sum + count, 0),
    // One that is tried again was delayed, which is not waiting.
    oldest: job && job.attemptsMade === 0 && job.stalledCounter === 0 ? job.timestamp : undefined,
  }
}
