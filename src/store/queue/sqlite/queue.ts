/** The durable queue in one file of SQLite, shared by the processes of one machine. */
import type { Log } from '../../../base/log.js'
import { randomId, wallTime } from '../../../base/time.js'
import { answered } from '../answered.js'
import { discard, keep } from '../blobs.js'
import type { QueueBounds } from '../bounds.js'
import { Completions } from '../completions.js'
import type { DirectRun, Job, RetryPlan } from '../job.js'
import { type PausedDestination, Pauses } from '../pauses.js'
import {
  type Begun,
  type Holder,
  type JobQueue,
  type JobState,
  type JobWorker,
  QueueUnavailable,
  type RunJob,
  type Until,
  type WorkOptions,
} from '../queue.js'
import { wholeDigestsOf } from '../storable.js'
import { SqliteAdmin } from './admin.js'
import { SqliteBlobs } from './blob-store.js'
import { openChannel, type QueueChannel } from './channel.js'
import type { OpenOptions } from './options.js'
import { OwnRuns } from './own-runs.js'
import { type Condition, MAX_JOBS_MOVED, type ThreadReport } from './requests.js'
import { digestOf, newJob, stateOf } from './stored-job.js'
import { SqliteWorker } from './worker.js'

export type SqliteQueueOptions = OpenOptions & QueueBounds

export class SqliteQueue implements JobQueue {
  readonly admin: SqliteAdmin
  readonly #channel: QueueChannel
  readonly #options: SqliteQueueOptions
  readonly #log: Log
  readonly #name: string
  readonly #blobs: SqliteBlobs
  readonly #completions: Completions
  readonly #runs: OwnRuns
  readonly #pauses = new Pauses()
  #worker: SqliteWorker | undefined
  #condition: Condition = { problem: undefined, full: undefined }
  #closed = false

  private constructor(channel: QueueChannel, options: SqliteQueueOptions, log: Log) {
    this.#channel = channel
    this.#options = options
    this.#log = log
    const { stateDir } = options
    this.#name = stateDir === undefined ? 'memory:' : `embedded, in ${stateDir}`
    const blobs = new SqliteBlobs(channel, options.acknowledge)
    this.#blobs = blobs
    this.admin = new SqliteAdmin(channel, this.#name, blobs, this.#pauses)
    this.#runs = new OwnRuns({ channel, blobs, acknowledge: options.acknowledge })
    this.#completions = new Completions(async (id) =>
      stateOf(await channel.request('find', id), blobs),
    )
  }

  /**
   * Opens the file, which is made if there is none.
   *
   * @param log  told when jobs cannot be made durable, and when they can again
   * @throws WaybillError WAYBILL_QUEUE_DAMAGED, WAYBILL_QUEUE_FOREIGN, WAYBILL_STATE_UNUSABLE,
   *   WAYBILL_STATE_REFUSED
   */
  static async open(options: SqliteQueueOptions, log: Log): Promise<SqliteQueue> {
    let queue: SqliteQueue | undefined
    const early: ThreadReport[] = []
    const { acknowledge: _, ...opened } = options
    const channel = await openChannel(opened, (report) => {
      if (queue) queue.#hear(report)
      else early.push(report)
    })
    queue = new SqliteQueue(channel, options, log)
    for (const report of early) queue.#hear(report)
    return queue
  }

  get problem(): string | undefined {
    return this.#closed ? 'it is closed' : this.#condition.problem
  }

  get available(): boolean {
    return this.problem === undefined && this.#condition.full === undefined
  }

  get status(): string {
    const { problem, full } = this.#condition
    if (this.#closed) return `${this.#name}: it is closed`
    if (problem) return `${this.#name}: nothing can be written: ${problem}`
    if (full) return `${this.#name}: it takes no more: ${full}`
    return this.#options.stateDir === undefined
      ? 'memory: nothing outlives the process'
      : `${this.#name}: every job is on the disk once it is acknowledged`
  }

  /** What is acknowledged is on the disk. */
  get doubt(): undefined {
    return undefined
  }

  async add(job: Job, plan: RetryPlan): Promise<Holder> {
    const { acknowledge } = this.#options
    if (this.#closed) throw new QueueUnavailable('the queue is closed')
    await this.#runs.unwritten.written(job.claim?.key)
    const kept = await keep(job.attachments, this.#blobs)
    let holder: Holder | undefined
    try {
      const added = newJob(job, plan, kept)
      this.#channel.transfer(added.content)
      holder = await this.#ask(() => this.#channel.request('add', added, wallTime() + acknowledge))
      return holder
    } finally {
      if (!holder?.added) await discard(kept.made, this.#blobs)
    }
  }

  async begin(run: DirectRun): Promise<Begun> {
    if (this.#closed) throw new QueueUnavailable('the queue is closed')
    return this.#runs.begin(run)
  }

  awaiting(key: string): Promise<string | undefined> {
    return this.#ask(() => this.#channel.request('awaiting', digestOf(key)))
  }

  async find(id: string): Promise<JobState | undefined> {
    return stateOf(await this.#ask(() => this.#channel.request('find', id)), this.#blobs)
  }

  ended(id: string, signal: AbortSignal, until?: Until): Promise<JobState | undefined> {
    return this.#completions.ended(id, signal, until)
  }

  resume(id: string): Promise<'resumed' | 'active' | 'ended' | 'unknown'> {
    return this.#ask(() => this.#channel.request('resume', id))
  }

  pauseOf(destination: string | undefined): PausedDestination | undefined {
    return this.#pauses.of(destination)
  }

  async wake(way: string): Promise<void> {
    try {
      let woken = MAX_JOBS_MOVED
      while (woken === MAX_JOBS_MOVED) {
        woken = await this.#ask(() => this.#channel.request('wake', way))
      }
    } catch (error) {
      this.#log.debug({ err: error, way }, 'queue: delayed jobs go on when their delay is over')
    }
  }

  remember(keys: readonly string[], until: number): Promise<boolean> {
    const deadline = wallTime() + this.#options.acknowledge
    return this.#ask(() => this.#channel.request('remember', wholeDigestsOf(keys), until, deadline))
  }

  forget(keys: readonly string[]): Promise<void> {
    return this.#ask(() => this.#channel.request('forget', wholeDigestsOf(keys)))
  }

  head(name: string): Promise<string | undefined> {
    return this.#ask(() => this.#channel.request('head', name))
  }

  keepHead(name: string, before: string | undefined, value: string): Promise<boolean> {
    return this.#ask(() => this.#channel.request('keepHead', name, before, value))
  }

  probe(): Promise<void> {
    const deadline = wallTime() + this.#options.acknowledge
    return this.#ask(() => this.#channel.request('probe', randomId(), deadline))
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    const worker = new SqliteWorker({
      run,
      ...options,
      channel: this.#channel,
      blobs: this.#blobs,
      acknowledge: this.#options.acknowledge,
      ended: (id, state) => this.#completions.notify(id, state),
    })
    this.#worker = worker
    await this.#channel.request('work', options.concurrency)
    return worker
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#completions.close()
    this.#runs.close()
    await this.#channel.close().catch((error: unknown) => {
      this.#log.debug({ err: error }, 'queue: closed while it did not answer')
    })
  }

  #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#closed) return Promise.reject(new QueueUnavailable('the queue is closed'))
    return answered(this.#options.acknowledge, ask)
  }

  #hear({ pauses, taken, probe, ended, changed, condition, notice }: ThreadReport): void {
    if (pauses) this.#pauses.set(pauses)
    if (taken && taken.length > 0) this.#worker?.take(taken)
    if (probe !== undefined) this.#worker?.takeProbe(probe)
    if (ended && ended.length > 0) void this.#completions.look(ended)
    if (changed) void this.#completions.lookAtAll()
    if (notice) this.#log[notice.level](notice.fields, notice.sentence)
    if (condition) this.#note(condition)
  }

  #note(condition: Condition): void {
    const before = this.#condition.problem
    const { problem } = condition
    this.#condition = condition
    if (this.#closed || (before === undefined) === (problem === undefined)) return
    if (problem) this.#log.error({ queue: this.#name, problem }, 'nothing can be made durable')
    else this.#log.info({ queue: this.#name }, 'jobs can be made durable again')
  }
}
