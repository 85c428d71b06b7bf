/** A page of jobs of one state on Redis: only the jobs that it shows are loaded, however many there are. */
import type { Queue } from 'bullmq'
import { wallTime } from '../../../base/time.js'
import type { ListedState } from '../listing.js'
import type { JobPage, PagedJob, PageQuery, Position } from '../page.js'
import { pagedOf } from '../summary.js'
import { recordOf } from './job-record.js'
import { HELD } from './lua.js'
import type { JobStore } from './store.js'
import { readStored } from './stored-job.js'

/** A job in its line, by its id of BullMQ. */
interface Entry {
  readonly id: string
  readonly position: Position
  readonly suspended: boolean
}

/** What of a sorted set of Redis a line is; of one without bounds, all. */
interface Range {
  /** Its key, without the prefix. */
  readonly set: string
  readonly low?: (now: number) => string
  readonly high?: (now: number) => string
  readonly newestFirst?: true
}

/** `wait` is the line of those whose turn is next, `active` all that run. */
type Line = 'wait' | 'active' | Range

/** BullMQ keeps until when a job is delayed as milliseconds times this. */
const SCALE = 4096
const dueFrom = (now: number) => String((now + 1) * SCALE)

/** Some wait as their delay is over, and stand among the delayed ones until BullMQ looks; others for their lane. */
const LINES: Readonly<Record<ListedState, readonly Line[]>> = {
  waiting: [
    'wait',
    { set: 'jobs:delayed', high: (now) => `(${dueFrom(now)}` },
    { set: 'jobs:delayed', low: () => HELD },
  ],
  delayed: [{ set: 'jobs:delayed', low: dueFrom, high: () => `(${HELD}` }],
  suspended: [{ set: 'suspended', low: (now) => String(now + 1) }],
  running: ['active'],
  done: [{ set: 'jobs:completed', newestFirst: true }],
  dead: [{ set: 'jobs:failed', newestFirst: true }],
}

/** Entries that a script reads at most: it holds Redis up while it runs. */
const PORTION = 200

export async function readPage(
  queue: Queue,
  store: JobStore,
  { state, after, limit }: PageQuery,
): Promise<JobPage> {
  const entries = await entriesOf(store, state, after, limit + 1)
  const shown = entries.slice(0, limit)
  const jobs = await Promise.all(shown.map((entry) => jobOf(queue, state, entry)))
  return {
    // One that has gone on meanwhile is on no page of this state.
    jobs: jobs.filter((job) => job !== undefined).filter((job) => job.state === state),
    next: entries.length > limit ? shown.at(-1)?.position : undefined,
  }
}

async function jobOf(
  queue: Queue,
  state: ListedState,
  { id, position: { order } }: Entry,
): Promise<PagedJob | undefined> {
  const taken = await queue.getJob(id)
  if (!taken) return undefined
  const job = recordOf(taken, state === 'suspended' ? 'delayed' : state, readStored(taken.data))
  if (state === 'delayed') return pagedOf(job, Math.floor(order / SCALE))
  return pagedOf(job, state === 'suspended' ? order : undefined)
}

/** Jobs of a state behind a position, at most so many. */
async function entriesOf(
  store: JobStore,
  state: ListedState,
  after: Position | undefined,
  most: number,
): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for (const [number, line] of LINES[state].entries()) {
    if (number < (after?.line ?? 0)) continue
    let from = after?.line === number ? after : undefined
    for (let portion = PORTION; portion === PORTION && found.length < most; ) {
      const entries = await read(store, line, number, from)
      found.push(...entries.filter((entry) => isListed(entry, state)))
      portion = entries.length
      from = entries.at(-1)?.position
    }
  }
  return found.slice(0, most)
}

function isListed({ suspended }: Entry, state: ListedState): boolean {
  if (state === 'suspended') return suspended
  return state !== 'delayed' || !suspended
}

/** @returns `PORTION` entries of a line, or less if there are no more */
function read(
  store: JobStore,
  line: Line,
  number: number,
  from: Position | undefined,
): Promise<readonly Entry[]> {
  switch (line) {
    case 'wait':
      return readWaiting(store, number, from)
    case 'active':
      return readRunning(store, number, from)
    default:
      return readRange(store, line, number, from)
  }
}

async function readWaiting(
  store: JobStore,
  line: number,
  from: Position | undefined,
): Promise<readonly Entry[]> {
  const ids = listOf(await store.run('pageOfLine', from?.tie ?? '', PORTION))
  return ids
    .toReversed()
    .map((id) => ({ id, position: { line, order: 0, tie: id }, suspended: false }))
}

/** They are few, as many as workers run at once. */
async function readRunning(
  store: JobStore,
  line: number,
  from: Position | undefined,
): Promise<readonly Entry[]> {
  const found = grouped(listOf(await store.run('running')), 2)
  return found
    .map(([id = '', accepted]) => ({
      id,
      position: { line, order: Number(accepted), tie: id },
      suspended: false,
    }))
    .toSorted((one, two) => newest(one.position, two.position))
    .filter(({ position }) => !from || newest(from, position) < 0)
    .slice(0, PORTION)
}

function newest(one: Position, two: Position): number {
  return two.order - one.order || Number(one.tie < two.tie) - Number(one.tie > two.tie)
}

async function readRange(
  store: JobStore,
  { set, low, high, newestFirst }: Range,
  line: number,
  from: Position | undefined,
): Promise<readonly Entry[]> {
  const now = wallTime()
  const bounds = [low?.(now) ?? '-inf', high?.(now) ?? '+inf', newestFirst ? '1' : '']
  const behind = from ? [from.order, from.tie] : ['', '']
  const found = await store.run('pageOfSet', store.key(set), ...bounds, ...behind, PORTION)
  const entries = grouped(listOf(found), 3).map(([id = '', score, suspended]) => ({
    id,
    position: { line, order: Number(score), tie: id },
    suspended: suspended === '1',
  }))
  return newestFirst ? entries.toReversed() : entries
}

function listOf(answer: unknown): readonly string[] {
  return Array.isArray(answer) ? answer.map(String) : []
}

function grouped(list: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: list.length / size }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
