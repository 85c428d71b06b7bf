/** A queue in memory for a node in this process; it is opened when something is first asked of it. */
import type { QueueAdmin } from '../../../src/store/queue/admin.js'
import type { DirectRun, Job, RetryPlan } from '../../../src/store/queue/job.js'
import {
  type JobQueue,
  type JobWorker,
  QueueUnavailable,
  type RunJob,
  type Until,
  type WorkOptions,
} from '../../../src/store/queue/queue.js'
import type { SqliteQueue, SqliteQueueOptions } from '../../../src/store/queue/sqlite/queue.js'
import { openSqlite } from '../sqlite-queue.js'

/** Their threads hold no process, and would be cut off in the middle of a call by its end. */
const opened = new Set<MemoryQueue>()
process.on('beforeExit', () => {
  for (const queue of opened) void queue.close()
})

/** Most tests never put anything into their queue: then there is no thread for it. */
export class MemoryQueue implements JobQueue {
  readonly #options: Partial<SqliteQueueOptions>
  #opened: Promise<SqliteQueue> | undefined
  #queue: SqliteQueue | undefined
  #run: { readonly run: RunJob; readonly options: WorkOptions } | undefined
  #worker: Promise<JobWorker> | undefined
  #closed = false

  constructor(options: Partial<SqliteQueueOptions> = {}) {
    this.#options = options
  }

  get available(): boolean {
    return !this.#closed
  }

  get problem(): string | undefined {
    return this.#closed ? 'it is closed' : undefined
  }

  async probe() {
    return (await this.#open()).probe()
  }

  get status(): string {
    return 'in memory: nothing outlives the process'
  }

  get doubt(): undefined {
    return undefined
  }

  async add(job: Job, plan: RetryPlan) {
    return (await this.#open()).add(job, plan)
  }

  async begin(run: DirectRun) {
    return (await this.#open()).begin(run)
  }

  async awaiting(key: string) {
    return (await this.#open()).awaiting(key)
  }

  async find(id: string) {
    return (await this.#open()).find(id)
  }

  async ended(id: string, signal: AbortSignal, until?: Until) {
    return (await this.#open()).ended(id, signal, until)
  }

  async resume(id: string) {
    return (await this.#open()).resume(id)
  }

  async wake(way: string) {
    await (await this.#open()).wake(way)
  }

  pauseOf(destination: string | undefined) {
    return this.#queue?.pauseOf(destination)
  }

  async remember(keys: readonly string[], until: number) {
    return (await this.#open()).remember(keys, until)
  }

  async forget(keys: readonly string[]) {
    return (await this.#open()).forget(keys)
  }

  async head(name: string) {
    return (await this.#open()).head(name)
  }

  async keepHead(name: string, before: string | undefined, value: string) {
    return (await this.#open()).keepHead(name, before, value)
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    this.#run = { run, options }
    if (this.#opened) await this.#work()
    return {
      probe: async (signal) => (await this.#worker)?.probe(signal),
      close: async (deadline) => {
        this.#run = undefined
        await (await this.#worker)?.close(deadline)
      },
    }
  }

  get admin(): QueueAdmin {
    const admin = async () => (await this.#open()).admin
    return {
      stats: async () => (await admin()).stats(),
      list: async (query) => (await admin()).list(query),
      page: async (query) => (await admin()).page(query),
      find: async (text, most) => (await admin()).find(text, most),
      show: async (id) => (await admin()).show(id),
      replay: async (id) => (await admin()).replay(id),
      replace: async (id, edit) => (await admin()).replace(id, edit),
      remove: async (id) => (await admin()).remove(id),
      pause: async () => (await admin()).pause(),
      resume: async () => (await admin()).resume(),
      pauseDestination: async (name, by) => (await admin()).pauseDestination(name, by),
      resumeDestination: async (name) => (await admin()).resumeDestination(name),
      pausedDestinations: async () => (await admin()).pausedDestinations(),
      waitingFor: async (way) => (await admin()).waitingFor(way),
      tryOne: async (way) => (await admin()).tryOne(way),
      trim: async (before) => (await admin()).trim(before),
      check: async () => (await admin()).check(),
      backup: async (file) => (await admin()).backup(file),
    }
  }

  /** What still runs is given back: it keeps the process no longer. */
  async close(): Promise<void> {
    this.#closed = true
    opened.delete(this)
    await (await this.#worker)?.close(AbortSignal.abort())
    await (await this.#opened)?.close()
  }

  #open(): Promise<SqliteQueue> {
    if (this.#closed && !this.#opened) {
      return Promise.reject(new QueueUnavailable('the queue is closed'))
    }
    if (!this.#opened) opened.add(this)
    this.#opened ??= openSqlite(this.#options).then(async (queue) => {
      this.#queue = queue
      if (this.#run) this.#worker = queue.work(this.#run.run, this.#run.options)
      await this.#worker
      return queue
    })
    return this.#opened
  }

  async #work(): Promise<void> {
    const queue = await this.#open()
    if (this.#run) this.#worker ??= queue.work(this.#run.run, this.#run.options)
    await this.#worker
  }
}
