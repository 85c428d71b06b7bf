/** Makes the event of a job that was run. */
import { monotonicTime } from '../../base/time.js'
import type { JobSettled } from '../../message/events/events.js'
import { traceIdOf } from '../../message/traceparent.js'
import type { Job } from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'

/** A run of a job. */
export interface JobRun {
  readonly job: Job
  /** Undefined for a job whose node died. */
  readonly attempt: Pick<Attempt, 'number' | 'suspended'> | undefined
  /** By `monotonicTime()`. */
  readonly began: number
}

export function jobSettled(
  { job, attempt, began }: JobRun,
  outcome: JobSettled['outcome'],
  cause?: string,
): JobSettled {
  const { id, kind, label } = job
  return {
    event: 'job',
    job: id,
    kind,
    outcome,
    resumed: attempt?.suspended || undefined,
    exchange: exchangeOf(job),
    traceId: traceIdOf(traceOf(job)),
    messageId: label.messageId,
    operation: label.operation,
    to: label.to,
    attempt: attempt?.number,
    cause,
    ms: Math.round((monotonicTime() - began) * 10) / 10,
  }
}

/** The ids of the jobs of an exchange are its id with a suffix. */
function exchangeOf(job: Job): string {
  switch (job.kind) {
    case 'invoke':
    case 'forward':
      return job.id
    case 'send':
      return job.id.slice(0, -`-${job.purpose}`.length)
    case 'answer':
      return job.of
  }
}

function traceOf(job: Job) {
  switch (job.kind) {
    case 'invoke':
      return job.origin.trace
    case 'forward':
      return job.marks.trace
    case 'send':
    case 'answer':
      return job.trace
  }
}
