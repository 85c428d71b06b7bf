/** A job as BullMQ keeps it: JSON with a version, so that no node runs what it cannot read. */
import type { InvokeJob, Job, RetryPlan, SendJob } from './job.js'

/** Envelopes of more bytes are kept once, beside the job, and not copied at its every change. */
export const LARGEST_BODY = 256 * 1024
const VERSION = 1

export type JobHead = Omit<InvokeJob, 'body'> | Omit<SendJob, 'body'>

/** What stands in the job's data. */
export interface StoredJob {
  readonly v: typeof VERSION
  readonly job: JobHead
  /** The envelope; absent if it is kept in the store. */
  readonly body?: string
  readonly plan: RetryPlan
  /** How often it has been replayed. */
  readonly life: number
  /** How often its node had died when it was replayed last: those attempts do not count any more. */
  readonly stalls: number
}

/** @returns what becomes the job's data; the body apart, if that is kept in the store */
export function storedJob(job: Job, plan: RetryPlan): { data: StoredJob; apart?: Buffer } {
  const { body, ...head } = job
  const data = { v: VERSION, job: storable(head), plan, life: 0, stalls: 0 } as const
  const bytes = Buffer.byteLength(body)
  if (bytes > LARGEST_BODY) return { data, apart: Buffer.from(body) }
  return { data: { ...data, body: storable(body) } }
}

/** @returns undefined for what this version cannot read; `unreadable` says why */
export function readStored(data: unknown): StoredJob | undefined {
  if (!isRecord(data) || data.v !== VERSION || !isRecord(data.job) || !isRecord(data.plan)) {
    return undefined
  }
  const { kind, id, label } = data.job
  const known = kind === 'invoke' || kind === 'send'
  // What this version wrote has the rest, too.
  return known && typeof id === 'string' && isRecord(label) ? (data as never) : undefined
}

/** Why a job's data cannot be read, for operators. */
export function unreadable(data: unknown): string {
  const version = isRecord(data) ? data.v : undefined
  return typeof version === 'number' && version > VERSION
    ? `the job was written by a newer version (format ${version}; this node reads ${VERSION})`
    : 'the job was not written by Waybill, or is damaged'
}

export function withBody(head: JobHead, body: string): Job {
  return { ...head, body }
}

/** Postgres keeps neither U+0000 nor half a surrogate pair; none of them is a character of XML. */
const UNSTORABLE = /[\0\uD800-\uDFFF]/gu

/** The same value with U+FFFD in place of what not every queue can keep. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(UNSTORABLE, '\uFFFD') as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, storable(one)]),
  ) as Value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
