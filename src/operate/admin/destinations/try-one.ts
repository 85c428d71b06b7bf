/** Sends one message that waits for a destination now, and finds out how that ended, whichever node did it. */
import { waitFor } from '../../../base/deadline.js'
import { monotonicTime } from '../../../base/time.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import type { TriedJob } from '../../../store/queue/pauses.js'
import type { TriedView } from '../api.js'

/** Milliseconds between two looks at the job, and until it is left to go on by itself. */
const LOOK = 100
const DEADLINE = 10_000

export type Trial = Omit<TriedView, 'destination'>

type Queue = Pick<QueueAdmin, 'tryOne' | 'list' | 'show'>

/**
 * @param way     as `wayTo` names it
 * @param signal  ends the looking, not the attempt
 * @throws QueueUnavailable
 */
export async function tryOne(queue: Queue, way: string, signal: AbortSignal): Promise<Trial> {
  const tried = await queue.tryOne(way)
  if (!tried) return { outcome: 'nothing-waits' }
  const { id } = tried
  const over = monotonicTime() + DEADLINE
  while (!signal.aborted && monotonicTime() < over) {
    const ended = await outcomeOf(queue, tried)
    if (ended) return { ...ended, id }
    await waitFor(LOOK, signal)
  }
  return { outcome: 'under-way', id }
}

/** @returns undefined while it waits for a worker, or runs */
async function outcomeOf(
  queue: Queue,
  { id, attempts }: TriedJob,
): Promise<Pick<Trial, 'outcome' | 'cause'> | undefined> {
  const [job] = await queue.list({ ids: [id], limit: 1 })
  switch (job?.state) {
    case 'waiting':
    case 'running':
      return undefined
    case 'dead':
      return { outcome: 'failed', cause: job.cause }
    case 'delayed': {
      if (job.attempts === attempts) return { outcome: 'not-sent', cause: job.cause }
      // What it waits for by now may be another reason than why it failed.
      const last = (await queue.show(id))?.history.at(-1)
      return { outcome: 'failed', cause: last?.cause ?? job.cause }
    }
    // Its answer comes as a message of its own; or it is done, and perhaps kept no longer.
    case 'suspended':
    case 'done':
    case undefined:
      return { outcome: 'delivered' }
  }
}
