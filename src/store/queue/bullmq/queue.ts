/** The durable queue on Redis: BullMQ hands the jobs out, the store beside it keeps what belongs to them. */
import { Queue } from 'bullmq'
import type { Log } from '../../../base/log.js'
import { monotonicTime, randomId } from '../../../base/time.js'
import { answered, RETRY_AFTER } from '../answered.js'
import { discard, type Kept, keep, sizeOfAll } from '../blobs.js'
import { Completions } from '../completions.js'
import { type DirectRun, type Job, mayBeSuspended, type RetryPlan } from '../job.js'
import type { PausedDestination } from '../pauses.js'
import {
  type Begun,
  type Doubt,
  type Holder,
  type JobQueue,
  type JobState,
  type JobWorker,
  QueueFull,
  QueueUnavailable,
  type RunJob,
  type Until,
  type WorkOptions,
} from '../queue.js'
import { BullmqAdmin } from './admin.js'
import { Capacity, readingOf } from './capacity.js'
import { wake, wakeAll } from './delays.js'
import { disconnect } from './disconnect.js'
import { EndListener } from './listen.js'
import { EVENTS } from './lua.js'
import type { BullmqQueueOptions, ReachedRedis } from './options.js'
import { OwnRuns } from './own-runs.js'
import { RedisPauses } from './pauses.js'
import { ProbedWorker, writeAndRead } from './probe.js'
import { keepLast } from './put-answer.js'
import { Remembered } from './remembered.js'
import { JobStore } from './store.js'
import { QUEUE_NAME, toStoredId } from './stored-names.js'
import { Watch } from './watch.js'
import { BullmqWorker } from './worker.js'

export class BullmqQueue implements JobQueue {
  readonly admin: BullmqAdmin
  readonly #redis: ReachedRedis
  readonly #options: BullmqQueueOptions
  readonly #log: Log
  readonly #queue: Queue
  readonly #completions: Completions
  readonly #listener: EndListener
  readonly #capacity: Capacity
  readonly #store: JobStore
  readonly #pauses: RedisPauses
  readonly #remembered: Remembered
  readonly #runs: OwnRuns
  readonly #watch: Watch
  /** Key of what is written to see whether it can be. */
  readonly #probed: string
  #worker: BullmqWorker | undefined
  #makingRoom: Promise<void> | undefined
  #closed = false

  private constructor(redis: ReachedRedis, options: BullmqQueueOptions, log: Log) {
    this.#redis = redis
    this.#options = options
    this.#log = log
    const { name, connection, prefix, promise } = redis
    const { acknowledge } = options
    this.#queue = new Queue(QUEUE_NAME, {
      prefix,
      connection,
      streams: { events: { maxLen: EVENTS } },
    })
    this.#queue.on('error', (error) => log.debug({ error }, 'queue: a connection has a problem'))
    this.#store = new JobStore(connection, prefix)
    this.#pauses = new RedisPauses(this.#store)
    this.#probed = this.#store.key(`probe.${randomId()}`)
    this.#remembered = new Remembered(this.#store, options.maxRemembered)
    this.#runs = new OwnRuns({ store: this.#store, remembered: this.#remembered, acknowledge })
    this.#watch = new Watch({ connection, name, marker: this.#store.key('marker'), promise, log })
    this.#completions = new Completions((id) => this.#ask(() => this.#store.find(id)))
    this.#listener = new EndListener({
      connection: redis.patient,
      prefix,
      backend: this.#queue.getBackend(),
      time: acknowledge,
      ended: (id) => void this.#completions.look([id]),
      log,
    })
    this.#capacity = new Capacity({
      read: async () => {
        const [reading] = await Promise.all([
          readingOf(connection, this.#store),
          this.#pauses.read(),
        ])
        return reading
      },
      maxDepth: options.maxDepth,
      maxSuspended: options.maxSuspended,
      maxAge: options.maxAge,
      changed: (problem) => this.#report(problem),
    })
    this.admin = new BullmqAdmin(this.#queue, this.#store, this.#pauses, name)
  }

  /**
   * Opens the queue. It owns the connections from now on.
   *
   * @param log  told when the queue stops to answer, when it answers again, and what it promises then
   */
  static async open(
    redis: ReachedRedis,
    options: BullmqQueueOptions,
    log: Log,
  ): Promise<BullmqQueue> {
    const queue = new BullmqQueue(redis, options, log)
    await queue.#capacity.start()
    await queue.#watch.start()
    return queue
  }

  get problem(): string | undefined {
    const { problem, crammed } = this.#capacity
    return this.#closed ? 'it is closed' : (problem ?? this.#watch.unsafe ?? crammed)
  }

  get available(): boolean {
    return this.problem === undefined && this.#capacity.full === undefined
  }

  probe(): Promise<void> {
    return this.#ask(() => writeAndRead(this.#redis.connection, this.#probed))
  }

  get status(): string {
    const { name } = this.#redis
    if (this.#closed) return `${name} is closed`
    const { problem, full } = this.#capacity
    if (problem) return `${name} does not answer: ${problem}`
    const { sentence } = this.#watch
    return full ? `${name} takes no more: ${full}; ${sentence}` : `${name}: ${sentence}`
  }

  get doubt(): Doubt | undefined {
    return this.#watch.doubt
  }

  async add(job: Job, plan: RetryPlan): Promise<Holder> {
    toStoredId(job.id)
    await this.#ready()
    this.#capacity.enter(job.body.length, sizeOfAll(job.attachments), mayBeSuspended(job))
    await this.#runs.unwritten.written(job.claim?.key)
    const requestedAt = monotonicTime()
    try {
      return await this.#put(job, plan, await keep(job.attachments, this.#store.blobs))
    } catch (error) {
      // Whoever watches the node is told at once, and not with the next reading.
      if (error instanceof QueueUnavailable) this.#capacity.failed(error, requestedAt)
      throw error
    }
  }

  async begin(run: DirectRun): Promise<Begun> {
    await this.#ready()
    const { crammed } = this.#capacity
    if (crammed) throw new QueueFull(crammed, RETRY_AFTER)
    await this.#listener.listening
    return this.#runs.begin(run)
  }

  awaiting(key: string): Promise<string | undefined> {
    return this.#ask(() => this.#store.awaiting(key))
  }

  find(id: string): Promise<JobState | undefined> {
    return this.#ask(async () => {
      let found = await this.#store.find(id)
      while (found && 'replacedBy' in found) found = await this.#store.find(found.replacedBy)
      return found
    })
  }

  async ended(id: string, signal: AbortSignal, until?: Until): Promise<JobState | undefined> {
    await this.#listener.listen()
    return this.#completions.ended(id, signal, until)
  }

  resume(id: string): Promise<'resumed' | 'active' | 'ended' | 'unknown'> {
    return this.#ask(() => this.#store.resume(id))
  }

  pauseOf(destination: string | undefined): PausedDestination | undefined {
    return this.#pauses.of(destination)
  }

  async wake(way: string): Promise<void> {
    await wakeAll((most) => this.#ask(() => wake(this.#store, way, most)), way, this.#log)
  }

  async remember(keys: readonly string[], until: number): Promise<boolean> {
    if (this.#watch.unsafe) throw new QueueUnavailable(this.#watch.unsafe)
    return this.#ask(() => this.#remembered.remember(keys, until))
  }

  forget(keys: readonly string[]): Promise<void> {
    return this.#ask(() => this.#remembered.forget(keys))
  }

  head(name: string): Promise<string | undefined> {
    return this.#ask(() => this.#remembered.head(name))
  }

  keepHead(name: string, before: string | undefined, value: string): Promise<boolean> {
    return this.#ask(() => this.#remembered.keepHead(name, before, value))
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    await this.#listener.listening
    const { connection, patient, prefix } = this.#redis
    this.#worker = new BullmqWorker({
      run,
      ...options,
      connection: patient,
      prefix,
      store: this.#store,
      pauses: this.#pauses,
      keeping: this.#options,
      node: this.#options.node,
      follow: async (job, plan) =>
        this.#put(job, plan, await keepLast(job.attachments, this.#store)),
      log: this.#log,
    })
    return new ProbedWorker(this.#worker, { connection, patient, prefix, log: this.#log })
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#capacity.close()
    this.#watch.close()
    this.#completions.close()
    this.#runs.close()
    await disconnect(this.#redis, [this.#listener, this.#queue], this.#log)
  }

  /** Makes room where memory is short. @throws QueueUnavailable if Redis would not keep what is added */
  async #ready(): Promise<void> {
    if (this.#watch.unsafe) throw new QueueUnavailable(this.#watch.unsafe)
    const worker = this.#worker
    if (this.#capacity.tight && worker) await this.#ask(() => this.#makeRoom(worker))
  }

  /** Once for all who wait for it. */
  #makeRoom(worker: BullmqWorker): Promise<void> {
    const make = async () => {
      await worker.makeRoom()
      await this.#capacity.look()
    }
    this.#makingRoom ??= make().finally(() => {
      this.#makingRoom = undefined
    })
    return this.#makingRoom
  }

  #put(job: Job, plan: RetryPlan, kept: Kept): Promise<Holder> {
    return this.#ask(async () => {
      await this.#listener.listening
      return this.#remembered.add(job, plan, kept)
      // Those that a job has by now stay.
    }).finally(() => discard(kept.made, this.#store.blobs))
  }

  #report(problem: string | undefined): void {
    const { name } = this.#redis
    if (problem) this.#log.warn({ queue: name, problem }, 'the queue does not answer')
    else {
      this.#log.info({ queue: name }, 'the queue answers')
      void this.#completions.lookAtAll()
    }
  }

  #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed) return Promise.reject(new QueueUnavailable('the queue is closed'))
    return answered(this.#options.acknowledge, ask)
  }
}
