/** A job as BullMQ keeps it: JSON with a version, so that no node runs what it cannot read. */
import type { JobHead } from '../content.js'
import type { RetryPlan } from '../job.js'

/**
 * The format that this version writes and reads: all bytes are beside the job since 3. Since 4 all kinds of jobs have
 * attachments; a job without any is still written as 3, for nodes that know no more.
 */
export const FORMAT = 4
export const PLAIN_FORMAT = 3
const KINDS: ReadonlySet<unknown> = new Set<JobHead['job']['kind']>([
  'invoke',
  'send',
  'forward',
  'answer',
  'direct',
])

/** What stands in the job's data. */
export interface StoredJob {
  readonly v: typeof FORMAT | typeof PLAIN_FORMAT
  readonly head: JobHead
  /** The key of its content. */
  readonly content: string
  readonly plan: RetryPlan
  /** How often it has been replayed. Default: never. */
  readonly life?: number
  /** Times that its node had died or was cut off, which do not count as attempts. Default: none. */
  readonly stalls?: number
  /** When it was suspended last. Default: never since it was added, or replayed last. */
  readonly suspension?: StoredSuspension
  /** Until when an operator tries it, in milliseconds since 1970, and how many attempts had failed. Default: nobody does. */
  readonly trial?: { readonly until: number; readonly made: number }
  /** Id of the dead letter that it stands for. */
  readonly replaces?: string | undefined
}

export interface StoredSuspension {
  /** Milliseconds since 1970. */
  readonly until: number
  /** Attempts that had failed by then: when there are more, it is delayed for the next one. */
  readonly made: number
}

/** What BullMQ is to know of a job, in the names of its storage. */
export function storedOptions({ attempts }: RetryPlan): string {
  return JSON.stringify({ attempts, backoff: { type: 'plan' }, stackTraceLimit: 0 })
}

/** Bytes of its content. */
export function bytesOf({ head }: StoredJob): number {
  return head.sizes.reduce((sum, size) => sum + size, 0)
}

/** @returns undefined for what this version cannot read; `unreadable` says why */
export function readStored(data: unknown): StoredJob | undefined {
  if (!isRecord(data) || !isRead(data.v) || !isRecord(data.head) || !isRecord(data.plan)) {
    return undefined
  }
  const { job } = data.head
  if (!isRecord(job) || typeof data.content !== 'string' || !KINDS.has(job.kind)) return undefined
  // What this version wrote has the rest, too.
  return typeof job.id === 'string' && isRecord(job.label) ? (data as never) : undefined
}

/** The name of its destination, if it goes to one; of JSON that this version cannot read, none. */
export function destinationIn(data: string): { readonly destination?: string } {
  const stored = readStored(parsed(data))
  const destination = stored?.head.job.kind === 'forward' ? stored.head.job.destination : undefined
  return destination === undefined ? {} : { destination }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Why a job's data cannot be read, for operators. */
export function unreadable(data: unknown): string {
  const version = isRecord(data) ? data.v : undefined
  if (typeof version !== 'number') return 'the job was not written by Waybill, or is damaged'
  if (isRead(version)) return 'the job is damaged'
  const age = version > FORMAT ? 'a newer' : 'an older'
  return `the job was written by ${age} version (format ${version}; this node reads ${FORMAT})`
}

function isRead(version: unknown): boolean {
  return version === FORMAT || version === PLAIN_FORMAT
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
