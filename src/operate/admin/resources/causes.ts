/** What failed, by its causes: entries of the journal in groups, so that a thousand faults of one cause are one line. */
import { z } from 'zod'
import { within } from '../../../base/deadline.js'
import { monotonicTime } from '../../../base/time.js'
import type { NodeEvent } from '../../../message/events/events.js'
import type { JournalEntry, JournalQuery, JournalReader } from '../../../store/journal/journal.js'
import { alike } from '../../../store/queue/alike.js'
import type { CauseGroup, CausesView } from '../exchanges-view.js'
import { type Resource, resource } from '../resource.js'
import type { AdminSources } from '../sources.js'
import { Asking, requested } from './exchanges.js'
import { away } from './shapes.js'

/** Milliseconds that all takes at most, and after which no further page is read. */
const DEADLINE = 20_000
const READING = 8_000
/** Entries that are read together, and in all. */
const PAGE = 500
const MAX_LOOKED = 20_000
const MAX_GROUPS = 100
const MAX_NAMES = 20

/** What counts as failed, unless the query says otherwise. */
const FAILED = ['fault', 'refused', 'dead', 'retry']

const view = z.object({
  groups: z.array(
    z.object({
      group: z.string(),
      cause: z.string().optional(),
      side: z.enum(['client', 'server']),
      count: z.int(),
      operations: z.array(z.string()).describe('At most 20.'),
      first: z.int(),
      last: z.int(),
    }),
  ),
  looked: z.int().describe('Entries that were read, the newest.'),
  all: z.boolean().describe('False if there are older ones, which were not read.'),
  others: z.int().describe('How many are in none of the groups, as there are too many groups.'),
  away: z.array(away),
})

export function causesResource({ journal, otherNodes }: AdminSources): Resource {
  return resource({
    method: 'GET',
    path: '/api/exchanges/causes',
    needs: 'look',
    summary: 'What failed by its causes, client and server faults apart, the largest group first.',
    takes: requested.omit({ after: true, limit: true }),
    view,
    handle: ({ own: only, ...query }): Promise<CausesView> =>
      within(DEADLINE, async () => {
        const asking = new Asking(journal, only ? [] : otherNodes)
        const found = await causesIn(asking.journal, { ...query, outcome: query.outcome ?? FAILED })
        return { ...found, away: asking.away }
      }),
  })
}

/** A group that grows. */
interface Growing extends Omit<CauseGroup, 'operations'> {
  count: number
  first: number
  readonly operations: Set<string>
}

async function causesIn(
  journal: JournalReader,
  query: JournalQuery,
): Promise<Omit<CausesView, 'away'>> {
  const groups = new Map<string, Growing>()
  const begun = monotonicTime()
  let [looked, others] = [0, 0]
  let after: string | undefined
  do {
    const { entries, next } = await journal.search(query, PAGE, after)
    for (const entry of entries) if (!added(groups, entry)) others += 1
    looked += entries.length
    after = next
  } while (after !== undefined && looked < MAX_LOOKED && monotonicTime() - begun < READING)
  const found = [...groups.values()].map((group) => ({
    ...group,
    operations: [...group.operations],
  }))
  return {
    groups: found.toSorted((one, two) => two.count - one.count),
    looked,
    all: after === undefined,
    others,
  }
}

/** @returns false if there is no room for another group */
function added(groups: Map<string, Growing>, { at, event }: JournalEntry): boolean {
  const cause = causeOf(event)
  const side = sideOf(event)
  const group = alike(cause ?? '')
  const key = `${side} ${group}`
  const existing = groups.get(key)
  if (!existing && groups.size >= MAX_GROUPS) return false
  // The newest comes first.
  const growing = existing ?? {
    ...{ group, cause, side, count: 0, first: at, last: at },
    operations: new Set<string>(),
  }
  if (!existing) groups.set(key, growing)
  growing.count += 1
  growing.first = Math.min(growing.first, at)
  const operation = 'operation' in event ? event.operation : undefined
  if (operation !== undefined && growing.operations.size < MAX_NAMES) {
    growing.operations.add(operation)
  }
  return true
}

/** What was refused without words has the name of the refusal. */
function causeOf(event: NodeEvent): string | undefined {
  if (event.event === 'exchange') return event.cause ?? event.refusal
  return event.cause
}

/** At whom the failure is: an attempt of a job fails at the node, or at what it sends to. */
function sideOf(event: NodeEvent): CauseGroup['side'] {
  if (event.event === 'exchange') return event.code === 'Server' ? 'server' : 'client'
  return event.event === 'job' || event.event === 'breaker' ? 'server' : 'client'
}
