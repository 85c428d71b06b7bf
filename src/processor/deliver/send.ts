/** Sends an answer of this node's, as a job asks for it. */
import { FinalFailure, type ForwardJob, type JobResult, type SendJob } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { type OutboundMessage, Undeliverable } from '../../transport.js'
import { decodeText } from '../../xml/charset.js'
import { readAnswer } from '../read-answer.js'
import type { Delivering } from './delivering.js'

export async function deliverSend(
  job: SendJob,
  { signal }: Attempt,
  { send, versions, limits }: Delivering,
): Promise<JobResult> {
  const { to, guarded, inReplyTo, purpose } = job
  const message = { ...outboundOf(job), purpose, ...(inReplyTo && { inReplyTo }) }
  try {
    const heard = await send(message, new URL(to), signal, { guarded })
    const fault = heard && readAnswer(heard, versions, limits).fault
    if (!fault) return { kind: 'accepted' }
    const said = `${to} answered with a fault: ${fault.codes.join(' / ')}: ${fault.reason}`
    throw fault.code === 'Server' ? new Error(said) : new FinalFailure(said)
  } catch (error) {
    if (error instanceof Undeliverable && error.permanent) {
      throw new FinalFailure(error.message, { cause: error })
    }
    throw error
  }
}

export function outboundOf(job: SendJob | ForwardJob): OutboundMessage {
  const { id, soap, action } = job
  const body = decodeText(job.body, job.charset)
  const marks = job.kind === 'forward' ? job.marks : { ...(job.trace && { trace: job.trace }) }
  return { id, body, soap, ...(action !== undefined && { action }), ...marks }
}
