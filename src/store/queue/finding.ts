/** Finds jobs by any id of their message: its exchange, its trace, what its sender or its mail calls it. */
import { traceIdOf } from '../../message/traceparent.js'
import type { JobHead } from './content.js'
import type { ForwardJob, InvokeJob, SendJob } from './job.js'

/** Jobs that are looked at together: then others have their turn. */
export const FIND_PAGE = 1000

/** True if the message of a job is known by one of the ids. */
export function hasId({ job }: JobHead, ids: readonly string[]): boolean {
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
