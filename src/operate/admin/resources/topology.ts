/** What this node is connected to: routes, destinations with their health, other nodes of the same journal. */
import { z } from 'zod'
import { within } from '../../../base/deadline.js'
import { printable } from '../../../base/printable.js'
import type { Breakers } from '../../../path/routing/breakers.js'
import type { Destinations } from '../../../path/routing/destinations.js'
import type { Routes } from '../../../path/routing/routes.js'
import type { DestinationView, TopologyView } from '../api.js'
import { shownUrl } from '../destinations/states.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import { listening } from './shapes.js'

/** Entries of the journal that tell which nodes there are, and milliseconds to look for them. */
const MAX_ENTRIES = 500
const DEADLINE = 2_000

const view = z.object({
  node: z.string(),
  listening,
  operations: z.array(z.string()),
  routes: z.array(
    z.object({
      name: z.string(),
      when: z.array(z.string()),
      to: z.array(z.string()),
      mode: z.string(),
    }),
  ),
  destinations: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      transport: z.string(),
      breaker: z.enum(['closed', 'open', 'trying']),
      failures: z.int(),
      cause: z.string().optional(),
      waiting: z.int().optional(),
      named: z.boolean(),
      paused: z.object({ by: z.string(), at: z.int() }).optional(),
    }),
  ),
  nodes: z.array(z.object({ uri: z.string(), seen: z.int() })),
})

/** Which ways messages take from here. */
export interface WaysOn {
  readonly routes: Routes
  readonly destinations: Destinations
}

/** What stays the same when the configuration changes. */
interface Around {
  readonly breakers: Breakers
  readonly operations: readonly string[]
  readonly transportOf: (url: URL) => string | undefined
}

/** @param now  the ways of the configuration that is in effect */
export function topologyResource(
  sources: AdminSources,
  now: () => WaysOn,
  around: Around,
): Resource {
  return resource({
    method: 'GET',
    path: '/api/topology',
    needs: 'look',
    summary: 'This node, its routes, where they lead and how that is, and the nodes beside it.',
    takes: NO_INPUT,
    view,
    handle: async (): Promise<TopologyView> => ({
      node: sources.facts.uri,
      listening: sources.listeningNow(),
      operations: around.operations,
      routes: now().routes.all.map(({ onward: { name, reason, destination, to, mode } }) => ({
        name,
        when: [reason],
        to: [destination ?? to.href],
        mode,
      })),
      destinations: await destinationsOf(sources, now(), around),
      nodes: await nodesOf(sources),
    }),
  })
}

async function destinationsOf(
  { queueNow, journal }: AdminSources,
  { routes, destinations }: WaysOn,
  { breakers, transportOf }: Around,
): Promise<readonly DestinationView[]> {
  const open = new Set(breakers.named.filter((one) => one.open).map((one) => one.destination))
  const named = destinations.all.map(({ name, url }) => ({ name, url }))
  const direct = routes.all.flatMap(({ onward: { destination, to } }) =>
    destination === undefined ? [{ name: to.href, url: to }] : [],
  )
  const pauses = (await queueNow()?.admin.pausedDestinations()) ?? []
  const all = [...new Map([...named, ...direct].map((one) => [one.name, one])).values()]
  return Promise.all(
    all.map(async ({ name, url }): Promise<DestinationView> => {
      const waiting = await queueNow()?.admin.list({
        state: ['waiting', 'delayed'],
        to: url.href,
        limit: 1_000,
      })
      const isOpen = open.has(name)
      const isNamed = named.some((one) => one.name === name)
      const pause = isNamed ? pauses.find((one) => one.destination === name) : undefined
      const page = isOpen
        ? await journal.search({ event: ['breaker'], to: name, outcome: ['open'] }, 1)
        : undefined
      const event = page?.entries[0]?.event
      const opened = event?.event === 'breaker' ? event : undefined
      return {
        name,
        url: shownUrl(url),
        transport: transportOf(url) ?? '',
        breaker: isOpen ? 'open' : 'closed',
        failures: opened?.failures ?? 0,
        cause: opened?.cause,
        waiting: waiting?.length,
        named: isNamed,
        paused: pause && { by: printable(pause.by), at: pause.at },
      }
    }),
  )
}

async function nodesOf({ journal, facts }: AdminSources): Promise<TopologyView['nodes']> {
  const { entries } = await within(DEADLINE, () => journal.search({}, MAX_ENTRIES))
  const seen = new Map<string, number>()
  for (const { node, at } of entries) {
    if (node !== facts.uri && !seen.has(node)) seen.set(node, at)
  }
  return [...seen].map(([uri, at]) => ({ uri, seen: at }))
}
