/** Makes what is listed of a job from what a queue knows of it, wherever it is kept. */
import { momentOf } from '../../base/moment.js'
import type { MessageArrival } from './admin.js'
import type { JobHead } from './content.js'
import type { JobSummary } from './listing.js'
import type { PagedJob } from './page.js'

/** What a queue knows of a job without its bytes. */
export interface JobRecord
  extends Pick<JobSummary, 'id' | 'state' | 'accepted' | 'ended' | 'cause'> {
  /** Undefined if it cannot be read. */
  readonly head: JobHead | undefined
  /** Attempts that are over. */
  readonly tried: number
  /** Until when it is suspended, in milliseconds since 1970; undefined if it is not. */
  readonly suspendedUntil: number | undefined
}

export function summaryOf({ head, tried, suspendedUntil, ...record }: JobRecord): JobSummary {
  const { kind = 'unknown', label } = head?.job ?? {}
  return {
    id: record.id,
    kind,
    state: record.state,
    operation: label?.operation,
    to: label?.to,
    sender: label?.sender,
    messageId: label?.messageId,
    keys: label?.keys,
    accepted: record.accepted,
    ended: record.ended,
    attempts: record.state === 'running' ? tried + 1 : tried,
    cause: suspendedUntil === undefined ? record.cause : suspendedCause(suspendedUntil),
  }
}

/** @param due  when it goes on by itself, if it does */
export function pagedOf(job: JobRecord, due: number | undefined): PagedJob {
  const { head } = job
  const destination = head?.job.kind === 'forward' ? head.job.destination : undefined
  return { ...summaryOf(job), due, destination }
}

/** The plugin whose operation a job runs, or the path that its message was sent to. */
export function pluginOf(head: JobHead | undefined): string | undefined {
  if (head?.job.kind !== 'invoke') return undefined
  return head.job.plugin ?? head.job.origin.destination
}

/** What the message of a job that runs an operation came with. */
export function arrivalOf(head: JobHead | undefined): MessageArrival | undefined {
  if (head?.job.kind !== 'invoke') return undefined
  const { origin, action, packaging } = head.job
  return { origin, action, packaging }
}

function suspendedCause(until: number): string {
  return `waits for an answer until ${momentOf(until)}`
}
