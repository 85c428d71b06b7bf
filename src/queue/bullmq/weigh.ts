/** Weighs what is kept of a job against what ought to be. */
import { attachmentsIn } from '../content.js'
import { sizeOfPieces } from './content.js'
import type { JobStore } from './store.js'
import { bytesOf, type StoredJob } from './stored-job.js'

/** @returns bytes that there should be, and that are there */
export async function weigh(
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
