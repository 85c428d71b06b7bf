/** Destinations in hand: how each is, and to pause, to resume and to try one. */
import { z } from 'zod'
import type { OperatorActed } from '../../../message/events/events.js'
import type { Destinations } from '../../../path/routing/destinations.js'
import type { DestinationsView, PausedView, TriedView } from '../api.js'
import { type CircuitsOf, destinationStates } from '../destinations/states.js'
import { type Trial, tryOne } from '../destinations/try-one.js'
import { unknownDestination } from '../destinations/unknown.js'
import { Refused } from '../refused.js'
import { type Caller, NO_INPUT, type Resource, refuseUnless, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import { acted } from './acted.js'
import { queueOf } from './queue-of.js'
import { moment } from './shapes.js'

const listed = z.object({
  destinations: z.array(
    z.object({
      name: z.string(),
      configured: z.boolean().describe('False for one that is paused, and in no configuration.'),
      paused: z.object({ by: z.string(), at: moment() }).optional(),
      circuits: z.array(
        z.object({
          url: z.string(),
          state: z.enum(['closed', 'open', 'trying']),
          next: moment().optional(),
          cause: z.string().optional(),
        }),
      ),
      waiting: z.int().describe('Messages that are delayed, and those behind them.'),
      oldest: moment().optional(),
    }),
  ),
})

const paused = z.object({ destination: z.string(), paused: z.boolean() })

const tried = z.object({
  destination: z.string(),
  outcome: z.enum(['delivered', 'failed', 'not-sent', 'under-way', 'nothing-waits']),
  id: z.string().optional().describe('Of the job.'),
  cause: z.string().optional(),
})

const named = z.strictObject({ name: z.string().min(1).max(1_000) })

/** @param now  the destinations of the configuration that is in effect */
export function destinationResources(
  sources: AdminSources,
  now: () => Destinations,
  circuitsOf: CircuitsOf,
): readonly Resource[] {
  const record = (caller: Caller, action: OperatorActed['action'], destination: string) => {
    sources.observe(acted(caller, action, 'done', { destination }))
  }
  const queue = () => queueOf(sources)
  const names = () => now().all.map(({ name }) => name)
  const refuseOthers = (caller: Caller, name: string) =>
    refuseUnless(caller, 'change', { destination: name })
  return [
    resource({
      method: 'GET',
      path: '/api/destinations',
      needs: 'look',
      summary: 'Each destination: whether it is paused, its circuits, and what waits for it.',
      takes: NO_INPUT,
      view: listed,
      handle: async (): Promise<DestinationsView> => ({
        destinations: await destinationStates(now(), queue(), circuitsOf),
      }),
    }),
    resource({
      method: 'POST',
      path: '/api/destinations/{name}/pause',
      needs: 'change',
      byMessage: true,
      summary: 'No node of the queue sends anything to it until it is resumed.',
      takes: named.extend({
        by: z.string().min(1).max(100).optional().describe('A name beside that of the caller.'),
      }),
      view: paused,
      handle: async ({ name, by }, { caller }): Promise<PausedView> => {
        refuseOthers(caller, name)
        refuseUnknown(name, names())
        const { who } = caller
        await queue().pauseDestination(name, by === undefined ? who : `${by} (${who})`)
        record(caller, 'pause-destination', name)
        return { destination: name, paused: true }
      },
    }),
    resource({
      method: 'POST',
      path: '/api/destinations/{name}/resume',
      needs: 'change',
      byMessage: true,
      summary: 'What waits for it is sent, the oldest first.',
      takes: named,
      view: paused,
      handle: async ({ name }, { caller }): Promise<PausedView> => {
        refuseOthers(caller, name)
        const pauses = await queue().pausedDestinations()
        refuseUnknown(name, [...names(), ...pauses.map(({ destination }) => destination)])
        await queue().resumeDestination(name)
        record(caller, 'resume-destination', name)
        return { destination: name, paused: false }
      },
    }),
    resource({
      method: 'POST',
      path: '/api/destinations/{name}/try',
      needs: 'change',
      byMessage: true,
      summary: 'Sends the message that has waited for it longest, even if it is paused or down.',
      takes: named,
      view: tried,
      handle: async ({ name }, { caller, signal }): Promise<TriedView> => {
        refuseOthers(caller, name)
        refuseUnknown(name, names())
        await refuseStanding(queue())
        const trial: Trial = await tryOne(queue(), name, signal)
        const { id, cause } = trial
        const done = trial.outcome === 'failed' || trial.outcome === 'not-sent' ? 'failed' : 'done'
        const more = { destination: name, cause, ids: id === undefined ? undefined : [id] }
        sources.observe(acted(caller, 'try-destination', done, more))
        return { destination: name, ...trial }
      },
    }),
  ]
}

/** @throws Refused 404 */
function refuseUnknown(name: string, names: readonly string[]): void {
  const unknown = unknownDestination(name, names)
  if (unknown) throw new Refused(404, unknown.error, { hint: unknown.hint })
}

/** @throws Refused 409 */
async function refuseStanding(queue: ReturnType<typeof queueOf>): Promise<void> {
  if (!(await queue.stats()).paused) return
  const hint = 'Resume the queue first: waybill queue resume.'
  throw new Refused(409, 'the whole queue is paused: no node takes a job', { hint })
}
