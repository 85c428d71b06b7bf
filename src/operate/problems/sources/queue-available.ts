/** Finds whether what is accepted is kept, and whether this node runs it: tried every few seconds, not assumed. */
import type { Doubt } from '../../../store/queue/queue.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { shown } from '../shown-text.js'
import type { QueueReadings } from './queue-readings.js'

export function queueAvailable(readings: QueueReadings): ProblemSource {
  return {
    name: 'queue is available',
    every: 5_000,
    acceptance: true,
    find: async () => {
      if (!readings.now.queue()) return []
      const unkept = await readings.unkept()
      if (unkept !== undefined) return [unavailable(unkept)]
      const idle = await readings.idle()
      return [
        ...(idle === undefined ? [] : [notRun(idle)]),
        ...inDoubt(readings.now.queue()?.doubt),
      ]
    },
  }
}

function unavailable(why: string): FoundProblem {
  return {
    name: 'queue-unavailable',
    severity: 'error',
    stopsAcceptance: true,
    shared: true,
    summary: `The queue keeps nothing: ${shown(why)}`,
    remedy:
      'Bring back what it names: the disk, or Redis and the network to it. The node goes on by itself; restart it only if this says so.',
    page: '#/queue',
  }
}

function notRun(why: string): FoundProblem {
  return {
    name: 'jobs-not-run',
    severity: 'error',
    stopsAcceptance: true,
    shared: false,
    summary: `This node runs no job, though the queue is not paused: ${shown(why)}`,
    remedy: 'See the log for what its worker waits for; restart the node if that lasts.',
    page: '#/queue',
  }
}

function inDoubt(doubt: Doubt | undefined): readonly FoundProblem[] {
  if (!doubt) return []
  return [
    {
      name: 'redis-in-doubt',
      severity: doubt.lost ? 'error' : 'warning',
      stopsAcceptance: false,
      shared: true,
      summary: `What was acknowledged may not all be in the queue: ${shown(doubt.sentence)}`,
      remedy: doubt.lost
        ? 'Restore Redis from its backup, and ask the senders to send the messages of that time again.'
        : 'Look at Redis: whether a replica has taken over, and what it promises of its data.',
      since: doubt.since,
      page: '#/queue',
    },
  ]
}
