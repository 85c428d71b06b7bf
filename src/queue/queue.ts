/** The contract of a durable queue: one suite of tests holds every implementation to it. */
import type { Job, JobResult, RetryPlan, Sleep } from './job.js'

export interface JobQueue {
  /**
   * Takes a job. Once this resolves the job is durable, so that its message may be acknowledged. A job
   * with an id that the queue has already changes nothing.
   *
   * @throws QueueUnavailable if it could not be made durable in time, or may not have been
   * @throws QueueFull if there is more to do than the bounds allow
   */
  add(job: Job, plan: RetryPlan): Promise<void>
  /**
   * Binds a key to an id, unless it is bound already; for finding duplicates. A binding is kept as long
   * as the job of that id is, and its retention time.
   *
   * @param key  any text; what is kept is its digest
   * @returns the id that the key is bound to now, and the digest it was bound with
   * @throws QueueUnavailable
   */
  claim(key: string, claim: Claim): Promise<Claim>
  /** @throws QueueUnavailable */
  find(id: string): Promise<JobState | undefined>
  /**
   * Waits until a job has ended, on whichever node it runs.
   *
   * @param signal  ends the waiting, not the job
   * @returns its state, which is `done` or `dead`; undefined if the signal ended first, or there is no
   *   such job
   */
  ended(id: string, signal: AbortSignal): Promise<JobState | undefined>
  /**
   * Ends the sleep of a job, on whichever node it was put to sleep.
   *
   * @returns `awake` for one that waits, runs or is tried again; nothing is changed then
   * @throws QueueUnavailable
   */
  wake(id: string): Promise<'woken' | 'awake' | 'ended' | 'unknown'>
  /** Runs jobs, those of other nodes too, until the worker is closed. Called once. */
  work(run: RunJob, options: WorkOptions): Promise<JobWorker>
  /** Tells whenever a job of this queue has ended or was removed, as soon as this node hears of it. */
  onEnd(listener: (id: string, how: 'done' | 'dead' | 'removed') => void): void
  /** True if jobs can be made durable now; for readiness. */
  readonly available: boolean
  /** Why `available` is what it is, and what is promised, for people to read. */
  readonly status: string
  readonly desk: QueueDesk
  /** Lets go of every connection, file and timer. Close the worker first. */
  close(): Promise<void>
}

export interface Claim {
  readonly id: string
  /** Digest of what was sent under the key: the same key with another content is no duplicate. */
  readonly digest: string
}

export type JobState =
  | { readonly state: 'waiting' | 'running' }
  | { readonly state: 'done'; readonly result: JobResult }
  /** It has failed for good and is parked. */
  | { readonly state: 'dead'; readonly cause: string }

/**
 * Does what a job asks for.
 *
 * @returns what came of it, or until when it sleeps: that ends no attempt, and counts as none
 * @throws FinalFailure to park the job at once; anything else is tried again by the plan
 */
export type RunJob = (job: Job, attempt: Attempt) => Promise<JobResult | Sleep>

export interface Attempt {
  /** 1 for the first. */
  readonly number: number
  /** True if no other follows, should this one fail. */
  readonly last: boolean
  /** True if the job was put to sleep before; replaying a dead one begins anew. */
  readonly slept: boolean
  /** Ends when the attempt's time is over or another node has taken the job: its result is dropped. */
  readonly signal: AbortSignal
}

export interface WorkOptions {
  /** Jobs at once on this node. */
  readonly concurrency: number
  /** Called for each job that was parked without its last attempt having been heard of, such as one
   * whose node died every time. */
  readonly abandoned: (job: Job, cause: string) => Promise<void>
}

export interface JobWorker {
  /** Takes no more jobs and lets those that run end; once `deadline` is aborted they are given back. */
  close(deadline: AbortSignal): Promise<void>
}

/** What operators do with a queue: `waybill queue` and `waybill dead`. */
export interface QueueDesk {
  stats(): Promise<QueueStats>
  /** Newest first: by when they ended, those that have not by when they were accepted. */
  list(query: JobQuery): Promise<readonly JobSummary[]>
  show(id: string): Promise<JobDetail | undefined>
  /** Runs a dead job again: same id, same bytes, all its attempts anew. */
  replay(id: string): Promise<'done' | 'not-dead' | 'unknown'>
  /** Removes a dead job for good. */
  remove(id: string): Promise<'done' | 'not-dead' | 'unknown'>
  /** No node takes jobs until `resume`; messages are accepted as before. */
  pause(): Promise<void>
  resume(): Promise<void>
}

export interface QueueStats {
  /** For people to read: what keeps the jobs, such as `redis://10.0.0.7:6379`. */
  readonly backend: string
  readonly paused: boolean
  readonly waiting: number
  /** Waiting for their next attempt, or asleep. */
  readonly delayed: number
  readonly running: number
  readonly done: number
  readonly dead: number
  /** Age of the oldest job that waits and never slept, in milliseconds; undefined if none does. */
  readonly oldest: number | undefined
}

export type ListedState = 'waiting' | 'delayed' | 'running' | 'done' | 'dead'

export interface JobQuery {
  /** Default: all. */
  readonly states?: readonly ListedState[]
  /** Only jobs with these ids. */
  readonly ids?: readonly string[]
  /** Name of the operation, in Clark notation or its local part. */
  readonly operation?: string
  /** Part of the address the message goes to. */
  readonly to?: string
  readonly sender?: string
  /** Part of the cause of failure. */
  readonly cause?: string
  /** Accepted at or after, and before, in milliseconds since 1970. */
  readonly since?: number
  readonly until?: number
  /** Default 100. */
  readonly limit?: number
}

export interface JobSummary {
  readonly id: string
  readonly kind: Job['kind'] | 'unknown'
  readonly state: ListedState
  readonly operation: string | undefined
  readonly to: string | undefined
  readonly sender: string | undefined
  readonly messageId: string | undefined
  /** Milliseconds since 1970. */
  readonly accepted: number
  readonly ended: number | undefined
  readonly attempts: number
  /** Why the last attempt failed; of a job that sleeps, until when. */
  readonly cause: string | undefined
}

export interface JobDetail extends JobSummary {
  /** UTF-8 text of the envelope. */
  readonly body: string
  /** Every attempt that failed, oldest first. */
  readonly history: readonly FailedAttempt[]
}

export interface FailedAttempt {
  readonly attempt: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** URI of the node that ran it. */
  readonly node: string
  readonly cause: string
}

/** The queue cannot be reached or does not answer: what was to be added may or may not be durable. */
export class QueueUnavailable extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'QueueUnavailable'
  }
}

/** There is more to do than the bounds of the configuration allow. */
export class QueueFull extends Error {
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number

  constructor(sentence: string, retryAfter: number) {
    super(sentence)
    this.name = 'QueueFull'
    this.retryAfter = retryAfter
  }
}
