/** The durable queue on BullMQ: on Redis or on Postgres, by what it stands on. */
import { type ConnectionOptions, type IQueueBackend, Queue, QueueEvents } from 'bullmq'
import type { Log } from '../../plugin.js'
import { within } from '../../within.js'
import { answered } from '../answered.js'
import type { Job, RetryPlan } from '../job.js'
import {
  type Claim,
  type JobQueue,
  type JobState,
  type JobWorker,
  QueueUnavailable,
  type RunJob,
  type WorkOptions,
} from '../queue.js'
import { BullmqDesk, EVENTS } from './admin.js'
import type { Backing } from './backing.js'
import { Gauge, type Reading } from './capacity.js'
import { Ends } from './completions.js'
import { listen } from './listen.js'
import { wake } from './resume.js'
import { Shelf } from './store.js'
import { type StoredJob, storedJob, storedOptions } from './stored-job.js'
import { toStoredId } from './stored-names.js'
import { BullmqWorker } from './worker.js'

export interface BullmqQueueOptions {
  /** URI of this node, for the history of jobs. */
  readonly node: string
  /** Milliseconds until a job must be durable. */
  readonly acknowledge: number
  /** Milliseconds for which finished jobs and their answers are kept, and duplicates known. */
  readonly retention: number
  /** Finished jobs that are kept at most. */
  readonly keep: number
  /** Jobs that may wait. */
  readonly maxDepth: number
  /** Milliseconds that the oldest may have waited. */
  readonly maxAge: number
}

/** In the words of BullMQ, the name of the queue; what keeps queues apart is the prefix. */
const QUEUE_NAME = 'jobs'
/** Milliseconds that closing may take when the queue does not answer. */
const CLOSING = 2_000

export class BullmqQueue implements JobQueue {
  readonly desk: BullmqDesk
  readonly #backing: Backing
  readonly #options: BullmqQueueOptions
  readonly #log: Log
  readonly #queue: Queue
  readonly #ends: Ends
  readonly #gauge: Gauge
  readonly #shelf: Shelf
  #closed = false

  private constructor(backing: Backing, options: BullmqQueueOptions, log: Log) {
    this.#backing = backing
    this.#options = options
    this.#log = log
    const { connection, prefix, factory } = backing
    this.#queue = new Queue(
      QUEUE_NAME,
      {
        ...(prefix === undefined ? {} : { prefix }),
        connection: connection as ConnectionOptions,
        streams: { events: { maxLen: EVENTS } },
      },
      factory as never,
    )
    this.#queue.on('error', (error) => log.debug({ error }, 'queue: a connection has a problem'))
    this.#shelf = new Shelf(backing.store, options.retention)
    this.#ends = new Ends({
      open: () => this.#openEvents(),
      listen: (events) => this.#listen(events),
      look: (id) => this.find(id),
    })
    this.#gauge = new Gauge({
      read: () => this.#read(),
      maxDepth: options.maxDepth,
      maxAge: options.maxAge,
      changed: (problem) => this.#tell(problem),
    })
    this.desk = new BullmqDesk(this.#queue, backing, this.#shelf)
  }

  /**
   * Opens the queue. It owns `backing` from now on.
   *
   * @param log  told when the queue stops to answer, and when it answers again
   */
  static async open(backing: Backing, options: BullmqQueueOptions, log: Log): Promise<BullmqQueue> {
    const queue = new BullmqQueue(backing, options, log)
    await queue.#gauge.start()
    return queue
  }

  get available(): boolean {
    return !this.#closed && this.#gauge.problem === undefined && this.#gauge.full === undefined
  }

  get status(): string {
    const { name, promise } = this.#backing
    const { problem, full } = this.#gauge
    if (this.#closed) return `${name} is closed`
    if (problem) return `${name} does not answer: ${problem}`
    return full ? `${name} takes no more: ${full}` : `${name}: ${promise}`
  }

  async add(job: Job, plan: RetryPlan): Promise<void> {
    toStoredId(job.id)
    this.#gauge.enter()
    await this.addAll([{ job, plan }])
  }

  admit(id: string): void {
    toStoredId(id)
    this.#gauge.admit()
  }

  async addAll(jobs: readonly { readonly job: Job; readonly plan: RetryPlan }[]): Promise<void> {
    if (this.#closed) throw new QueueUnavailable('the queue is closed')
    const all = jobs.map(({ job, plan }) => ({ job, plan, ...storedJob(job, plan) }))
    await this.#ask(async () => {
      await this.#ends.hearing
      for (const { job, apart } of all) if (apart) await this.#shelf.putBody(job.id, apart)
      const added = all.map(({ job, plan, data }) => {
        return { name: job.kind, data, opts: storedOptions(job, plan) }
      })
      const [one] = added
      if (one && added.length === 1) await this.#queue.add(one.name, one.data, one.opts)
      else await this.#queue.addBulk(added)
      for (const { job, data } of all) {
        await this.#shelf.keep(data)
        // Added again from the journal, it may have ended already: then nothing is kept for ever.
        const old = Date.now() - job.accepted > this.#options.acknowledge
        if (old) await this.#releaseEnded(toStoredId(job.id), data)
      }
    })
  }

  claim(key: string, claim: Claim): Promise<Claim> {
    return this.#ask(() => this.#shelf.claim(key, claim))
  }

  find(id: string): Promise<JobState | undefined> {
    return this.#ask(async () => {
      const stored = toStoredId(id)
      const [status, value] = (await this.#backend.isFinished(stored, true)) as [number, string]
      switch (status) {
        case 1: {
          const result = await this.#shelf.result(JSON.parse(value))
          return result && { state: 'done', result }
        }
        case 2:
          return { state: 'dead', cause: value }
        case 0:
          return {
            state: (await this.#backend.getState(stored)) === 'active' ? 'running' : 'waiting',
          }
        default:
          return undefined
      }
    })
  }

  ended(id: string, signal: AbortSignal): Promise<JobState | undefined> {
    return this.#ends.ended(id, signal)
  }

  onEnd(listener: (id: string, how: 'done' | 'dead' | 'removed') => void): void {
    this.#ends.onEnd(listener)
  }

  wake(id: string): Promise<'woken' | 'awake' | 'ended' | 'unknown'> {
    return this.#ask(() => wake(this.#queue, this.#backing.sleepers, id))
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    const { node, retention, keep } = this.#options
    await this.#ends.hearing
    return new BullmqWorker({
      run,
      ...options,
      backing: this.#backing,
      shelf: this.#shelf,
      node,
      retention,
      keep,
      log: this.#log,
    })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#gauge.close()
    try {
      await within(CLOSING, () => Promise.all([this.#ends.close(), this.#queue.close()]))
    } catch (error) {
      this.#log.debug({ error }, 'queue: closed while it did not answer')
    }
    await this.#backing.close()
  }

  get #backend(): IQueueBackend {
    return this.#queue.getBackend() as IQueueBackend
  }

  #openEvents(): QueueEvents {
    const { connection, patient = connection, prefix, factory } = this.#backing
    const events = new QueueEvents(
      QUEUE_NAME,
      {
        ...(prefix === undefined ? {} : { prefix }),
        connection: patient as ConnectionOptions,
      },
      factory as never,
    )
    events.on('error', (error) => {
      this.#log.debug({ error }, 'queue: the connection for events has a problem')
    })
    return events
  }

  async #listen(events: QueueEvents): Promise<void> {
    try {
      await listen(this.#backend, events, this.#options.acknowledge)
    } catch (error) {
      this.#log.debug({ error }, 'queue: it may take two seconds to hear of the end of a job')
    }
  }

  async #read(): Promise<Reading> {
    const asked = [this.#backing.probe(), this.#backing.waiting(this.#queue)] as const
    const [fullness, found] = await Promise.all(asked)
    return { ...found, fullness }
  }

  #tell(problem: string | undefined): void {
    const { name } = this.#backing
    if (problem) this.#log.warn({ queue: name, problem }, 'the queue does not answer')
    else {
      this.#log.info({ queue: name }, 'the queue answers')
      this.#ends.wake()
    }
  }

  async #releaseEnded(id: string, data: StoredJob): Promise<void> {
    const status = await this.#backend.isFinished(id)
    if (status === 1) await this.#shelf.release(data)
  }

  #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return answered(this.#options.acknowledge, ask)
  }
}
