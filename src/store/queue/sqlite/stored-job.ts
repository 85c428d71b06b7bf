/** Turns jobs and results into what is kept of them in the file, and back. */
import { hash } from 'node:crypto'
import { type BlobStore, blobsOf, type Kept } from '../blobs.js'
import { takenApart } from '../content.js'
import {
  type Claim,
  claimedOnce,
  type DirectRun,
  type Job,
  type JobResult,
  mayBeSuspended,
  type RetryPlan,
} from '../job.js'
import { blobsIn, resultApart, resultTogether } from '../kept-result.js'
import type { JobState } from '../queue.js'
import { wholeDigestsOf } from '../storable.js'
import type { Done, EndedRun, Found, NewJob } from './requests.js'

/** @param kept  its attachments */
export function newJob(job: Job | DirectRun, plan: RetryPlan, kept?: Kept): NewJob {
  const { id, accepted, lane, claim, awaits } = job
  const { head, content } = takenApart(job, kept)
  return {
    id,
    accepted,
    lane,
    claim: claim && digestOf(claim.key),
    digest: claim?.digest,
    once: claim && onceOf(claim),
    awaits: awaits === undefined ? undefined : digestOf(awaits),
    mayBeSuspended: job.kind !== 'direct' && mayBeSuspended(job),
    head: JSON.stringify(head),
    plan: JSON.stringify(plan),
    content,
    blobs: blobsOf(kept?.attachments).map(Number),
  }
}

/** What a claim is remembered by, and until when, if it counts once. */
export function onceOf({ key, until }: Claim): NewJob['once'] {
  const [digest] = wholeDigestsOf([claimedOnce(key)])
  return digest && until !== undefined ? { key: digest, until } : undefined
}

/** Keys may be long, and name people: only what tells them apart is looked for. */
export function digestOf(key: string): Uint8Array {
  return hash('sha256', key, 'buffer').subarray(0, 16)
}

/** @param kept  the attachments of the answer */
export function storedResult(whole: JobResult, kept: Kept): Done {
  const { result, answer } = resultApart(whole, kept)
  return { result, answer, blobs: blobsIn(result).map(Number) }
}

/** @param open  true if the claim of the run may be taken again */
export function endedRun(
  { id, accepted, claim, digest, once, head, plan }: NewJob,
  { result, answer = EMPTY, blobs }: Done,
  open: boolean,
): EndedRun {
  const text = JSON.stringify(open && result.kind === 'fault' ? { ...result, open } : result)
  return { id, accepted, claim, digest, once, head, plan, result: text, answer, blobs }
}

export function stateOf(found: Found | undefined, store: BlobStore): JobState | undefined {
  switch (found?.state) {
    case undefined:
      return undefined
    case 'waiting':
    case 'running':
      return {
        state: found.state,
        ...(found.destination !== undefined && { destination: found.destination }),
        ...(found.failed && { failed: true }),
      }
    case 'dead':
      return { state: 'dead', cause: found.cause ?? '' }
    case 'done': {
      const { result = { kind: 'accepted' }, answer = EMPTY } = found
      return { state: 'done', result: resultTogether(result, answer, store) }
    }
  }
}

const EMPTY = new Uint8Array()
