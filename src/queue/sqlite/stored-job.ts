/** Turns jobs and results into what is kept of them in the file, and back. */
import { createHash } from 'node:crypto'
import { takenApart } from '../content.js'
import type { Job, JobResult, RetryPlan } from '../job.js'
import type { JobState } from '../queue.js'
import type { Found, NewJob, StoredResult } from './requests.js'

export function newJob(job: Job, plan: RetryPlan): NewJob {
  const { id, accepted, lane, claim, awaits } = job
  const { head, content } = takenApart(job)
  return {
    id,
    accepted,
    lane,
    claim: claim && digestOf(claim.key),
    digest: claim?.digest,
    awaits: awaits === undefined ? undefined : digestOf(awaits),
    head: JSON.stringify(head),
    plan: JSON.stringify(plan),
    content,
  }
}

/** Keys may be long, and name people: only what tells them apart is looked for. */
export function digestOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest().subarray(0, 16)
}

/** Takes the text of an answer out of a result, which is kept as bytes. */
export function storedResult(result: JobResult): {
  readonly result: StoredResult
  readonly answer: Uint8Array | undefined
} {
  if (result.kind !== 'reply' && result.kind !== 'fault') return { result, answer: undefined }
  const { message } = result
  return {
    result: { ...result, message: { ...message, body: '' } },
    answer: Buffer.from(message.body),
  }
}

export function stateOf(found: Found | undefined): JobState | undefined {
  switch (found?.state) {
    case undefined:
      return undefined
    case 'waiting':
    case 'running':
      return found.destination === undefined
        ? { state: found.state }
        : { state: found.state, destination: found.destination }
    case 'dead':
      return { state: 'dead', cause: found.cause ?? '' }
    case 'done':
      return { state: 'done', result: resultOf(found) }
  }
}

function resultOf({ result, answer }: Found): JobResult {
  if (result?.kind !== 'reply' && result?.kind !== 'fault') return result ?? { kind: 'accepted' }
  const body = Buffer.from(answer ?? []).toString('utf8')
  return { ...result, message: { ...result.message, body } }
}
