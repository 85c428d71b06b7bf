/** Which destinations get no message now, so that whoever replays dead letters learns that they will wait. */
import type { Destinations } from '../../../path/routing/destinations.js'
import type { QueueAdmin } from '../../../store/queue/admin.js'
import type { DownView } from '../dead-view.js'
import { type CircuitsOf, shownUrl } from '../destinations/states.js'

/** Of these destinations, by their names or URLs, those that get no message now. */
export type DownAmong = (
  queue: Pick<QueueAdmin, 'pausedDestinations'>,
  goals: Iterable<string | undefined>,
) => Promise<readonly DownView[]>

/**
 * @param now         the destinations of the configuration that is in effect
 * @param circuitsOf  of each of their addresses: one that is not open suffices
 */
export function downAmong(now: () => Destinations, circuitsOf: CircuitsOf): DownAmong {
  return async (queue, goals) => {
    const wanted = new Set(goals)
    const meant = now().all.filter(({ name, url }) => wanted.has(name) || wanted.has(url.href))
    if (meant.length === 0) return []
    const paused = new Set((await queue.pausedDestinations()).map(({ destination }) => destination))
    return meant.flatMap((one): readonly DownView[] => {
      const down = { destination: one.name, url: shownUrl(one.url) }
      if (paused.has(one.name)) return [{ ...down, state: 'paused' }]
      const open = circuitsOf(one).every(({ state }) => state === 'open')
      return open ? [{ ...down, state: 'circuit open' }] : []
    })
  }
}
