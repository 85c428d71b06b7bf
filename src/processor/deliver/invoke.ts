/** Runs the operation that a job's envelope calls. */
import { FinalFailure, type InvokeJob, type JobResult } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import type { InboundMessage, Outcome } from '../../transport.js'
import { readDocument } from '../../xml/read.js'
import { answer } from '../answer.js'
import { OpenExchange } from '../exchange.js'
import { logOutcome } from '../log-outcome.js'
import { refuse } from '../refuse.js'
import { causeOf, type Delivering, resultOf } from './delivering.js'

export async function deliverInvoke(
  job: InvokeJob,
  attempt: Attempt,
  delivering: Delivering,
): Promise<JobResult> {
  const exchange = invokeExchange(job, attempt, delivering)
  try {
    const acted = await delivering.path(exchange.message, exchange)
    const outcome = await answer(acted, exchange, delivering)
    logOutcome(exchange, outcome)
    return resultOf(outcome)
  } catch (error) {
    const outcome = refuse(error, exchange, delivering)
    logOutcome(exchange, outcome, error)
    return giveUp(error, outcome, exchange, attempt, delivering)
  }
}

/** What is thrown here is tried again, or makes a dead letter of the job; what is returned is the sender's answer. */
async function giveUp(
  error: unknown,
  outcome: Outcome,
  exchange: OpenExchange,
  { last, signal }: Attempt,
  delivering: Delivering,
): Promise<JobResult> {
  const { operation } = exchange
  // The node that took the message knew the operation: this one may be behind.
  const final = outcome.kind === 'fault' && outcome.code !== 'Server' && operation !== undefined
  if (signal.aborted || !(final || last)) throw error
  const told = await answer(outcome, exchange, delivering)
  // A request-response has its answer: that the message was wrong.
  if (final && operation.exchange !== 'one-way') return resultOf(told)
  throw new FinalFailure(causeOf(error), { cause: error })
}

export function invokeExchange(
  job: InvokeJob,
  attempt: Attempt,
  { versions, log }: Delivering,
): OpenExchange {
  const { id, soap, answerHeaders } = job
  const version = versions.byMediaType(MEDIA_TYPES[soap])
  const exchange = new OpenExchange(messageOf(job), version, log, { id, attempt })
  exchange.answerHeaders.push(...answerHeaders.map((block) => readDocument(block)))
  return exchange
}

function messageOf(job: InvokeJob): InboundMessage {
  const { body, charset, soap, transport, destination, action, peer, label } = job
  const { replyTo, reference, answerable, attachments = [], trace } = job
  return {
    transport,
    body,
    mediaType: MEDIA_TYPES[soap],
    charset,
    destination,
    action,
    ...(label.messageId !== undefined && { messageId: label.messageId }),
    ...(replyTo !== undefined && { replyTo: new URL(replyTo) }),
    ...(reference && { reference }),
    ...(answerable && { answerable }),
    attachments,
    ...(trace && { trace }),
    peer,
  }
}
