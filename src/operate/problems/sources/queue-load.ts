/** Finds whether the queue is paused, how near it is to its bounds, and whether what waits in it grows old. */
import type { Config } from '../../../config/schema.js'
import type { QueueStats } from '../../../store/queue/admin.js'
import type { QueueBounds } from '../../../store/queue/bounds.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { counted, shown, spanText } from '../shown-text.js'
import type { QueueNow, QueueReadings } from './queue-readings.js'

type Bounds = Pick<Config['queue'], 'maxDepth' | 'maxBytes'> & QueueBounds

/** Milliseconds that the oldest job waits from which on there is a backlog: idle workers take one at once. */
const LONG_WAIT = 60_000

const OF_QUEUE = { stopsAcceptance: false, shared: true, page: '#/queue' } as const

type Readings = Pick<QueueReadings, 'stats'> & { readonly now: Pick<QueueNow, 'queue'> }

/** @param full  percent of a bound from which on the queue is nearly full */
export function queueLoad(readings: Readings, bounds: Bounds, full: number): ProblemSource {
  return {
    name: 'load of the queue',
    every: 5_000,
    find: async () => {
      const queue = readings.now.queue()
      const stats = await readings.stats()
      if (!queue || !stats) return []
      const takesNoMore = queue.problem === undefined && !queue.available
      return [
        ...(takesNoMore ? [refusing(queue.status, stats)] : fullOf(stats, bounds, full)),
        ...(stats.paused ? [paused(stats)] : backlogOf(stats)),
      ]
    },
  }
}

function refusing(status: string, stats: QueueStats): FoundProblem {
  return {
    ...OF_QUEUE,
    name: 'queue-full',
    severity: 'error',
    summary: `The queue takes no more: ${shown(status)}`,
    remedy:
      'Senders are told to try again. Start more workers, or raise the bound of the queue that is named; see what waits.',
    ...waitingIn(stats),
  }
}

/** @returns what is nearer to its bound than `full` percent */
export function fullOf(
  stats: QueueStats,
  { maxDepth, maxSuspended, maxAge, maxBytes }: Bounds,
  full: number,
): readonly FoundProblem[] {
  const { waiting, delayed, suspended, oldest = 0, attachmentBytes = 0 } = stats
  const share = (subject: string, now: number, most: number, bound: string) => {
    const percent = Math.floor((now / most) * 100)
    return percent < full ? [] : [nearlyFull(subject, percent, bound, stats)]
  }
  return [
    ...share(
      'depth',
      waiting + delayed,
      maxDepth,
      `queue.maxDepth: ${waiting + delayed} of ${maxDepth} jobs`,
    ),
    ...share(
      'suspended jobs',
      suspended,
      maxSuspended,
      `the jobs that may be suspended: ${suspended} of ${maxSuspended}`,
    ),
    ...share(
      'age',
      oldest,
      maxAge,
      `the longest that a job may wait: ${spanText(oldest)} of ${spanText(maxAge)}`,
    ),
    // With a bound of 0 none are taken.
    ...(maxBytes > 0
      ? share(
          'attachments',
          attachmentBytes,
          maxBytes,
          `queue.maxBytes: ${attachmentBytes} of ${maxBytes} bytes`,
        )
      : []),
  ]
}

function nearlyFull(
  subject: string,
  percent: number,
  bound: string,
  stats: QueueStats,
): FoundProblem {
  return {
    ...OF_QUEUE,
    name: 'queue-full',
    subject,
    severity: 'warning',
    summary: `The queue is nearly full: ${percent} % of ${bound}.`,
    remedy:
      'See what waits, and for what; start more workers, or raise the bound in the configuration.',
    ...waitingIn(stats),
  }
}

function paused(stats: QueueStats): FoundProblem {
  return {
    ...OF_QUEUE,
    name: 'queue-paused',
    severity: 'warning',
    summary: 'The queue is paused: messages are accepted, and no node runs them.',
    remedy: 'waybill queue resume',
    ...waitingIn(stats),
  }
}

function backlogOf(stats: QueueStats): readonly FoundProblem[] {
  const { oldest = 0, waiting } = stats
  if (oldest < LONG_WAIT) return []
  return [
    {
      ...OF_QUEUE,
      name: 'backlog',
      severity: 'warning',
      summary: `${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'} for a worker, the oldest for ${spanText(oldest)}.`,
      remedy:
        'See which operations are slow. Raise queue.concurrency, or start more workers; see whether those that there are run.',
      ...waitingIn(stats),
    },
  ]
}

function waitingIn({ waiting, delayed, oldest }: QueueStats) {
  return { waiting: waiting + delayed, oldest }
}
