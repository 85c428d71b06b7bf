/** Hands an answer that came as a message of its own over to the job that is suspended until it is there. */
import type { AnswerJob, JobResult } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { readFault } from '../../soap/read-fault.js'
import { readAnswer } from '../forward/read-answer.js'
import type { ProcessorParts } from '../parts.js'

/** The result is the answer: the job that is resumed finds it here. */
export async function handOver(
  job: AnswerJob,
  { last }: Attempt,
  { queue, log, versions, limits }: ProcessorParts,
): Promise<JobResult> {
  const { of, report, soap, action } = job
  const found = await queue.resume(of)
  // It is suspended once the message is sent, which may be after the answer to it has come.
  if (found === 'active' && !last) throw new Error('the exchange does not wait for its answer yet')
  if (found === 'ended' || found === 'unknown') log(of).warn({ report }, 'an answer came too late')
  if (report) return { kind: 'undelivered', report }
  const envelope = readAnswer(job, versions, limits)
  const message = { body: envelope.source, soap, action }
  const fault = readFault(envelope)
  return fault
    ? { kind: 'fault', message, code: fault.code ?? 'Server' }
    : { kind: 'reply', message }
}
