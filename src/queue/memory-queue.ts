/** A queue in this process's memory: the reference for other queues, for tests and trials; it forgets all. */
import { setMaxListeners } from 'node:events'
import { delayBefore } from './backoff.js'
import { FinalFailure, type Job, type RetryPlan } from './job.js'
import { MemoryDesk } from './memory-desk.js'
import { isOver, type MemoryJob, stateOf } from './memory-job.js'
import {
  type Claim,
  type JobQueue,
  type JobState,
  type JobWorker,
  QueueFull,
  QueueUnavailable,
  type RunJob,
  type WorkOptions,
} from './queue.js'
import { endOf } from './suspension.js'
import { unlessEnded } from './unless-ended.js'

export interface MemoryQueueOptions {
  /** URI of this node, for the history of jobs. */
  readonly node: string
  /** Jobs that may wait. Default: no bound. */
  readonly maxDepth?: number
  /** Finished jobs that are kept. Default 10,000. */
  readonly keep?: number
}

/** Milliseconds; a timer cannot be set for longer. */
const LONGEST_TIMER = 2 ** 31 - 1

export class MemoryQueue implements JobQueue {
  readonly desk: MemoryDesk
  readonly #options: MemoryQueueOptions
  /** In the order they were added. */
  readonly #jobs = new Map<string, MemoryJob>()
  readonly #claims = new Map<string, Claim>()
  readonly #listeners: ((id: string, how: 'done' | 'dead' | 'removed') => void)[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #cut = new AbortController()
  #worker: { readonly run: RunJob; readonly options: WorkOptions } | undefined
  #closed = false

  constructor(options: MemoryQueueOptions) {
    this.#options = options
    // As many listeners as jobs run.
    setMaxListeners(0, this.#cut.signal)
    this.desk = new MemoryDesk(this.#jobs, {
      replay: (job) => this.#wait(job),
      removed: (job) => this.#forget(job, 'removed'),
      paused: () => this.#take(),
    })
  }

  get available(): boolean {
    return !this.#closed
  }

  get status(): string {
    return 'in memory: nothing outlives the process'
  }

  async add(job: Job, plan: RetryPlan): Promise<void> {
    if (!this.#jobs.has(job.id)) this.admit()
    await this.addAll([{ job, plan }])
  }

  admit(): void {
    const waiting = [...this.#jobs.values()].filter(({ state }) => state === 'waiting').length
    if (waiting >= (this.#options.maxDepth ?? Number.POSITIVE_INFINITY)) {
      throw new QueueFull(`${waiting} jobs wait`, 5)
    }
  }

  async addAll(jobs: readonly { readonly job: Job; readonly plan: RetryPlan }[]): Promise<void> {
    if (this.#closed) throw new QueueUnavailable('the queue is closed')
    for (const { job, plan } of jobs) {
      if (this.#jobs.has(job.id)) continue
      this.#jobs.set(job.id, {
        job,
        plan,
        state: 'waiting',
        attempts: 0,
        slept: false,
        history: [],
      })
    }
    this.#take()
  }

  async claim(key: string, claim: Claim): Promise<Claim> {
    const bound = this.#claims.get(key)
    if (bound) return bound
    this.#claims.set(key, claim)
    return claim
  }

  async find(id: string): Promise<JobState | undefined> {
    const found = this.#jobs.get(id)
    return found && stateOf(found)
  }

  ended(id: string, signal: AbortSignal): Promise<JobState | undefined> {
    return new Promise((resolve) => {
      const found = this.#jobs.get(id)
      if (!found || isOver(found) || signal.aborted) {
        resolve(found && isOver(found) ? stateOf(found) : undefined)
        return
      }
      const settle = () => {
        signal.removeEventListener('abort', settle)
        this.#listeners.splice(this.#listeners.indexOf(heard), 1)
        resolve(isOver(found) ? stateOf(found) : undefined)
      }
      const heard = (which: string) => {
        if (which === id) settle()
      }
      this.#listeners.push(heard)
      signal.addEventListener('abort', settle, { once: true })
    })
  }

  async wake(id: string): Promise<'woken' | 'awake' | 'ended' | 'unknown'> {
    if (this.#closed) throw new QueueUnavailable('the queue is closed')
    const found = this.#jobs.get(id)
    if (!found) return 'unknown'
    if (isOver(found)) return 'ended'
    if (found.until === undefined) return 'awake'
    this.#wait(found)
    return 'woken'
  }

  onEnd(listener: (id: string, how: 'done' | 'dead' | 'removed') => void): void {
    this.#listeners.push(listener)
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    this.#worker = { run, options }
    this.#take()
    return {
      close: async (deadline) => {
        this.#worker = undefined
        const cut = () => this.#cut.abort()
        if (deadline.aborted) cut()
        else deadline.addEventListener('abort', cut, { once: true })
        await Promise.all(this.#running)
        deadline.removeEventListener('abort', cut)
      },
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#jobs.values()) clearTimeout(timer)
  }

  /** Starts jobs as long as there are any and this node may run more. */
  #take(): void {
    const worker = this.#worker
    if (!worker || this.desk.isPaused) return
    for (const job of this.#jobs.values()) {
      if (this.#running.size >= worker.options.concurrency) return
      if (job.state !== 'waiting') continue
      job.state = 'running'
      const running = this.#attempt(job, worker.run).finally(() => {
        this.#running.delete(running)
        this.#take()
      })
      this.#running.add(running)
    }
  }

  async #attempt(stored: MemoryJob, run: RunJob): Promise<void> {
    const { job, plan, slept } = stored
    stored.attempts += 1
    const { attempts: number } = stored
    const late = AbortSignal.timeout(plan.timeLimit)
    const signal = AbortSignal.any([late, this.#cut.signal])
    try {
      const last = number >= plan.attempts
      const came = await unlessEnded(signal, () => run(job, { number, last, slept, signal }))
      if (came.kind === 'sleep') {
        this.#sleep(stored, endOf(came))
        return
      }
      stored.result = came
      stored.ended = Date.now()
      stored.state = 'done'
      this.#forgetOldest()
      this.#tell(job.id, 'done')
    } catch (error) {
      if (this.#cut.signal.aborted) {
        // Given back: the attempt does not count.
        stored.attempts -= 1
        stored.state = 'waiting'
        return
      }
      const cause = error instanceof Error ? error.message : String(error)
      stored.history.push({ attempt: number, at: Date.now(), node: this.#options.node, cause })
      if (error instanceof FinalFailure || number >= plan.attempts) {
        stored.state = 'dead'
        stored.ended = Date.now()
        this.#tell(job.id, 'dead')
      } else this.#later(stored, Date.now() + delayBefore(number + 1, plan))
    }
  }

  #sleep(stored: MemoryJob, until: number): void {
    stored.attempts -= 1
    stored.slept = true
    stored.until = until
    this.#later(stored, until)
  }

  /** @param at  in milliseconds since 1970 */
  #later(stored: MemoryJob, at: number): void {
    stored.state = 'delayed'
    if (this.#closed) return
    const again = () => (Date.now() < at ? this.#later(stored, at) : this.#wait(stored))
    stored.timer = setTimeout(again, Math.min(at - Date.now(), LONGEST_TIMER))
  }

  #wait(stored: MemoryJob): void {
    clearTimeout(stored.timer)
    delete stored.until
    stored.state = 'waiting'
    this.#take()
  }

  #forgetOldest(): void {
    const done = [...this.#jobs.values()].filter(({ state }) => state === 'done')
    const over = done.length - (this.#options.keep ?? 10_000)
    for (const stored of done.slice(0, Math.max(0, over))) this.#forget(stored)
  }

  #forget({ job: { id } }: MemoryJob, how?: 'removed'): void {
    this.#jobs.delete(id)
    for (const [key, claim] of this.#claims) if (claim.id === id) this.#claims.delete(key)
    if (how) this.#tell(id, how)
  }

  #tell(id: string, how: 'done' | 'dead' | 'removed'): void {
    for (const listener of [...this.#listeners]) listener(id, how)
  }
}
