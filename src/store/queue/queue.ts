/** The contract of a durable queue: one suite of tests holds every implementation to it. */
import type { QueueAdmin } from './admin.js'
import type {
  DirectRun,
  FinalFailure,
  Job,
  JobResult,
  Postponement,
  RetryPlan,
  Suspension,
} from './job.js'
import type { PausedDestination } from './pauses.js'

export interface JobQueue {
  /**
   * Takes a job, and binds its claim to it. Once this resolves both are durable, so that its message may
   * be acknowledged. Nothing is added if the queue has a job of that id, or one that holds the claim; nor if
   * the claim has an `until` and such a job was there once, and is kept no longer.
   *
   * @returns the job that holds the message now: this one, or the one that was there before
   * @throws QueueUnavailable if it could not be made durable in time, or may not have been
   * @throws QueueFull if there is more to do than the bounds allow
   */
  add(job: Job, plan: RetryPlan): Promise<Holder>
  /**
   * Claims an identity for a run of this process, durably: nobody else gets the claim as long as this process lives
   * and the run has not ended, and no bound on jobs that wait counts it. Jobs and runs claim in one name space.
   *
   * @returns the run; or who holds the claim: then nothing is to be run
   * @throws QueueUnavailable if it could not be made durable in time: nothing may be run
   * @throws QueueFull if no more claims can be remembered
   */
  begin(run: DirectRun): Promise<Begun>
  /**
   * The job that awaits its answer under a key.
   *
   * @returns its id; undefined if none that has not ended does
   * @throws QueueUnavailable
   */
  awaiting(key: string): Promise<string | undefined>
  /** @throws QueueUnavailable */
  find(id: string): Promise<JobState | undefined>
  /**
   * Waits until a job has ended, on whichever node it runs.
   *
   * @param signal  ends the waiting, not the job
   * @param until   `failed`: the waiting ends as well once an attempt has failed and another is to come. Default `ended`
   * @returns its state, which is `done` or `dead`, or `waiting` for one that has failed; undefined if the signal ended
   *   first, or there is no such job
   */
  ended(id: string, signal: AbortSignal, until?: Until): Promise<JobState | undefined>
  /**
   * Lets a suspended job run, on whichever node it was suspended.
   *
   * @returns `active` for one that waits, runs or is tried again; nothing is changed then
   * @throws QueueUnavailable
   */
  resume(id: string): Promise<'resumed' | 'active' | 'ended' | 'unknown'>
  /**
   * Lets the delayed jobs of a way run now, the oldest first: something got through there again. A queue
   * that does not answer just now wakes none: each goes on by itself when its delay is over.
   */
  wake(way: string): Promise<void>
  /**
   * The pause of a destination, as this process has read it a moment ago; before it runs a job, of the last two seconds.
   *
   * @param destination  its name; undefined for a URL without one
   */
  pauseOf(destination: string | undefined): PausedDestination | undefined
  /**
   * Remembers what must come once only: of several callers, on whichever node, one gets true.
   *
   * @param keys   any texts
   * @param until  milliseconds since 1970; then they may be forgotten. A time that is over only asks whether
   *   one is known
   * @returns true if none was known; they are then, durably. False if one was: nothing is remembered
   * @throws QueueUnavailable if they could not be made durable in time, or may not have been
   * @throws QueueFull if as many are remembered as the bound allows: none is forgotten before its time
   */
  remember(keys: readonly string[], until: number): Promise<boolean>
  /**
   * Forgets what `remember` has just returned true for, since nothing came of it, so that it may come again.
   *
   * @throws QueueUnavailable
   */
  forget(keys: readonly string[]): Promise<void>
  /**
   * The last value that was kept under a name.
   *
   * @throws QueueUnavailable
   */
  head(name: string): Promise<string | undefined>
  /**
   * Keeps a value under a name for good, in place of the one before it; durable once it resolves.
   *
   * @param before  what is there now; undefined: nothing
   * @returns false if something else is there, which stays
   * @throws QueueUnavailable
   */
  keepHead(name: string, before: string | undefined, value: string): Promise<boolean>
  /** Runs jobs, those of other nodes too, until the worker is closed. Called once. */
  work(run: RunJob, options: WorkOptions): Promise<JobWorker>
  /**
   * Writes something and reads it back, as durably as a job is kept: the proof that one could be.
   *
   * @throws QueueUnavailable if it could not be made durable in time
   * @throws QueueFull if there is no room for anything
   */
  probe(): Promise<void>
  /** Why nothing can be made durable now; undefined if it can. That too much waits is no such reason. */
  readonly problem: string | undefined
  /** True if it takes jobs now. */
  readonly available: boolean
  /** Why `available` is what it is, and what is promised, for people to read. */
  readonly status: string
  /** Why what was acknowledged may not all be there, though jobs are taken; undefined if nothing is in doubt. */
  readonly doubt: Doubt | undefined
  readonly admin: QueueAdmin
  /** Releases every connection, file and timer. Close the worker first. */
  close(): Promise<void>
}

export interface Doubt {
  /** For people to read. */
  readonly sentence: string
  /** True if something was lost, and not only may be. */
  readonly lost: boolean
  /** Milliseconds since 1970, where one moment has begun it. */
  readonly since?: number | undefined
}

export type Begun = { readonly run: OwnRun } | { readonly holder: Holder }

/** A run of this process that holds its claim. */
export interface OwnRun {
  /**
   * Ends the run with its outcome, which all who wait for it get, and whoever sends the same message again. What cannot
   * be written now is kept in this process, and written as soon as that is possible: until then nobody gets the claim
   * from this queue.
   *
   * @returns who has the claim by now, as where others had to take this process for dead: nothing was kept. Undefined
   *   if the outcome is kept
   * @throws QueueUnavailable if it is not durable in time
   */
  end(result: JobResult, options: EndOptions): Promise<Holder | undefined>
}

export interface EndOptions {
  /** True if the same message may run once more when it comes again. Default: it gets the outcome. */
  readonly open?: boolean | undefined
  /** The outcome if the attachments of the result cannot be read, now or later. */
  readonly unreadable: (failure: FinalFailure) => JobResult
}

/** The job that holds a message. */
export interface Holder {
  readonly id: string
  /** False if it was there before. */
  readonly added: boolean
  /** What its claim says it was sent with; undefined without a claim. */
  readonly digest: string | undefined
  /** `forgotten`: its claim counts once, and what came of the job that had it is not known any more. */
  readonly state: JobState['state'] | 'forgotten'
}

export type Until = 'ended' | 'failed'

export type JobState =
  | {
      readonly state: 'waiting' | 'running'
      /** True once an attempt has failed and another is to come. Default: none has. */
      readonly failed?: true | undefined
      /** Name of the destination that a `ForwardJob` goes to. */
      readonly destination?: string | undefined
    }
  | { readonly state: 'done'; readonly result: JobResult }
  /** It has failed for good and is a dead letter. */
  | { readonly state: 'dead'; readonly cause: string }

/**
 * Does what a job asks for.
 *
 * @returns what came of it, or until when it is suspended or postponed: that ends no attempt, and counts
 *   as none
 * @throws FinalFailure to make a dead letter of the job at once; anything else is tried again by the plan
 */
export type RunJob = (job: Job, attempt: Attempt) => Promise<JobResult | Suspension | Postponement>

export interface Attempt {
  /** 1 for the first. */
  readonly number: number
  /** True if no other follows, should this one fail. */
  readonly last: boolean
  /** True if the job was suspended before; replaying a dead one begins again. */
  readonly suspended: boolean
  /** True for the first attempt of a dead letter that is replayed, or of the edited one in its place. */
  readonly replayed: boolean
  /** True if an operator tries it: neither the circuit nor a pause of its destination holds it up. */
  readonly urgent: boolean
  /** Ends when the attempt's time is over or another node has taken the job: its result is dropped. */
  readonly signal: AbortSignal
  /**
   * Adds a job with the end of this one, beyond all bounds: in the same transaction where the queue has
   * them, before it elsewhere. Dropped if the attempt ends in any other way than done or dead.
   */
  follow(job: Job, plan: RetryPlan): void
  /** Closes what the attempt has opened once what came of it is kept, such as the attachments of an answer. */
  closeAfter(opened: Closeable): void
}

export interface Closeable {
  close(): Promise<void>
}

export interface WorkOptions {
  /** Jobs at once on this node. */
  readonly concurrency: number
  /**
   * Called for each job that becomes a dead letter without its last attempt having been heard of, such
   * as one whose node died every time.
   */
  readonly abandoned: (job: Job, cause: string, attempt: Attempt) => Promise<void>
}

export interface JobWorker {
  /**
   * Has this worker take and end something that goes the way of jobs, and that nobody sees or counts: the proof that
   * it would run one. It takes no turn from jobs. Not to be asked for while the queue is paused.
   *
   * @param signal  ends the waiting
   * @throws QueueUnavailable
   */
  probe(signal: AbortSignal): Promise<void>
  /** Takes no more jobs and lets those that run end; once `deadline` is aborted they are given back. */
  close(deadline: AbortSignal): Promise<void>
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
