/** Gives an answer that came as a message of its own to the suspended job that waits for it. */

import { readFault } from '../../soap/read-fault.js'
import type { AnswerJob, JobResult } from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'
import { readAnswer } from '../forward/read-answer.js'
import type { ProcessorParts } from '../parts/parts.js'

/** The result of this job is the answer, where the resumed job finds it. */
export async function deliverAnswer(
  job: AnswerJob,
  { last, signal }: Attempt,
  parts: ProcessorParts,
): Promise<JobResult> {
  const { queue, log } = parts
  const { of, report, soap, action, attachments, packaging } = job
  const found = await queue.resume(of)
  // The job is suspended after its message was sent; the answer may have come before that.
  if (found === 'active' && !last) throw new Error('the exchange does not wait for its answer yet')
  if (found === 'ended' || found === 'unknown') log(of).warn({ report }, 'an answer came too late')
  if (report) return { kind: 'undelivered', report }
  const envelope = await readAnswer(job, parts, signal)
  const message = { body: envelope.source, soap, action, attachments, packaging }
  const fault = readFault(envelope)
  return fault
    ? { kind: 'fault', message, code: fault.code ?? 'Server' }
    : { kind: 'reply', message }
}
