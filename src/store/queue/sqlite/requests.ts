/** What the process and the thread that has the file tell each other. */
import type {
  Reply as ReplyOf,
  Request as RequestOf,
  ThreadMessage,
} from '../../../base/channel.js'
import type { ErrorCode } from '../../../errors.js'
import type { Changed, Edit, JobDetail, QueueStats } from '../admin.js'
import type { JobHead } from '../content.js'
import type { JobsMeant } from '../finding.js'
import type { StoredResult } from '../kept-result.js'
import type { JobQuery, JobSummary } from '../listing.js'
import type { JobPage, PageQuery } from '../page.js'
import type { PausedDestination, TriedJob, WaitingMessages } from '../pauses.js'
import type { Holder, JobState } from '../queue.js'

/** What the file keeps of a job from its beginning on. */
export interface KeptJob {
  readonly id: string
  readonly accepted: number
  readonly lane: string | undefined
  readonly claim: Uint8Array | undefined
  readonly digest: string | undefined
  /** What its claim is remembered by, and until when. */
  readonly once: { readonly key: Uint8Array; readonly until: number } | undefined
  readonly awaits: Uint8Array | undefined
  /** A `JobHead` and a `RetryPlan` as JSON: text crosses faster than objects do. */
  readonly head: string
  readonly plan: string
  readonly content: Uint8Array
  /** Numbers of the blobs that it has. */
  readonly blobs: readonly number[]
}

/** A job on its way into the file. */
export interface NewJob extends KeptJob {
  readonly mayBeSuspended: boolean
}

/** A run that is no job, on its way into the file. */
export type NewRun = Pick<NewJob, 'id' | 'claim' | 'digest' | 'once'>

/** A job on its way to the process that runs it. */
export interface TakenJob {
  readonly seq: number
  readonly id: string
  readonly head: string
  readonly plan: string
  readonly content: Uint8Array
  /** Attempts that are over. */
  readonly attempts: number
  readonly suspended: boolean
  readonly replayed: boolean
  readonly urgent: boolean
  /** Why the last of them failed. */
  readonly cause: string | undefined
}

/** What came of a job. */
export interface Done {
  readonly result: StoredResult
  readonly answer: Uint8Array | undefined
  /** Numbers of the blobs that the answer has. */
  readonly blobs: readonly number[]
}

/** How an attempt ended. */
export type AttemptEnd =
  | ({ readonly kind: 'done'; readonly follow: readonly NewJob[] } & Done)
  | { readonly kind: 'dead'; readonly cause: string; readonly follow: readonly NewJob[] }
  /** It is tried again then, in milliseconds since 1970. */
  | { readonly kind: 'failed'; readonly cause: string; readonly due: number }
  | { readonly kind: 'suspended'; readonly until: number }
  | {
      readonly kind: 'postponed'
      readonly until: number
      readonly cause: string
      /** Name of the destination whose pause it waits for. */
      readonly paused?: string | undefined
    }
  | { readonly kind: 'given-back' }

/** What is kept of a job that is found: the answer's text as bytes. */
export interface Found {
  readonly state: JobState['state']
  readonly result?: StoredResult | undefined
  readonly answer?: Uint8Array | undefined
  readonly cause?: string | undefined
  readonly destination?: string | undefined
  /** True if an attempt has failed and another is to come. */
  readonly failed?: true | undefined
}

export type Shown = Omit<JobDetail, 'body' | 'attachments'> & {
  readonly head: JobHead
  readonly content: Uint8Array
}

/** A page of jobs that were looked through. */
export interface Searched {
  readonly jobs: readonly JobSummary[]
  readonly looked: number
  /** Number of the last of them; undefined if none is left. */
  readonly before: number | undefined
}

/** A run that is no job, once it has ended. */
export interface EndedRun extends NewRun, Pick<NewJob, 'accepted' | 'head' | 'plan'> {
  /** A `StoredResult` as JSON. */
  readonly result: string
  readonly answer: Uint8Array
  /** Numbers of the blobs that the answer has. */
  readonly blobs: readonly number[]
}

/** Jobs that one transaction moves at most, so that no commit takes long. */
export const MAX_JOBS_MOVED = 1000

/** Each runs in a transaction, with all others that have arrived by then. */
export interface Requests {
  /** @param deadline  when nobody waits for it any more, in milliseconds since 1970 */
  add(job: NewJob, deadline: number): Holder
  /** As `add`, for a run of this process that is no job. @returns undefined if nothing else holds its message */
  begin(run: NewRun, deadline: number): Holder | undefined
  /** @param open  true if its claim may be taken again @returns false if this process has lost it */
  endRun(run: EndedRun, open: boolean): boolean
  /** Gives up a run of this process of which nothing has run. */
  dropRun(id: string): void
  /** @returns the number of a blob that this process writes now */
  beginBlob(size: number, beyond: boolean, deadline: number): number
  /** @returns the buffer of a whole piece, which may be used again */
  putPiece(
    blob: number,
    number: number,
    piece: Uint8Array,
    deadline: number,
  ): ArrayBuffer | undefined
  /** @returns undefined if it is not there as it was */
  getPiece(blob: number, number: number): Uint8Array | undefined
  /** Has a blob removed that no job has. */
  dropBlob(blob: number): void
  awaiting(key: Uint8Array): string | undefined
  find(id: string): Found | undefined
  resume(id: string): 'resumed' | 'active' | 'ended' | 'unknown'
  /** @returns how many delayed jobs of a way wait now, at most `MAX_JOBS_MOVED` */
  wake(way: string): number
  /** @param deadline  when nobody waits for it any more, in milliseconds since 1970 */
  remember(keys: readonly Uint8Array[], until: number, deadline: number): boolean
  forget(keys: readonly Uint8Array[]): void
  head(name: string): string | undefined
  keepHead(name: string, before: string | undefined, value: string): boolean
  /** Writes a value and reads it back. */
  probe(value: string, deadline: number): void
  /** Has something handed out that is run as a job, but is none; `settleProbe` ends it. */
  addProbe(id: string, deadline: number): void
  settleProbe(id: string): void
  /** Takes so many jobs at a time from now on. */
  work(concurrency: number): void
  /** @returns false if the job does not belong to this process any more: nothing was changed then */
  settle(seq: number, end: AttemptEnd): boolean
  stats(): Omit<QueueStats, 'backend'>
  list(query: JobQuery): readonly JobSummary[]
  page(query: PageQuery): JobPage
  /** @param before  number of the job behind those that are looked at */
  search(meant: JobsMeant, before: number, most: number): Searched
  show(id: string): Shown | undefined
  replay(id: string): Changed
  replace(id: string, edit: Edit): Changed
  remove(id: string): Changed
  pause(paused: boolean): void
  /** @returns all pauses, as the next one */
  pauseDestination(name: string, by: string): readonly PausedDestination[]
  resumeDestination(name: string): readonly PausedDestination[]
  pausedDestinations(): readonly PausedDestination[]
  waitingFor(way: string): WaitingMessages
  /** @returns undefined if none of the way is delayed */
  tryOne(way: string): TriedJob | undefined
  trim(before: number): number
  check(): readonly string[]
  backup(file: string): void
  /** Gives all back that this process has, and closes the file. */
  close(): void
}

export type RequestName = keyof Requests

/** Those that change nothing, and need no commit. */
export const READS: ReadonlySet<RequestName> = new Set([
  'getPiece',
  'awaiting',
  'find',
  'head',
  'stats',
  'list',
  'page',
  'pausedDestinations',
  'waitingFor',
  'search',
  'show',
])
/** Those that are in no transaction. */
export const ALONE: ReadonlySet<RequestName> = new Set(['check', 'backup', 'close'])

export type Request<Name extends RequestName = RequestName> = RequestOf<Requests, Name>

/** An error as plain data. */
export interface Failure {
  readonly kind: 'full' | 'unavailable' | 'waybill' | 'bug'
  readonly sentence: string
  /** Of a `WaybillError`. */
  readonly code?: ErrorCode
}

export type Reply = ReplyOf<Failure>

/** How the queue is, as far as acceptance goes. */
export interface Condition {
  /** Why nothing can be made durable; undefined if it can. */
  readonly problem: string | undefined
  /** Why no more is taken; undefined if it is. */
  readonly full: string | undefined
}

/** What the thread tells by itself, and with its replies. */
export interface ThreadReport extends ThreadMessage<Failure> {
  readonly opened?: true | Failure
  readonly taken?: readonly TakenJob[]
  /** Id of what `addProbe` has handed out. */
  readonly probe?: string
  /** Ids of jobs that have ended. */
  readonly ended?: readonly string[]
  /** All destinations that are paused. */
  readonly pauses?: readonly PausedDestination[]
  /** Another process has written: what is waited for may have ended. */
  readonly changed?: true
  readonly condition?: Condition
  /** For the log. */
  readonly notice?: {
    readonly level: 'info' | 'warn' | 'error'
    readonly sentence: string
    readonly fields: object
  }
}
