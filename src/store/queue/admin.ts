/** The contract of what operators do with a queue: `waybill queue` and `waybill dead`. */
import type { KeySeen } from '../../message/events/events.js'
import type { Attachment } from '../../message/message.js'
import type { KeyMeant } from '../journal/keys/query.js'
import type { InvokeJob } from './job.js'
import type { Found, JobQuery, JobSummary } from './listing.js'
import type { JobPage, PageQuery } from './page.js'
import type { PausedDestination, TriedJob, WaitingMessages } from './pauses.js'

export interface QueueAdmin {
  stats(): Promise<QueueStats>
  /** Newest first: by when they ended, those that have not by when they were accepted. */
  list(query: JobQuery): Promise<readonly JobSummary[]>
  /** The jobs of one state, a page at a time, however many there are. */
  page(query: PageQuery): Promise<JobPage>
  show(id: string): Promise<JobDetail | undefined>
  /**
   * Looks for jobs by the ids and the business keys of their messages, page by page, so that nodes go on meanwhile.
   *
   * @param text  an id, as `idsFrom` reads it
   * @param most  jobs that are looked at, the newest first; those whose own id it is are found anyway
   * @param keys  that are meant as well. Default: none
   */
  find(text: string, most: number, keys?: readonly KeyMeant[]): Promise<Found>
  /** Runs a dead letter again: same id, same bytes, all its attempts again. */
  replay(id: string): Promise<Changed>
  /**
   * Adds a new job with another envelope in place of a dead letter, which ends as `replaced` by it. Each
   * names the other in its history, and whoever sends the message of the dead letter again is told what
   * came of the new one.
   *
   * @param edit  the new job's id and envelope
   */
  replace(id: string, edit: Edit): Promise<Changed>
  /** Removes a dead letter for good. */
  remove(id: string): Promise<Changed>
  /** No node takes jobs until `resume`; messages are accepted as before. */
  pause(): Promise<void>
  resume(): Promise<void>
  /**
   * Nothing is sent to a destination until `resumeDestination`, from any node: what is under way ends. One that is paused
   * already stays as it is.
   *
   * @param by  who does it, for people to read
   */
  pauseDestination(name: string, by: string): Promise<PausedDestination>
  /** Also wakes what waits for it, the oldest first. Of one that is not paused only that. */
  resumeDestination(name: string): Promise<void>
  /** By their names. */
  pausedDestinations(): Promise<readonly PausedDestination[]>
  /** @param way  as `wayTo` names it */
  waitingFor(way: string): Promise<WaitingMessages>
  /**
   * Has the oldest delayed job of a way run next, once, though its circuit is open or it is paused.
   *
   * @returns undefined if none is delayed
   */
  tryOne(way: string): Promise<TriedJob | undefined>
  /**
   * Forgets finished jobs, their answers, and that their messages are known.
   *
   * @param before  those that ended before then, in milliseconds since 1970
   * @returns how many there were
   */
  trim(before: number): Promise<number>
  /**
   * Looks whether all that is kept is whole.
   *
   * @returns what is not, a sentence each
   */
  check(): Promise<readonly string[]>
  /**
   * Writes all that is kept into a new file, as it is at one moment, while nodes go on.
   *
   * @throws WaybillError WAYBILL_QUEUE_BACKUP if it cannot be written, or what keeps the queue has means
   *   of its own
   */
  backup(file: string): Promise<void>
}

export type Changed = 'done' | 'not-dead' | 'unknown'

export interface Edit {
  readonly id: string
  readonly body: Uint8Array
  /** Default: none, so that its bytes say their encoding. */
  readonly charset?: string | undefined
  /** Name of its body entry. Default: that of the dead letter. */
  readonly operation?: string | undefined
  /** Its business keys; those of the dead letter are kept, too. Default: none. */
  readonly keys?: readonly KeySeen[] | undefined
}

export interface QueueStats {
  /** For people to read: what keeps the jobs, such as `redis://10.0.0.7:6379`. */
  readonly backend: string
  readonly paused: boolean
  readonly waiting: number
  /** Waiting for their next attempt: one has failed, or the circuit of the destination is open. */
  readonly delayed: number
  /** Waiting for an answer that comes as a message of its own. */
  readonly suspended: number
  readonly running: number
  readonly done: number
  readonly dead: number
  /** Age of the oldest job that waits and never was suspended, in milliseconds; undefined if none does. */
  readonly oldest: number | undefined
  /**
   * Milliseconds since the oldest of all that wait, are delayed or run was accepted: what waits for an answer, or had
   * its answer, does not count. Undefined if there is none; of more than a thousand of a state, one of the oldest.
   */
  readonly oldestUndelivered?: number | undefined
  /** Bytes of attachments that are kept; undefined where `queue.maxBytes` is no bound. */
  readonly attachmentBytes?: number | undefined
}

/** What a message came with beside its envelope. */
export type MessageArrival = Pick<InvokeJob, 'origin' | 'action' | 'packaging'>

export interface JobDetail extends JobSummary {
  /** The plugin whose operation it runs, or the path that it was sent to; undefined where neither is known. */
  readonly plugin: string | undefined
  /** What its message came with; undefined for a job that is no message to an operation of this node. */
  readonly arrival: MessageArrival | undefined
  /** The envelope, byte for byte as it came or as it goes. */
  readonly body: Uint8Array
  /** What goes along with it; their bytes can be read as long as the job is there. */
  readonly attachments: readonly Attachment[]
  /** The `charset` that was said of it, if one was. */
  readonly charset: string | undefined
  /** Id of the dead letter that it stands for, edited. */
  readonly replaces: string | undefined
  /** Id of the job that stands for it, edited. */
  readonly replacedBy: string | undefined
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
