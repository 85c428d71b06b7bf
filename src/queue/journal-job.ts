/** A job as the accept journal has it: JSON with a version, and the digest that its key was bound with. */
import { WaybillError } from '../errors.js'
import { formatOf, isFormat, NEWEST } from './bullmq/stored-job.js'
import type { Job, RetryPlan } from './job.js'
import type { JournalEntry } from './journal.js'

export interface JournalJob {
  readonly job: Job
  readonly plan: RetryPlan
  /** Of what was sent under the job's key, if it has one. */
  readonly digest?: string | undefined
  /** True if it was read back, so that its key is bound again; not written. */
  readonly again?: boolean
}

export function encodeJob({ job, plan, digest }: JournalJob): Buffer {
  return Buffer.from(JSON.stringify({ v: formatOf(job), job, plan, digest }), 'utf8')
}

/** @throws WaybillError WAYBILL_QUEUE_FOREIGN for what this version did not write */
export function decodeJob({ id, data }: JournalEntry): JournalJob {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8')
  const read = parsed(text)
  if (isFormat(read?.v)) return read as unknown as JournalJob
  const found = read?.v === undefined ? 'no job' : `a job of format ${read.v}`
  throw new WaybillError(
    'WAYBILL_QUEUE_FOREIGN',
    `the accept journal has ${found} under ${id}; this version reads format ${NEWEST}`,
  )
}

function parsed(text: string): { readonly v?: unknown } | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}
