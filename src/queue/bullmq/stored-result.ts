/** What came of a job as BullMQ keeps it: within the job if it is small, in the store if it is large. */
import type { JobResult } from '../job.js'
import { storable } from './stored-job.js'

/** Answers of more bytes are kept in the store. */
const LARGEST_ANSWER = 16 * 1024

/** The job's return value. */
export interface StoredResult {
  readonly v: 1 | 2
  /** When it was there, in milliseconds since 1970. */
  readonly at: number
  readonly result: JobResult
  /** Where the text of the answer is in the store; then the one in `result` is empty. */
  readonly apart?: string
}

/** @param keyOf  where the text goes if it is large: a key of this attempt only */
export function storedResult(
  result: JobResult,
  keyOf: () => string,
): { value: StoredResult; apart?: Buffer } {
  const at = Date.now()
  if (result.kind === 'accepted') return { value: { v: 1, at, result } }
  // Nodes before this kind of result was known must not take it for one that they know.
  if (result.kind === 'undelivered') return { value: { v: 2, at, result: storable(result) } }
  const { message } = result
  if (Buffer.byteLength(message.body) <= LARGEST_ANSWER) {
    return { value: { v: 1, at, result: storable(result) } }
  }
  const key = keyOf()
  const short = { ...result, message: storable({ ...message, body: '' }) }
  return { value: { v: 1, at, result: short, apart: key }, apart: Buffer.from(message.body) }
}

/**
 * @param since  in milliseconds since 1970
 * @returns undefined for what this version cannot read, or what is kept no longer
 */
export async function readResult(
  value: unknown,
  since: number,
  get: (key: string) => Promise<Buffer | undefined>,
): Promise<JobResult | undefined> {
  if (typeof value !== 'object' || value === null || !('v' in value)) return undefined
  if (value.v !== 1 && value.v !== 2) return undefined
  const { at, result, apart } = value as StoredResult
  // BullMQ forgets jobs now and then only; nobody shall see the difference.
  if (at < since) return undefined
  if (apart === undefined || !('message' in result)) return result
  const bytes = await get(apart)
  return bytes && { ...result, message: { ...result.message, body: bytes.toString('utf8') } }
}
