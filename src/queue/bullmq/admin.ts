/** What operators see and do of a queue on BullMQ. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IQueueBackend, Queue, Job as Taken } from 'bullmq'
import { answered } from '../answered.js'
import { envelopeIn } from '../content.js'
import type {
  JobDetail,
  JobQuery,
  JobSummary,
  ListedState,
  QueueDesk,
  QueueStats,
} from '../queue.js'
import { sleepingCause } from '../suspension.js'
import { attemptsOf, sleepOf } from './attempts.js'
import type { Backing } from './backing.js'
import { readHistory } from './history.js'
import { matches } from './query.js'
import type { Shelf } from './store.js'
import { readStored, type StoredJob, unreadable } from './stored-job.js'
import { fromStoredId, toStoredId } from './stored-names.js'

/** The states of BullMQ by those that operators see. */
const STATES = {
  waiting: 'wait',
  delayed: 'delayed',
  running: 'active',
  done: 'completed',
  dead: 'failed',
} as const satisfies Record<ListedState, string>
/** Under this name, which it does not declare, Postgres counts what waits while the queue is paused. */
const HELD = 'paused' as 'wait'
const LISTED = Object.keys(STATES) as readonly ListedState[]

/** Of what happens, BullMQ keeps so many events; one job makes four. */
export const EVENTS = 10_000
/** Jobs that are in memory at a time while a list is searched. */
const PAGE = 50
/** Milliseconds that an operator waits at most. */
const LONGEST = 60_000
/** Milliseconds after which it is looked again whether another operator is done with a job. */
const BUSY = 50

type Changed = 'done' | 'not-dead' | 'unknown'
type Change = (taken: Taken, stored: StoredJob | undefined) => Promise<void>

export class BullmqDesk implements QueueDesk {
  readonly #queue: Queue
  readonly #backing: Backing
  readonly #shelf: Shelf

  constructor(queue: Queue, backing: Backing, shelf: Shelf) {
    this.#queue = queue
    this.#backing = backing
    this.#shelf = shelf
  }

  stats(): Promise<QueueStats> {
    return answered(LONGEST, () => this.#stats())
  }

  list(query: JobQuery): Promise<readonly JobSummary[]> {
    return answered(LONGEST, () => this.#list(query))
  }

  show(id: string): Promise<JobDetail | undefined> {
    return answered(LONGEST, () => this.#show(id))
  }

  pause(): Promise<void> {
    return answered(LONGEST, () => this.#queue.pause())
  }

  resume(): Promise<void> {
    return answered(LONGEST, () => this.#queue.resume())
  }

  async #stats(): Promise<QueueStats> {
    const [counts, paused, { oldest }] = await Promise.all([
      this.#queue.getJobCounts('wait', HELD, 'delayed', 'active', 'completed', 'failed'),
      this.#queue.isPaused(),
      this.#backing.waiting(this.#queue),
    ])
    const {
      wait = 0,
      [HELD]: held = 0,
      delayed = 0,
      active = 0,
      completed = 0,
      failed = 0,
    } = counts
    return {
      backend: this.#backing.name,
      paused,
      waiting: wait + held,
      delayed,
      running: active,
      done: completed,
      dead: failed,
      oldest: oldest === undefined ? undefined : Date.now() - oldest,
    }
  }

  async #list(query: JobQuery): Promise<readonly JobSummary[]> {
    const limit = query.limit ?? 100
    const found = query.ids
      ? await this.#byIds(query.ids, query)
      : (
          await Promise.all(
            (query.states ?? LISTED).map((state) => this.#scan(state, query, limit)),
          )
        ).flat()
    return found
      .toSorted((one, two) => (two.ended ?? two.accepted) - (one.ended ?? one.accepted))
      .slice(0, limit)
  }

  async #show(id: string): Promise<JobDetail | undefined> {
    const taken = await this.#queue.getJob(toStoredId(id))
    if (!taken) return undefined
    const stored = readStored(taken.data)
    const [state, history, content] = await Promise.all([
      this.#stateOf(taken),
      readHistory(this.#backend, taken.id ?? ''),
      stored ? this.#shelf.content(stored) : undefined,
    ])
    return {
      ...summaryOf(taken, state, stored),
      body: envelopeIn(content ?? ''),
      history: history.map(({ attempt, at, node, cause }) => ({ attempt, at, node, cause })),
    }
  }

  replay(id: string): Promise<Changed> {
    return this.#changed(id, async (taken, stored) => {
      // Every attempt anew: those that died with their node, too, which BullMQ goes on counting.
      if (stored) {
        const { sleep: _, life = 0, ...rest } = stored
        await taken.updateData({ ...rest, life: life + 1, stalls: taken.stalledCounter })
      }
      await taken.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
    })
  }

  remove(id: string): Promise<Changed> {
    return this.#changed(id, async (taken, stored) => {
      await taken.remove()
      const { id: jobId = '' } = taken
      if (this.#backing.silent)
        await this.#backend.publishEvent({ event: 'removed', jobId }, EVENTS)
      if (stored) await this.#shelf.drop(stored)
    })
  }

  #changed(id: string, change: Change): Promise<Changed> {
    return answered(LONGEST, () => this.#changeDead(id, change))
  }

  /** Changes a dead job while nobody else does, so that each is told what has become of it. */
  async #changeDead(id: string, change: Change): Promise<Changed> {
    const token = randomUUID()
    let release = await this.#shelf.reserve(id, token)
    while (!release) {
      await sleep(BUSY)
      release = await this.#shelf.reserve(id, token)
    }
    try {
      const taken = await this.#queue.getJob(toStoredId(id))
      if (!taken) return 'unknown'
      if ((await this.#stateOf(taken)) !== 'dead') return 'not-dead'
      await change(taken, readStored(taken.data))
      return 'done'
    } finally {
      await release()
    }
  }

  /** Searches one state, its newest jobs first, until it has enough. */
  async #scan(state: ListedState, query: JobQuery, limit: number): Promise<readonly JobSummary[]> {
    const found = new Map<string, JobSummary>()
    for (let start = 0; found.size < limit; start += PAGE) {
      const page = await this.#page(state, start, start + PAGE - 1)
      for (const taken of page) {
        const summary = summaryOf(taken, state, readStored(taken.data))
        if (matches(summary, query)) found.set(summary.id, summary)
      }
      if (page.length === 0) break
    }
    return [...found.values()]
  }

  async #page(state: ListedState, start: number, end: number): Promise<readonly Taken[]> {
    const ids = await this.#queue.getRanges([STATES[state]], start, end, false)
    const jobs = await Promise.all(ids.map((id) => this.#queue.getJob(id)))
    return jobs.filter((job) => job !== undefined)
  }

  async #byIds(ids: readonly string[], query: JobQuery): Promise<readonly JobSummary[]> {
    const found: JobSummary[] = []
    for (const id of ids) {
      const taken = await this.#queue.getJob(toStoredId(id))
      if (!taken) continue
      const summary = summaryOf(taken, await this.#stateOf(taken), readStored(taken.data))
      if (matches(summary, query)) found.push(summary)
    }
    return found
  }

  async #stateOf(taken: Taken): Promise<ListedState> {
    const state = await this.#backend.getState(taken.id ?? '')
    return LISTED.find((listed) => STATES[listed] === state) ?? 'waiting'
  }

  get #backend(): IQueueBackend {
    return this.#queue.getBackend() as IQueueBackend
  }
}

function summaryOf(taken: Taken, state: ListedState, stored: StoredJob | undefined): JobSummary {
  const label = stored?.job.label
  const made = attemptsOf(taken, stored)
  const sleep = state === 'delayed' ? sleepOf(taken) : undefined
  return {
    id: fromStoredId(taken.id ?? ''),
    kind: stored?.job.kind ?? 'unknown',
    state,
    operation: label?.operation,
    to: label?.to,
    sender: label?.sender,
    messageId: label?.messageId,
    accepted: stored?.job.accepted ?? taken.timestamp,
    ended: taken.finishedOn,
    attempts: state === 'running' ? made + 1 : made,
    cause: sleep
      ? sleepingCause(sleep.until)
      : taken.failedReason || (stored ? undefined : unreadable(taken.data)),
  }
}
