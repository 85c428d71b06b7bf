/** Weighs what is kept of a job against what ought to be. */
import type { Job as Taken } from 'bullmq'
import { attachmentsIn } from '../content.js'
import { sizeOfPieces } from './content.js'
import type { JobStore } from './store.js'
import { bytesOf, readStored, type StoredJob, unreadable } from './stored-job.js'
import { fromStoredId } from './stored-names.js'

/** @returns what is not whole of a job, a sentence */
export async function faultOf(taken: Taken, store: JobStore): Promise<readonly string[]> {
  const stored = readStored(taken.data)
  const id = fromStoredId(taken.id ?? '')
  if (!stored) return [`job ${id}: ${unreadable(taken.data)}`]
  const { all, kept } = await weigh(stored, store)
  // Replaced or forgotten in the meantime, it need not be whole any more.
  const there = kept === all || (await store.stateOf(taken.id ?? ''))
  return kept === all || there === '' ? [] : [`job ${id}: ${kept} bytes are kept of ${all}`]
}

/** @returns bytes that there should be, and that are there */
async function weigh(
  stored: StoredJob,
  { redis, blobs }: JobStore,
): Promise<{ readonly all: number; readonly kept: number }> {
  let all = bytesOf(stored)
  let kept = await sizeOfPieces(redis, stored.content, all)
  for (const one of attachmentsIn(stored.head)) {
    if (one.blob === undefined) continue
    all += one.size
    kept += await blobs.sizeOf(one)
  }
  return { all, kept }
}
