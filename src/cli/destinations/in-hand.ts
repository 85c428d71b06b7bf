/** Reaches the destinations of a configuration: over the node that runs with it, or in its store if none does. */
import { userInfo } from 'node:os'
import { z } from 'zod'
import { printable } from '../../base/printable.js'
import type { Config } from '../../config/schema.js'
import { EXIT } from '../../errors.js'
import type { DestinationState, TriedView } from '../../operate/admin/api.js'
import { destinationStates } from '../../operate/admin/destinations/states.js'
import { unknownDestination } from '../../operate/admin/destinations/unknown.js'
import type { NodeAnswer, NodeRequest } from '../../operate/running/ask.js'
import { askIfRunning } from '../command/ask-node.js'
import { withAdminOf } from '../command/open-admin.js'
import { note } from '../command/print.js'

const states = z.object({
  destinations: z.array(
    z.object({
      name: z.string(),
      configured: z.boolean(),
      paused: z.object({ by: z.string(), at: z.number() }).optional(),
      circuits: z.array(z.object({ url: z.string(), state: z.enum(['closed', 'open', 'trying']) })),
      waiting: z.number(),
      oldest: z.number().optional(),
    }),
  ),
}) satisfies z.ZodType<{ readonly destinations: readonly DestinationState[] }>

const trial = z.object({
  destination: z.string(),
  outcome: z.enum(['delivered', 'failed', 'not-sent', 'under-way', 'nothing-waits']),
  id: z.string().optional(),
  cause: z.string().optional(),
}) satisfies z.ZodType<TriedView>

const refusal = z.object({ error: z.string(), hint: z.string().optional() })

/** What was refused, as it was said: the exit code says that nothing was done. */
type Refused = undefined

/** @returns the destinations, and why no node could be asked, if none could: then no circuit is there */
export async function statesOf(
  config: Config,
): Promise<
  { readonly all: readonly DestinationState[]; readonly absent?: string | undefined } | Refused
> {
  const answer = await askIfRunning(config, { method: 'GET', path: '/api/destinations' })
  if ('status' in answer) {
    const body = taken(answer)
    return body === undefined ? undefined : { all: states.parse(body).destinations }
  }
  const all = Object.keys(config.destinations).map((name) => ({ name }))
  let found: readonly DestinationState[] = []
  await withAdminOf(config, async (admin) => {
    found = await destinationStates({ all }, admin, () => [])
  })
  return { all: found, absent: answer.why }
}

/** @returns false if there is no such destination, which was printed */
export async function turn(
  config: Config,
  what: 'pause' | 'resume',
  name: string,
): Promise<boolean> {
  const by = userInfo().username
  const body = what === 'pause' ? { by } : {}
  const answer = await askIfRunning(config, { method: 'POST', path: pathOf(name, what), body })
  if ('status' in answer) return taken(answer) !== undefined
  let done = true
  await withAdminOf(config, async (admin) => {
    const paused = (await admin.pausedDestinations()).map(({ destination }) => destination)
    const names = Object.keys(config.destinations)
    const may = what === 'pause' ? names : [...names, ...paused]
    const unknown = unknownDestination(name, may)
    if (unknown) done = refuse(unknown.error, unknown.hint)
    else if (what === 'pause') await admin.pauseDestination(name, by)
    else await admin.resumeDestination(name)
  })
  return done
}

/** Only a node can send. */
export async function tryOne(config: Config, name: string): Promise<TriedView | Refused> {
  const request: NodeRequest = { method: 'POST', path: pathOf(name, 'try'), body: {} }
  const answer = await askIfRunning(config, request)
  if ('status' in answer) {
    const body = taken(answer)
    return body === undefined ? undefined : trial.parse(body)
  }
  note(`error: only a running node sends: ${answer.why}`)
  process.exitCode = EXIT.unavailable
  return undefined
}

function pathOf(name: string, what: 'pause' | 'resume' | 'try'): string {
  return `/api/destinations/${encodeURIComponent(name)}/${what}`
}

/** @returns undefined for what was refused, which is printed */
function taken({ status, body }: NodeAnswer): unknown {
  if (status < 400) return body
  const { error, hint } = refusal.safeParse(body).data ?? { error: `the node answered ${status}` }
  refuse(error, hint)
  return undefined
}

function refuse(error: string, hint: string | undefined): false {
  note(`error: ${printable(error)}`)
  if (hint !== undefined) note(`  ${printable(hint)}`)
  process.exitCode = EXIT.dataError
  return false
}
