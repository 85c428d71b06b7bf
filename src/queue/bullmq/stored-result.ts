/** What came of a job as BullMQ keeps it: with its answer if that is small, which is beside it otherwise. */
import type { JobResult } from '../job.js'
import { storable } from '../storable.js'

/** Answers of more bytes are kept beside the job. */
export const LARGEST_ANSWER = 16 * 1024
const FORMAT = 3

/** The job's return value. */
export interface StoredResult {
  readonly v: typeof FORMAT
  readonly result: JobResult
  /** Where the text of the answer is; then the one in `result` is empty. */
  readonly apart?: { readonly key: string; readonly bytes: number }
}

/** @param keyOf  where the text goes if it is large: a key of this attempt only */
export function storedResult(
  result: JobResult,
  keyOf: () => string,
): { readonly value: StoredResult; readonly apart?: Buffer } {
  if (!('message' in result) || Buffer.byteLength(result.message.body) <= LARGEST_ANSWER) {
    return { value: { v: FORMAT, result: storable(result) } }
  }
  const apart = Buffer.from(result.message.body)
  const short = { ...result, message: storable({ ...result.message, body: '' }) }
  return {
    value: { v: FORMAT, result: short, apart: { key: keyOf(), bytes: apart.length } },
    apart,
  }
}

/** @returns undefined for what this version cannot read, or whose answer is not whole */
export async function readResult(
  text: string,
  get: (key: string, bytes: number) => Promise<Buffer>,
): Promise<JobResult | undefined> {
  const value: unknown = JSON.parse(text)
  if (!isStoredResult(value)) return undefined
  const { result, apart } = value
  if (!apart || !('message' in result)) return result
  const bytes = await get(apart.key, apart.bytes)
  if (bytes.length !== apart.bytes) return undefined
  return { ...result, message: { ...result.message, body: bytes.toString('utf8') } }
}

function isStoredResult(value: unknown): value is StoredResult {
  return typeof value === 'object' && value !== null && 'v' in value && value.v === FORMAT
}
