/** Brings an answer that came as a message of its own to the job that is suspended until it is there. */
import type { AnswerJob, JobResult } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import type { InboundMessage, OutboundMessage } from '../../transport.js'
import { readAnswer } from '../read-answer.js'
import type { Delivering } from './delivering.js'

/** The result is the answer: the job that is resumed finds it here. */
export async function bringAnswer(
  job: AnswerJob,
  { last }: Attempt,
  { queue, log, versions, limits }: Delivering,
): Promise<JobResult> {
  const { of, report, soap, action } = job
  const found = await queue.resume(of)
  // It is suspended once the message is sent, which may be after the answer to it has come.
  if (found === 'active' && !last) throw new Error('the exchange does not wait for its answer yet')
  if (found === 'ended' || found === 'unknown') log(of).warn({ report }, 'an answer came too late')
  if (report) return { kind: 'undelivered', report }
  const { body, fault } = readAnswer(heardOf(job), versions, limits)
  const message = { body, soap, ...(action !== undefined && { action }) }
  return fault
    ? { kind: 'fault', message, code: fault.code ?? 'Server' }
    : { kind: 'reply', message }
}

/** The answer as it would have come on a connection. */
export function heardOf({
  body,
  charset,
  soap,
}: Pick<AnswerJob, 'body' | 'charset' | 'soap'>): InboundMessage {
  return {
    transport: 'queue',
    body,
    mediaType: MEDIA_TYPES[soap],
    charset,
    attachments: [],
    peer: {},
  }
}

/** The answer of a job that has ended, in the same way. */
export function heardText({ body, soap }: OutboundMessage): InboundMessage {
  return heardOf({ body: Buffer.from(body, 'utf8'), charset: 'utf-8', soap })
}
