/** What came of a job as BullMQ keeps it: with its answer if that is small, which is beside it otherwise. */
import type { BlobStore, Kept } from '../blobs.js'
import type { JobResult } from '../job.js'
import { type StoredResult as Result, resultApart, resultTogether } from '../kept-result.js'
import { storable } from '../storable.js'
import { FORMAT, PLAIN_FORMAT } from './stored-job.js'

/** Answers of more bytes are kept beside the job, and those with attachments. */
export const MAX_INLINE_ANSWER = 16 * 1024

/** The job's return value. */
export interface StoredResult {
  readonly v: typeof FORMAT | typeof PLAIN_FORMAT
  readonly result: Result
  /** Where the text of the answer is; then the one in `result` is empty. */
  readonly apart?: { readonly key: string; readonly bytes: number }
}

const NO_BLOBS: Pick<Kept, 'attachments' | 'beside'> = { attachments: [], beside: [] }

/**
 * @param keyOf  where the text goes if it is large: a key of this attempt only
 * @param kept   the attachments of its answer
 */
export function storedResult(
  whole: JobResult,
  keyOf: () => string,
  kept = NO_BLOBS,
): { readonly value: StoredResult; readonly apart?: Uint8Array } {
  const { result, answer } = resultApart(whole, kept)
  const plain = kept.attachments.length === 0
  if (!answer || !('message' in result) || (plain && answer.length <= MAX_INLINE_ANSWER)) {
    const { message } = 'message' in whole ? whole : { message: undefined }
    const small = message && 'message' in result ? withBody(result, message.body) : result
    return { value: { v: PLAIN_FORMAT, result: storable(small) } }
  }
  const v = plain ? PLAIN_FORMAT : FORMAT
  const apart = { key: keyOf(), bytes: answer.length }
  return { value: { v, result: storable(result), apart }, apart: answer }
}

function withBody(result: Extract<Result, { readonly message: object }>, body: string): Result {
  return { ...result, message: { ...result.message, body } }
}

/** @returns undefined for what this version cannot read, or whose answer is not whole */
export async function readResult(
  text: string,
  get: (key: string, bytes: number) => Promise<Buffer>,
  store: BlobStore,
): Promise<JobResult | undefined> {
  const value: unknown = JSON.parse(text)
  if (!isStoredResult(value)) return undefined
  const { result, apart } = value
  if (!apart || !('message' in result)) {
    const body = 'message' in result ? Buffer.from(result.message.body) : Buffer.alloc(0)
    return resultTogether(result, body, store)
  }
  const bytes = await get(apart.key, apart.bytes)
  return bytes.length === apart.bytes ? resultTogether(result, bytes, store) : undefined
}

function isStoredResult(value: unknown): value is StoredResult {
  if (typeof value !== 'object' || value === null || !('v' in value)) return false
  return value.v === FORMAT || value.v === PLAIN_FORMAT
}
