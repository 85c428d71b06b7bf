/** Tells the thread how an attempt ended, once what the job leaves is kept. */
import { type BlobStore, discard, type Kept, keep } from '../blobs.js'
import type { Job, JobResult, RetryPlan } from '../job.js'
import { attachmentsOf } from '../kept-result.js'
import { type JobState, QueueFull, QueueUnavailable } from '../queue.js'
import type { QueueChannel } from './channel.js'
import type { AttemptEnd, NewJob } from './requests.js'
import { newJob, stateOf, storedResult } from './stored-job.js'

export interface Following {
  readonly job: Job
  readonly plan: RetryPlan
}

/** How an attempt ended, before what it leaves is kept. */
export type Ended =
  | { readonly kind: 'done'; readonly result: JobResult; readonly follow: readonly Following[] }
  | { readonly kind: 'dead'; readonly cause: string; readonly follow: readonly Following[] }
  | Exclude<AttemptEnd, { readonly kind: 'done' | 'dead' }>

/** Attachments that a job leaves cannot be read, now or later. */
export class LostBytes extends Error {
  constructor(cause: unknown) {
    super('the attachments of its answer could not be read', { cause })
    this.name = 'LostBytes'
  }
}

interface Keeping {
  readonly channel: QueueChannel
  readonly blobs: BlobStore
}

/**
 * @returns how the job stands now; undefined if it has not ended, or belongs to another process
 * @throws LostBytes, or Error if it is to be told again
 */
export async function settle(
  seq: number,
  ended: Ended,
  { channel, blobs }: Keeping,
): Promise<JobState | undefined> {
  if (ended.kind !== 'done' && ended.kind !== 'dead') {
    await channel.request('settle', seq, ended)
    return undefined
  }
  const made: string[] = []
  const keeping = async (attachments: Job['attachments']): Promise<Kept> => {
    const kept = await keepAll(attachments, blobs)
    made.push(...kept.made)
    return kept
  }
  try {
    const follow: NewJob[] = []
    for (const { job, plan } of ended.follow) {
      follow.push(newJob(job, plan, await keeping(job.attachments)))
    }
    if (ended.kind === 'dead') {
      const owned = await channel.request('settle', seq, { ...ended, follow })
      return owned ? { state: 'dead', cause: ended.cause } : undefined
    }
    const stored = storedResult(ended.result, await keeping(attachmentsOf(ended.result)))
    const owned = await channel.request('settle', seq, { kind: 'done', ...stored, follow })
    return owned ? stateOf({ state: 'done', ...stored }, blobs) : undefined
  } finally {
    // Those that a job has by now stay.
    await discard(made, blobs)
  }
}

async function keepAll(attachments: Job['attachments'], blobs: BlobStore): Promise<Kept> {
  try {
    return await keep(attachments, blobs, true)
  } catch (error) {
    if (error instanceof QueueUnavailable || error instanceof QueueFull) throw error
    throw new LostBytes(error)
  }
}
