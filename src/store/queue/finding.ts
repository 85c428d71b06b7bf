/** Finds jobs by any id of their message (its exchange, its trace, what its sender or its mail calls it), and by business keys. */
import { traceIdOf } from '../../message/traceparent.js'
import { hasKey, type KeyMeant } from '../journal/keys/query.js'
import type { JobHead } from './content.js'
import type { ForwardJob, InvokeJob, SendJob } from './job.js'

/** Jobs that are looked at together: then others have their turn. */
export const FIND_PAGE = 1000

/** By what jobs are looked for: one of it is enough. A thread can be notified of it. */
export interface JobsMeant {
  readonly ids: readonly string[]
  readonly keys: readonly KeyMeant[]
}

/** True if the message of a job is known by one of the ids or keys. */
export function isMeant(head: JobHead, { ids, keys }: JobsMeant): boolean {
  return hasId(head, ids) || hasKey(head.job.label.keys ?? [], keys)
}

/** The texts of which one stands in what is kept of each job that is meant. */
export function textsOf({ ids, keys }: JobsMeant): readonly string[] {
  const kept = keys.flatMap(({ value, hashes }) => [value, ...hashes])
  return [...ids, ...kept].filter((text) => text !== '')
}

function hasId({ job }: JobHead, ids: readonly string[]): boolean {
  // What each kind of job has; the others do not.
  const { origin, marks, trace, inReplyTo }: Parts = job
  const { messageId } = job.label
  const names = [
    job.id,
    job.kind === 'answer' ? job.of : undefined,
    messageId,
    origin?.messageId,
    inReplyTo?.messageId,
    ...[origin?.trace, marks?.trace, trace].map(traceIdOf),
  ]
  return names.some((name) => name !== undefined && ids.includes(name)) || derived(job.id, ids)
}

type Parts = Partial<
  Pick<InvokeJob, 'id' | 'origin'> &
    Pick<ForwardJob, 'marks'> &
    Pick<SendJob, 'trace' | 'inReplyTo'>
>

/** The job of an answer has the id of its exchange, and more behind it. */
function derived(jobId: string, ids: readonly string[]): boolean {
  return ids.some((id) => id.length >= MIN_PREFIX_LENGTH && jobId.startsWith(`${id}-`))
}

/** Characters of an id with which the id of another job may begin. */
const MIN_PREFIX_LENGTH = 16
