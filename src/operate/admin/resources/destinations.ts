/** Destinations in hand: how each is, and to pause, to resume and to try one. */
import { z } from 'zod'
import { nearest } from '../../../base/nearest-word.js'
import type { OperatorActed } from '../../../message/events/events.js'
import type { Destinations } from '../../../path/routing/destinations.js'
import type { DestinationsView, PausedView, TriedView } from '../api.js'
import { type CircuitsOf, destinationStates } from '../destinations/states.js'
import { type Trial, tryOne } from '../destinations/try-one.js'
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
      circuits: z.array(z.object({ url: z.string(), state: z.enum(['closed', 'open', 'trying']) })),
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
      takes: named,
      view: paused,
      handle: async ({ name }, { caller }): Promise<PausedView> => {
        refuseUnless(caller, 'change', { destination: name })
        refuseUnnamed(name, now())
        await queue().pauseDestination(name, caller.who)
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
        refuseUnless(caller, 'change', { destination: name })
        const pauses = await queue().pausedDestinations()
        const names = pauses.map(({ destination }) => destination)
        if (!names.includes(name)) refuseUnnamed(name, now(), names)
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
        refuseUnless(caller, 'change', { destination: name })
        refuseUnnamed(name, now())
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

/** @throws Refused 404 for a name that no destination has, with the nearest one */
function refuseUnnamed(name: string, { all }: Destinations, more: readonly string[] = []): void {
  if (all.some((one) => one.name === name)) return
  const names = [...all.map((one) => one.name), ...more]
  const meant = nearest(name, names)
  throw new Refused(404, `there is no destination ${name}`, { hint: hintFor(meant, names) })
}

function hintFor(meant: string | undefined, names: readonly string[]): string {
  if (meant !== undefined) return `Did you mean ${meant}?`
  return names.length === 0
    ? 'The configuration has none: give the addresses of routes names in destinations.'
    : `There are: ${names.join(', ')}.`
}

/** @throws Refused 409 */
async function refuseStanding(queue: ReturnType<typeof queueOf>): Promise<void> {
  if (!(await queue.stats()).paused) return
  const hint = 'Resume the queue first: waybill queue resume.'
  throw new Refused(409, 'the whole queue is paused: no node takes a job', { hint })
}
