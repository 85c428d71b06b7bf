/** Puts the accept journal before any queue: what was acknowledged is on the disk before it is a job. */
import type { Log } from '../plugin.js'
import { Handover } from './handover.js'
import type { InnerQueue } from './inner-queue.js'
import type { Job, RetryPlan } from './job.js'
import { Journal, type JournalOptions } from './journal.js'
import { decodeJob, encodeJob, type JournalJob } from './journal-job.js'
import { JournaledDesk } from './journaled-desk.js'
import {
  type Claim,
  type JobQueue,
  type JobState,
  type JobWorker,
  type QueueDesk,
  QueueFull,
  QueueUnavailable,
  type RunJob,
  type WorkOptions,
} from './queue.js'

/** Of the folder that the journal is in. */
interface Lock {
  release(): Promise<void>
}

/** Bytes of envelopes that may wait for a queue that does not take them. */
const MOST_PENDING = 64 * 1024 ** 2
const RETRY_AFTER = 5
const NEVER = new AbortController().signal
/** Digests that are kept in memory for jobs that were not added yet. */
const MOST_CLAIMS = 10_000
/** Jobs that are looked at in one go, and milliseconds between two goes, for ends that nobody heard of. */
const LOOKS = 50
const LOOK_AGAIN = 2_000

export class JournaledQueue implements JobQueue {
  readonly desk: QueueDesk
  readonly #inner: InnerQueue
  readonly #journal: Journal
  readonly #log: Log
  readonly #lock: Lock | undefined
  readonly #handover: Handover
  /** By id of the job: what is being appended. */
  readonly #appending = new Map<string, Promise<void>>()
  /** By id of the job: the digest that its key was bound with. */
  readonly #digests = new Map<string, string>()
  #looking: IterableIterator<string> | undefined
  #timer: NodeJS.Timeout | undefined
  #looked: Promise<void> = Promise.resolve()
  #failure: Error | undefined
  #closed = false

  private constructor(inner: InnerQueue, journal: Journal, log: Log, lock: Lock | undefined) {
    this.#inner = inner
    this.#lock = lock
    this.#journal = journal
    this.#log = log
    this.#handover = new Handover({ take: (jobs) => this.#handOver(jobs), log })
    this.desk = new JournaledDesk(inner.desk, this.#handover)
    // One that is dead stays in the journal until an operator has done something about it.
    inner.onEnd((id, how) => {
      if (how !== 'dead') void this.#settle(id)
    })
  }

  /**
   * Reads the journal back and adds what is not settled to the queue behind it. It owns that from now on.
   *
   * @param lock  released when all is closed
   * @throws WaybillError WAYBILL_JOURNAL_DAMAGED, or WAYBILL_QUEUE_FOREIGN for jobs of a newer version
   * @throws QueueUnavailable
   */
  static async open(
    inner: InnerQueue,
    options: JournalOptions,
    log: Log,
    lock?: Lock,
  ): Promise<JournaledQueue> {
    const { journal, cut } = await Journal.open(options)
    if (cut) log.warn(cut, 'the accept journal had a torn tail, of which nothing was acknowledged')
    const queue = new JournaledQueue(inner, journal, log, lock)
    try {
      await queue.#readBack()
    } catch (error) {
      await journal.close()
      throw error
    }
    queue.#lookLater()
    return queue
  }

  get available(): boolean {
    return !this.#closed && !this.#failure && !this.#overfull && this.#inner.available
  }

  get status(): string {
    if (this.#failure) return `${this.#failure.message}; nothing is acknowledged until a restart`
    const { problem } = this.#handover
    const waits = problem === undefined ? '' : `, and the queue does not take them: ${problem}`
    return `${this.#inner.status}; the accept journal has ${this.#journal.depth} jobs${waits}`
  }

  async add(job: Job, plan: RetryPlan): Promise<void> {
    if (this.#closed) throw new QueueUnavailable('the queue is closed')
    const appending = this.#appending.get(job.id)
    if (appending) return appending
    if (this.#journal.has(job.id)) return
    this.#inner.admit(job.id)
    if (this.#overfull) {
      throw new QueueFull('too many jobs wait in the journal for the queue', RETRY_AFTER)
    }
    const appended = this.#append({ job, plan, digest: this.#digests.get(job.id) })
    this.#appending.set(job.id, appended)
    try {
      await appended
    } finally {
      this.#appending.delete(job.id)
    }
  }

  async claim(key: string, claim: Claim): Promise<Claim> {
    const bound = await this.#inner.claim(key, claim)
    if (bound.id === claim.id && !this.#journal.has(claim.id)) {
      this.#digests.set(claim.id, bound.digest)
      const [oldest] = this.#digests.keys()
      if (this.#digests.size > MOST_CLAIMS && oldest !== undefined) this.#digests.delete(oldest)
    }
    return bound
  }

  async find(id: string): Promise<JobState | undefined> {
    if (this.#handover.has(id)) return { state: 'waiting' }
    return this.#inner.find(id)
  }

  async ended(id: string, signal: AbortSignal): Promise<JobState | undefined> {
    await this.#handover.passed(id, signal)
    return signal.aborted ? undefined : this.#inner.ended(id, signal)
  }

  onEnd(listener: (id: string, how: 'done' | 'dead' | 'removed') => void): void {
    this.#inner.onEnd(listener)
  }

  async wake(id: string): Promise<'woken' | 'awake' | 'ended' | 'unknown'> {
    return this.#handover.has(id) ? 'awake' : this.#inner.wake(id)
  }

  work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    return this.#inner.work(run, options)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    await Promise.allSettled(this.#appending.values())
    await this.#handover.close()
    await this.#looked
    await this.#inner.close()
    await this.#journal.close()
    await this.#lock?.release()
  }

  get #overfull(): boolean {
    return this.#handover.bytes > MOST_PENDING
  }

  async #append(entry: JournalJob): Promise<void> {
    try {
      await this.#journal.append(entry.job.id, encodeJob(entry))
    } catch (cause) {
      this.#failed(cause)
      throw new QueueUnavailable('the accept journal cannot be written', { cause })
    }
    this.#digests.delete(entry.job.id)
    this.#handover.push(entry)
  }

  /** So much is in memory at a time; what the queue behind it has already changes nothing there. */
  async #readBack(): Promise<void> {
    let all = 0
    for await (const entry of this.#journal.unsettled()) {
      const { bytes, first } = this.#handover
      if (bytes > MOST_PENDING && first !== undefined) await this.#handover.passed(first, NEVER)
      this.#handover.push({ ...decodeJob(entry), again: true })
      all += 1
    }
    if (all > 0) this.#log.info({ jobs: all }, 'what was accepted before is in the queue again')
  }

  async #handOver(jobs: readonly JournalJob[]): Promise<void> {
    for (const { job, digest, again } of jobs) {
      if (again && job.claim !== undefined && digest !== undefined) {
        await this.#inner.claim(job.claim, { id: job.id, digest })
      }
    }
    await this.#inner.addAll(jobs)
  }

  async #settle(id: string): Promise<void> {
    if (this.#closed && !this.#journal.has(id)) return
    try {
      await this.#journal.settle(id)
    } catch (error) {
      // Found again after a restart, the job is known to have ended.
      if (!this.#closed) this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    if (this.#failure || this.#closed) return
    this.#failure = error instanceof Error ? error : new Error(String(error))
    this.#log.error(
      { err: error },
      'the accept journal has failed: nothing is acknowledged any more',
    )
  }

  /** No stream of ends is without gaps: what is in the journal is looked up now and then. */
  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#looked = this.#look()
        .catch((error) => this.#log.debug({ error }, 'queue: the journal waits for it'))
        .then(() => {
          if (!this.#closed) this.#lookLater()
        })
    }, LOOK_AGAIN)
  }

  async #look(): Promise<void> {
    this.#looking ??= this.#journal.ids()
    for (let looks = 0; looks < LOOKS && !this.#closed; looks += 1) {
      const { value: id, done } = this.#looking.next()
      if (done) {
        this.#looking = undefined
        return
      }
      if (this.#handover.has(id)) continue
      if ((await this.#inner.find(id))?.state === 'done') await this.#settle(id)
    }
  }
}
