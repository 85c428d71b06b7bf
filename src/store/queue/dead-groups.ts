/** Dead letters by their causes: how many of each there are, of which operations, and where they were to go. */
import type { QueueAdmin } from './admin.js'
import { alike } from './alike.js'
import { type JobQuery, matches } from './listing.js'
import type { PagedJob, Position } from './page.js'

/** Which dead letters are meant: those for which all holds that is stated. */
export interface DeadQuery extends Omit<JobQuery, 'state' | 'ids' | 'limit'> {
  /** What `alike` makes of the cause; empty for those without one. */
  readonly group?: string | undefined
  /** Died then or before, in milliseconds since 1970. */
  readonly died?: number | undefined
}

export interface DeadGroup {
  /** What `alike` makes of each cause; empty for those without one. */
  readonly group: string
  /** The cause of the one that died last. */
  readonly cause: string | undefined
  readonly count: number
  /** The commonest first. */
  readonly operations: readonly NamedCount[]
  /** Names of destinations, or addresses of those without one; the commonest first. */
  readonly destinations: readonly NamedCount[]
  /** Milliseconds since 1970, when the first and the last of them died. */
  readonly first: number
  readonly last: number
}

/** How many have a name; undefined for those without one. */
export interface NamedCount {
  readonly name: string | undefined
  readonly count: number
}

export interface DeadGroups {
  /** The largest first. */
  readonly groups: readonly DeadGroup[]
  /** Dead letters that were read. */
  readonly looked: number
  /** False if there are older ones, which were not read. */
  readonly all: boolean
  /** Those that are meant, and are in none of `groups`, as there are too many. */
  readonly others: number
}

/** Changed in tests. */
export interface DeadGroupBounds {
  /** Jobs that are read together: then others have their turn. */
  readonly page: number
  readonly maxLooked: number
  /** Milliseconds after which no further page is read. */
  readonly time: number
  readonly maxGroups: number
  /** Names of operations, and of destinations, that a group lists. */
  readonly maxNames: number
}

export const DEAD_GROUP_BOUNDS: DeadGroupBounds = Object.freeze({
  page: 200,
  maxLooked: 200_000,
  time: 10_000,
  maxGroups: 100,
  maxNames: 20,
})

/** A group that grows. */
interface Growing {
  count: number
  readonly cause: string | undefined
  first: number
  last: number
  readonly operations: Map<string | undefined, number>
  readonly destinations: Map<string | undefined, number>
}

/** @param now  milliseconds that only go up */
export async function deadGroups(
  admin: Pick<QueueAdmin, 'page'>,
  query: DeadQuery,
  now: () => number,
  bounds: DeadGroupBounds = DEAD_GROUP_BOUNDS,
): Promise<DeadGroups> {
  const groups = new Map<string, Growing>()
  const begun = now()
  let [looked, others] = [0, 0]
  let after: Position | undefined
  do {
    const { jobs, next } = await admin.page({ state: 'dead', after, limit: bounds.page })
    for (const job of jobs) {
      if (isMeant(job, query) && !added(groups, job, bounds)) others += 1
    }
    looked += jobs.length
    after = next
  } while (after && looked < bounds.maxLooked && now() - begun < bounds.time)
  const all = after === undefined
  const found = [...groups].map(([group, grown]) => groupOf(group, grown))
  return { groups: found.toSorted((one, two) => two.count - one.count), looked, all, others }
}

/** True if a dead letter is one of those that are meant. */
export function isMeant(job: PagedJob, { group, died, ...words }: DeadQuery): boolean {
  return (
    job.state === 'dead' &&
    (died === undefined || diedAt(job) <= died) &&
    matches(job, words) &&
    (group === undefined || alike(job.cause ?? '') === group)
  )
}

/** Where it was to go: the name of the destination, or the address of one without a name. */
export function goalOf({
  destination,
  to,
}: Pick<PagedJob, 'to'> & Partial<PagedJob>): string | undefined {
  return destination ?? to
}

function diedAt({ ended, accepted }: PagedJob): number {
  return ended ?? accepted
}

/** @returns false if there is no room for another group */
function added(groups: Map<string, Growing>, job: PagedJob, bounds: DeadGroupBounds): boolean {
  const key = alike(job.cause ?? '')
  const at = diedAt(job)
  const group = groups.get(key) ?? begin(job.cause, at)
  if (group.count === 0) {
    if (groups.size >= bounds.maxGroups) return false
    groups.set(key, group)
  }
  group.count += 1
  group.first = Math.min(group.first, at)
  group.last = Math.max(group.last, at)
  count(group.operations, job.operation, bounds.maxNames)
  count(group.destinations, goalOf(job), bounds.maxNames)
  return true
}

function begin(cause: string | undefined, at: number): Growing {
  return { count: 0, cause, first: at, last: at, operations: new Map(), destinations: new Map() }
}

/** A name for which there is no room any more is counted in none. */
function count(names: Map<string | undefined, number>, name: string | undefined, most: number) {
  const sum = names.get(name)
  if (sum !== undefined || names.size < most) names.set(name, (sum ?? 0) + 1)
}

function groupOf(group: string, grown: Growing): DeadGroup {
  const { operations, destinations, ...rest } = grown
  return { group, ...rest, operations: listed(operations), destinations: listed(destinations) }
}

function listed(names: ReadonlyMap<string | undefined, number>): readonly NamedCount[] {
  return [...names]
    .map(([name, sum]) => ({ name, count: sum }))
    .toSorted((one, two) => two.count - one.count)
}
