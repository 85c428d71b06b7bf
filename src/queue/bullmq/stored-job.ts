/** A job as BullMQ keeps it: JSON with a version, so that no node runs what it cannot read. */
import type { JobsOptions } from 'bullmq'
import { type JobHead, takenApart } from '../content.js'
import type { Job, RetryPlan } from '../job.js'
import { toStoredId } from './stored-names.js'

/** Envelopes of more bytes are kept once, beside the job, and not copied at its every change. */
export const LARGEST_BODY = 256 * 1024
/** The newest format that this version reads. */
export const NEWEST = 2
/** The format of each kind of job: the oldest whose nodes know what to do with it. */
const FORMATS = { invoke: 1, send: 1, forward: 2, answer: 2 } as const satisfies Record<
  Job['kind'],
  number
>

export type Format = (typeof FORMATS)[Job['kind']]

/** What stands in the job's data. */
export interface StoredJob {
  readonly v: Format
  readonly job: JobHead
  /** The envelope, and what came along with it; absent if it is kept in the store. */
  readonly body?: string
  readonly plan: RetryPlan
  /** How often it has been replayed. Default: never. */
  readonly life?: number
  /**
   * How often its node had died when it was replayed last: those attempts do not count any more.
   * Default: never.
   */
  readonly stalls?: number
  /** When it was put to sleep last. Default: never since it was added, or replayed last. */
  readonly sleep?: StoredSleep
}

export interface StoredSleep {
  /** Milliseconds since 1970. */
  readonly until: number
  /** Attempts that had failed by then: when there are more, it is delayed for the next one. */
  readonly made: number
}

export function formatOf({ kind }: Pick<Job, 'kind'>): Format {
  return FORMATS[kind]
}

/** True for the formats that this version reads. */
export function isFormat(version: unknown): version is Format {
  return version === 1 || version === NEWEST
}

/** @returns what becomes the job's data; the body apart, if that is kept in the store */
export function storedJob(job: Job, plan: RetryPlan): { data: StoredJob; apart?: Buffer } {
  const { head, content } = takenApart(job)
  const data = { v: formatOf(job), job: storable(head), plan } as const
  const bytes = Buffer.byteLength(content)
  if (bytes > LARGEST_BODY) return { data, apart: Buffer.from(content) }
  return { data: { ...data, body: storable(content) } }
}

/** What BullMQ is to know of a job. */
export function storedOptions(job: Job, plan: RetryPlan): JobsOptions {
  return {
    jobId: toStoredId(job.id),
    timestamp: job.accepted,
    attempts: plan.attempts,
    backoff: { type: 'plan' },
    stackTraceLimit: 0,
  }
}

/** @returns undefined for what this version cannot read; `unreadable` says why */
export function readStored(data: unknown): StoredJob | undefined {
  if (!isRecord(data) || !isFormat(data.v) || !isRecord(data.job) || !isRecord(data.plan)) {
    return undefined
  }
  const { kind, id, label } = data.job
  const known = typeof kind === 'string' && Object.hasOwn(FORMATS, kind)
  // What this version wrote has the rest, too.
  return known && typeof id === 'string' && isRecord(label) ? (data as never) : undefined
}

/** Why a job's data cannot be read, for operators. */
export function unreadable(data: unknown): string {
  const version = isRecord(data) ? data.v : undefined
  return typeof version === 'number' && version > NEWEST
    ? `the job was written by a newer version (format ${version}; this node reads ${NEWEST})`
    : 'the job was not written by Waybill, or is damaged'
}

/** Postgres keeps neither U+0000 nor half a surrogate pair; none of them is a character of XML. */
const UNSTORABLE = /[\0\uD800-\uDFFF]/u
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu')

/** The same value with U+FFFD in place of what not every queue can keep; a copy only if there is any. */
export function storable<Value>(value: Value): Value {
  return isStorable(value) ? value : (mended(value) as Value)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  for (const one of Object.values(value)) if (!isStorable(one)) return false
  return true
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ALL_UNSTORABLE, '\uFFFD')
  if (Array.isArray(value)) return value.map(mended)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mended(one)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
