/** Finds destinations that operators have paused, with who did, and what waits until they are resumed. */
import { momentOf } from '../../../base/moment.js'
import { wallTime } from '../../../base/time.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import type { PausedDestination, WaitingMessages } from '../../../store/queue/pauses.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { counted, shown, spanText } from '../shown-text.js'

/**
 * @param queue       undefined before it is open
 * @param configured  whether the configuration that is in effect has a destination of that name
 */
export function pausedDestinations(
  queue: () => Pick<QueueAdmin, 'pausedDestinations' | 'waitingFor'> | undefined,
  configured: (name: string) => boolean,
): ProblemSource {
  return {
    name: 'paused destinations',
    every: 5_000,
    find: async () => {
      const admin = queue()
      if (!admin) return []
      const pauses = await admin.pausedDestinations()
      return Promise.all(
        pauses.map(async (pause) => {
          const waits = await admin.waitingFor(pause.destination)
          return paused(pause, waits, configured(pause.destination))
        }),
      )
    },
  }
}

function paused(
  { destination, by, at }: PausedDestination,
  { waiting, oldest }: WaitingMessages,
  configured: boolean,
): FoundProblem {
  const name = shown(destination)
  const age = oldest === undefined ? undefined : Math.max(0, wallTime() - oldest)
  const waits =
    waiting === 0
      ? 'nothing waits for it'
      : `${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'} for it${age === undefined ? '' : `, the oldest for ${spanText(age)}`}`
  const gone = configured ? '' : ' The configuration has no destination of that name any more.'
  return {
    name: 'destination-paused',
    subject: name,
    severity: 'warning',
    stopsAcceptance: false,
    shared: true,
    summary: `${shown(by)} has paused ${name} on ${momentOf(at)}; ${waits}.${gone}`,
    remedy: `Resume it once it may get messages again: waybill destinations resume ${name}.`,
    since: at,
    waiting,
    oldest: age,
    page: '#/topology',
  }
}
