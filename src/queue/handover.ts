/** Hands jobs that are in the journal over to the queue behind it: many at once, again and again. */
import type { Log } from '../plugin.js'
import type { JournalJob } from './journal-job.js'

export interface HandoverOptions {
  /** Takes several jobs, all or none. */
  readonly take: (jobs: readonly JournalJob[]) => Promise<void>
  readonly log: Log
}

/** Jobs, and bytes of their envelopes, that go together. */
const AT_ONCE = 100
const BYTES_AT_ONCE = 4 * 1024 ** 2
/** Milliseconds until the next try when the queue does not take them; doubled up to the longest. */
const FIRST_DELAY = 50
const LONGEST_DELAY = 2_000

export class Handover {
  readonly #options: HandoverOptions
  /** By id, in the order in which they came. */
  readonly #pending = new Map<string, JournalJob>()
  /** Called when the job has been handed over. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #bytes = 0
  #running: Promise<void> | undefined
  #delay = FIRST_DELAY
  #timer: NodeJS.Timeout | undefined
  #problem: string | undefined
  #closed = false

  constructor(options: HandoverOptions) {
    this.#options = options
  }

  /** Bytes of the envelopes that wait. */
  get bytes(): number {
    return this.#bytes
  }

  /** Why the queue did not take jobs when it was tried last; undefined if it did. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Jobs that wait. */
  get size(): number {
    return this.#pending.size
  }

  /** Id of the job that came last. */
  get newest(): string | undefined {
    return [...this.#pending.keys()].at(-1)
  }

  /** Id of the job that has waited longest. */
  get first(): string | undefined {
    const [first] = this.#pending.keys()
    return first
  }

  has(id: string): boolean {
    return this.#pending.has(id)
  }

  push(job: JournalJob): void {
    if (this.#pending.has(job.job.id)) return
    this.#pending.set(job.job.id, job)
    this.#bytes += sizeOf(job)
    this.#start()
  }

  /** Resolves when the job has been handed over, at once if it does not wait, or when the signal ends. */
  async passed(id: string, signal: AbortSignal): Promise<void> {
    if (!this.#pending.has(id) || signal.aborted) return
    await new Promise<void>((resolve) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve])
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /** Waits for what is on its way; the rest stays in the journal. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#running
    for (const id of [...this.#waiting.keys()]) this.#tell(id)
  }

  #start(): void {
    if (this.#running || this.#timer || this.#closed) return
    this.#running = this.#handOver().finally(() => {
      this.#running = undefined
      if (this.#pending.size > 0 && !this.#timer) this.#start()
    })
  }

  async #handOver(): Promise<void> {
    while (this.#pending.size > 0 && !this.#closed) {
      const jobs = this.#next()
      if (!(await this.#tried(jobs)) && !(await this.#oneByOne(jobs))) {
        this.#later()
        return
      }
      this.#delay = FIRST_DELAY
    }
  }

  #next(): readonly JournalJob[] {
    const jobs: JournalJob[] = []
    let bytes = 0
    for (const job of this.#pending.values()) {
      bytes += sizeOf(job)
      if (jobs.length > 0 && (jobs.length >= AT_ONCE || bytes > BYTES_AT_ONCE)) break
      jobs.push(job)
    }
    return jobs
  }

  /** So that one that is refused every time does not keep the others. @returns true if any was taken */
  async #oneByOne(jobs: readonly JournalJob[]): Promise<boolean> {
    if (jobs.length === 1) return false
    let any = false
    for (const job of jobs) {
      const taken = await this.#tried([job])
      any ||= taken
      // The first tells enough of a queue that does not answer.
      if (!any) return false
      if (!taken) {
        this.#pending.delete(job.job.id)
        this.#pending.set(job.job.id, job)
      }
    }
    return any
  }

  async #tried(jobs: readonly JournalJob[]): Promise<boolean> {
    try {
      await this.#options.take(jobs)
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error)
      this.#options.log.debug({ error, jobs: jobs.length }, 'queue: jobs wait in the journal')
      return false
    }
    this.#problem = undefined
    for (const job of jobs) {
      this.#pending.delete(job.job.id)
      this.#bytes -= sizeOf(job)
      this.#tell(job.job.id)
    }
    return true
  }

  #later(): void {
    if (this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#start()
    }, this.#delay)
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY)
  }

  #tell(id: string): void {
    for (const done of this.#waiting.get(id) ?? []) done()
    this.#waiting.delete(id)
  }
}

function sizeOf({ job }: JournalJob): number {
  return job.body.length
}
