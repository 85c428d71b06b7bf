/** Keeps the answer of an attempt beside its job, where it is large or has attachments. */
import { randomId } from '../../../base/time.js'
import { discard, type Kept, keep } from '../blobs.js'
import { FinalFailure, type JobResult } from '../job.js'
import { attachmentsOf } from '../kept-result.js'
import { piecesOf } from '../pieces.js'
import { QueueFull, QueueUnavailable } from '../queue.js'
import { putPieces } from './content.js'
import type { JobStore } from './store.js'
import { type StoredResult, storedResult } from './stored-result.js'

/**
 * @returns what becomes the job's return value; undefined if the attempt has its job no more
 * @throws FinalFailure if its attachments is not available, now or later
 */
export async function putAnswer(
  store: JobStore,
  id: string,
  token: string,
  result: JobResult,
): Promise<StoredResult | undefined> {
  const { blobs, redis } = store
  const kept = await keepLast(attachmentsOf(result), store)
  try {
    const { value, apart } = storedResult(result, () => store.key(`answer.${randomId()}`), kept)
    if (!apart || !value.apart) return value
    const [first = apart, ...rest] = piecesOf(apart)
    const { key } = value.apart
    const outcome = await store.run(
      'answer',
      id,
      token,
      key,
      Buffer.from(first),
      blobs.keysOf(kept),
    )
    if (outcome === 'gone') throw new FinalFailure('an attachment of its answer was no longer kept')
    if (outcome !== 1) return undefined
    await putPieces(redis, key, rest, 1)
    return value
  } finally {
    // Those that a job has by now stay.
    await discard(kept.made, blobs)
  }
}

/**
 * Keeps what belongs to the end of a job.
 *
 * @throws FinalFailure if it cannot be read
 */
export async function keepLast(
  attachments: Parameters<typeof keep>[0],
  { blobs }: JobStore,
): Promise<Kept> {
  try {
    return await keep(attachments, blobs, true)
  } catch (error) {
    if (error instanceof QueueUnavailable || error instanceof QueueFull) throw error
    throw new FinalFailure('the attachments of its answer could not be read', { cause: error })
  }
}
