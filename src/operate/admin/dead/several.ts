/** Chooses the dead letters of one request that changes many, and changes them a few at a time. */
import type { QueueAdmin } from '../../../store/queue/admin.js'
import { type DeadQuery, goalOf, isMeant } from '../../../store/queue/dead-groups.js'
import type { JobSummary } from '../../../store/queue/listing.js'
import type { Position } from '../../../store/queue/page.js'

/** Dead letters that are changed at once: what the queue writes together, it writes fast. */
const AT_ONCE = 50
/** Dead letters that are read together, after which a slice is large enough, and that are read for one at most. */
const PAGE = 250
const MAX_LOOKED = 5_000
/** Dead letters that are read for a list. */
const MAX_LISTED = 20_000

/** An id, and its job; undefined if there is none. */
type Wanted = readonly [id: string, job: JobSummary | undefined]

/** Those of a filter, from where the slice before ended: each is in one slice, though it dies again meanwhile. */
export async function sliceOf(
  queue: Pick<QueueAdmin, 'page'>,
  filter: DeadQuery,
  from: Position | undefined,
): Promise<{ readonly wanted: readonly Wanted[]; readonly next: Position | undefined }> {
  const wanted: Wanted[] = []
  let looked = 0
  let after = from
  do {
    const { jobs, next } = await queue.page({ state: 'dead', after, limit: PAGE })
    for (const job of jobs) if (isMeant(job, filter)) wanted.push([job.id, job])
    looked += jobs.length
    after = next
  } while (after && wanted.length < PAGE && looked < MAX_LOOKED)
  return { wanted, next: after }
}

/** The newest of those for which a filter holds, at most so many. */
export async function newestOf(
  queue: Pick<QueueAdmin, 'page'>,
  filter: DeadQuery,
  most: number,
): Promise<readonly JobSummary[]> {
  const found: JobSummary[] = []
  let looked = 0
  let after: Position | undefined
  do {
    const { jobs, next } = await queue.page({ state: 'dead', after, limit: PAGE })
    for (const job of jobs) if (isMeant(job, filter)) found.push(job)
    looked += jobs.length
    after = next
  } while (after && found.length < most && looked < MAX_LISTED)
  return found.slice(0, most)
}

export async function existing(
  queue: Pick<QueueAdmin, 'list'>,
  ids: readonly string[],
): Promise<readonly Wanted[]> {
  const wanted = [...new Set(ids)]
  const jobs = new Map(
    (await queue.list({ ids: wanted, limit: wanted.length || 1 })).map((job) => [job.id, job]),
  )
  return wanted.map((id) => [id, jobs.get(id)])
}

export async function each<Result extends string>(
  wanted: readonly Wanted[],
  work: (wanted: Wanted) => Promise<Result>,
): Promise<{
  readonly results: readonly (readonly [string, Result])[]
  /** Where those that were changed go. */
  readonly goals: ReadonlySet<string | undefined>
}> {
  const results: (readonly [string, Result])[] = []
  const goals = new Set<string | undefined>()
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE)
    results.push(
      ...(await Promise.all(some.map(async (one) => [one[0], await work(one)] as const))),
    )
  }
  const changed = new Set(results.flatMap(([id, result]) => (result === 'done' ? [id] : [])))
  for (const [id, job] of wanted) if (job && changed.has(id)) goals.add(goalOf(job))
  return { results, goals }
}
