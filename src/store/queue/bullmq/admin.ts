/** What operators see and do of a queue on Redis. */
import type { Queue, Job as Taken } from 'bullmq'
import { wallTime } from '../../../base/time.js'
import { WaybillError } from '../../../errors.js'
import { idsFrom } from '../../ids.js'
import type { KeyMeant } from '../../journal/keys/query.js'
import type { Changed, Edit, JobDetail, QueueAdmin, QueueStats } from '../admin.js'
import { answered } from '../answered.js'
import { restored } from '../blobs.js'
import { attachmentsIn, editedHead, envelopeIn, joined, putTogether } from '../content.js'
import { isMeant } from '../finding.js'
import {
  DEFAULT_LIMIT,
  type Found,
  type JobQuery,
  type JobSummary,
  LISTED_STATES,
  type ListedState,
  matches,
  newestFirst,
} from '../listing.js'
import type { JobPage, PageQuery } from '../page.js'
import type { PausedDestination, TriedJob, WaitingMessages } from '../pauses.js'
import { arrivalOf, pluginOf, summaryOf } from '../summary.js'
import { readHistory } from './history.js'
import { recordOf } from './job-record.js'
import { faultOf } from './job-size.js'
import { readPage } from './page.js'
import type { RedisPauses } from './pauses.js'
import type { JobStore } from './store.js'
import { readStored, type StoredJob } from './stored-job.js'
import { fromStoredId, toStoredId } from './stored-names.js'

/** Where BullMQ has the jobs of each state; those that are held for their lane, or suspended, are among the delayed. */
const LOCATIONS = {
  waiting: ['wait', 'delayed'],
  delayed: ['delayed'],
  suspended: ['delayed'],
  running: ['active'],
  done: ['completed'],
  dead: ['failed'],
} as const satisfies Record<ListedState, readonly string[]>

/** Jobs that are in memory at a time while a list is searched, and finished ones that are forgotten. */
const PAGE = 50
const TRIMMED = 200
/** Milliseconds that an operator waits for an answer at most, and for the work on all jobs. */
const ADMIN_TIMEOUT = 60_000
const ALL_JOBS = 3_600_000

export class BullmqAdmin implements QueueAdmin {
  readonly #queue: Queue
  readonly #store: JobStore
  readonly #pauses: RedisPauses
  readonly #name: string

  /** @param name  of the Redis, for people */
  constructor(queue: Queue, store: JobStore, pauses: RedisPauses, name: string) {
    this.#queue = queue
    this.#store = store
    this.#pauses = pauses
    this.#name = name
  }

  stats(): Promise<QueueStats> {
    return answered(ADMIN_TIMEOUT, async () => {
      const [{ depth: _, oldest, ...counts }, undelivered] = await Promise.all([
        this.#store.counts(),
        this.#store.undelivered(),
      ])
      const now = wallTime()
      const age = (since: number | undefined) => since && Math.max(0, now - since)
      const ages = { oldest: age(oldest), oldestUndelivered: age(undelivered) }
      return { backend: this.#name, ...counts, ...ages }
    })
  }

  list(query: JobQuery): Promise<readonly JobSummary[]> {
    return answered(ADMIN_TIMEOUT, async () => {
      const limit = query.limit ?? DEFAULT_LIMIT
      const found = query.ids ? await this.#byIds(query) : await this.#search(query, limit)
      return newestFirst(found).slice(0, limit)
    })
  }

  page(query: PageQuery): Promise<JobPage> {
    return answered(ADMIN_TIMEOUT, () => readPage(this.#queue, this.#store, query))
  }

  find(text: string, most: number, keys: readonly KeyMeant[] = []): Promise<Found> {
    const ids = idsFrom(text)
    return answered(ALL_JOBS, async () => {
      const found = new Map((await this.#byIds({ ids })).map((job) => [job.id, job]))
      let looked = 0
      for (const list of ['active', 'wait', 'delayed', 'failed', 'completed'] as const) {
        for await (const page of this.#pages(list)) {
          if (looked >= most) return { jobs: newestFirst([...found.values()]), looked, all: false }
          looked += page.length
          const hits = page.filter(({ data }) => {
            const head = readStored(data)?.head
            return head && isMeant(head, { ids, keys })
          })
          const more = await this.#byIds({ ids: hits.map(({ id }) => fromStoredId(id ?? '')) })
          for (const job of more) found.set(job.id, job)
        }
      }
      return { jobs: newestFirst([...found.values()]), looked, all: true }
    })
  }

  show(id: string): Promise<JobDetail | undefined> {
    return answered(ADMIN_TIMEOUT, () => this.#show(id))
  }

  /** Every attempt again: those that died with their node, too, which BullMQ goes on counting. */
  replay(id: string): Promise<Changed> {
    return this.#change(id, (taken, stored) => {
      if (!stored) return this.#store.replay(id, taken.data)
      const { suspension: _, life = 0, ...rest } = stored
      const data: StoredJob = { ...rest, life: life + 1, stalls: taken.stalledCounter }
      return this.#store.replay(id, data)
    })
  }

  replace(id: string, edit: Edit): Promise<Changed> {
    toStoredId(edit.id)
    return this.#change(id, async (_taken, stored) => {
      if (!stored) return 'not-dead'
      const { head, plan } = stored
      const attachments = (await this.#store.content(stored)).subarray(head.sizes[0])
      const whole = joined([edit.body, attachments])
      const job = putTogether(editedHead(head, edit), whole, this.#store.blobs)
      return this.#store.replace(id, job, plan)
    })
  }

  remove(id: string): Promise<Changed> {
    return this.#change(id, () => this.#store.remove(id))
  }

  pause(): Promise<void> {
    return answered(ADMIN_TIMEOUT, () => this.#queue.pause())
  }

  resume(): Promise<void> {
    return answered(ADMIN_TIMEOUT, () => this.#queue.resume())
  }

  pauseDestination(name: string, by: string): Promise<PausedDestination> {
    return answered(ADMIN_TIMEOUT, () => this.#pauses.pause(name, by))
  }

  resumeDestination(name: string): Promise<void> {
    return answered(ADMIN_TIMEOUT, () => this.#pauses.resume(name))
  }

  pausedDestinations(): Promise<readonly PausedDestination[]> {
    return answered(ADMIN_TIMEOUT, () => this.#pauses.all())
  }

  waitingFor(way: string): Promise<WaitingMessages> {
    return answered(ADMIN_TIMEOUT, () => this.#pauses.waitingFor(way))
  }

  tryOne(way: string): Promise<TriedJob | undefined> {
    return answered(ADMIN_TIMEOUT, () => this.#pauses.tryOne(way))
  }

  async trim(before: number): Promise<number> {
    const bounds = {
      before,
      keep: Number.POSITIVE_INFINITY,
      keepBytes: Number.POSITIVE_INFINITY,
    }
    let [sum, gone] = [0, TRIMMED]
    while (gone === TRIMMED) {
      gone = await answered(ADMIN_TIMEOUT, () => this.#store.trim(bounds, TRIMMED))
      sum += gone
    }
    return sum
  }

  check(): Promise<readonly string[]> {
    return answered(ALL_JOBS, async () => {
      const faults: string[] = []
      for (const list of ['wait', 'active', 'delayed', 'failed'] as const) {
        for await (const page of this.#pages(list)) {
          for (const taken of page) faults.push(...(await faultOf(taken, this.#store)))
        }
      }
      return [...new Set(faults)]
    })
  }

  async backup(): Promise<never> {
    const sentence = `${this.#name} has means of its own: BGSAVE, and copies of its files`
    throw new WaybillError('WAYBILL_QUEUE_BACKUP', sentence)
  }

  async #show(id: string): Promise<JobDetail | undefined> {
    const taken = await this.#queue.getJob(toStoredId(id))
    if (!taken) return undefined
    const stored = readStored(taken.data)
    const [state, history, content, found] = await Promise.all([
      this.#store.stateOf(taken.id ?? ''),
      readHistory(this.#queue.getBackend(), taken.id ?? ''),
      stored && this.#store.content(stored),
      this.#store.find(id),
    ])
    return {
      ...summaryOf(recordOf(taken, state, stored)),
      body: stored && content ? envelopeIn(stored.head, content) : new Uint8Array(),
      attachments: stored && content ? this.#attachmentsOf(stored, content) : [],
      plugin: pluginOf(stored?.head),
      arrival: arrivalOf(stored?.head),
      charset: stored?.head.job.charset,
      replaces: stored?.replaces,
      replacedBy: found && 'replacedBy' in found ? found.replacedBy : undefined,
      history: history.map(({ attempt, at, node, cause }) => ({ attempt, at, node, cause })),
    }
  }

  #attachmentsOf({ head }: StoredJob, content: Buffer): JobDetail['attachments'] {
    return restored(attachmentsIn(head), content.subarray(head.sizes[0]), this.#store.blobs)
  }

  #change(
    id: string,
    change: (taken: Taken, stored: StoredJob | undefined) => Promise<unknown>,
  ): Promise<Changed> {
    return answered(ADMIN_TIMEOUT, async () => {
      const taken = await this.#queue.getJob(toStoredId(id))
      if (!taken) return 'unknown'
      const result = await change(taken, readStored(taken.data))
      return result === 'done' || result === 'not-dead' ? result : 'unknown'
    })
  }

  async #search(query: JobQuery, limit: number): Promise<readonly JobSummary[]> {
    const all = (query.state ?? LISTED_STATES).map((state) => this.#scan(state, query, limit))
    return (await Promise.all(all)).flat()
  }

  /** Searches one state, its newest jobs first, until it has enough. */
  async #scan(state: ListedState, query: JobQuery, limit: number): Promise<readonly JobSummary[]> {
    const found = new Map<string, JobSummary>()
    for (const list of LOCATIONS[state]) {
      let count = 0
      for await (const page of this.#pages(list)) {
        for (const taken of page) {
          const is = list === 'delayed' ? await this.#store.stateOf(taken.id ?? '') : state
          const summary = summaryOf(recordOf(taken, is, readStored(taken.data)))
          if (summary.state !== state || !matches(summary, query)) continue
          found.set(summary.id, summary)
          count += 1
        }
        if (count >= limit) break
      }
    }
    return [...found.values()]
  }

  /** All jobs of a place, the newest first. */
  async *#pages(list: (typeof LOCATIONS)[ListedState][number]): AsyncGenerator<readonly Taken[]> {
    for (let start = 0; ; start += PAGE) {
      const ids = await this.#queue.getRanges([list], start, start + PAGE - 1, false)
      if (ids.length === 0) return
      const jobs = await Promise.all(ids.map((id) => this.#queue.getJob(id)))
      yield jobs.filter((job) => job !== undefined)
    }
  }

  async #byIds(query: JobQuery): Promise<readonly JobSummary[]> {
    const found: JobSummary[] = []
    for (const id of new Set(query.ids)) {
      const taken = await this.#queue.getJob(toStoredId(id))
      if (!taken) continue
      const state = await this.#store.stateOf(taken.id ?? '')
      const summary = summaryOf(recordOf(taken, state, readStored(taken.data)))
      if (matches(summary, query)) found.push(summary)
    }
    return found
  }
}
