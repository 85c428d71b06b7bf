/** Takes a job from the queue: invokes its operation or sends its message; settles, retries or gives up. */
import type { InvokeJob, Job, JobResult, SendJob } from '../queue/job.js'
import { FinalFailure } from '../queue/job.js'
import type { Attempt } from '../queue/queue.js'
import { MEDIA_TYPES } from '../soap/version.js'
import {
  type InboundMessage,
  type OutboundMessage,
  type Outcome,
  Undeliverable,
} from '../transport.js'
import { readDocument } from '../xml/read.js'
import { type Answering, answer } from './answer.js'
import { type ExchangeLog, OpenExchange } from './exchange.js'
import type { Send } from './forward.js'
import type { ProcessorLimits } from './limits.js'
import { logOutcome } from './log-outcome.js'
import { readAnswer } from './read-answer.js'
import { type Refusing, refuse } from './refuse.js'

export interface Delivering extends Answering, Refusing {
  readonly send: Send
  readonly limits: ProcessorLimits
  readonly log: ExchangeLog
  /** Takes the message along the path of every message. */
  readonly path: (message: InboundMessage, exchange: OpenExchange) => Promise<Outcome>
}

/**
 * @throws FinalFailure if no retry would mend it
 * @throws Error for what the queue shall try again
 */
export async function deliver(
  job: Job,
  attempt: Attempt,
  delivering: Delivering,
): Promise<JobResult> {
  switch (job.kind) {
    case 'invoke':
      return invoke(job, attempt, delivering)
    case 'send':
      return send(job, attempt, delivering)
    case 'forward':
    case 'answer':
      throw new FinalFailure(`a job of the kind ${job.kind} cannot be run yet`)
  }
}

async function invoke(
  job: InvokeJob,
  attempt: Attempt,
  delivering: Delivering,
): Promise<JobResult> {
  const message = messageOf(job)
  const exchange = openExchange(job, message, attempt, delivering)
  try {
    const outcome = await answer(await delivering.path(message, exchange), exchange, delivering)
    logOutcome(exchange, outcome)
    return resultOf(outcome)
  } catch (error) {
    const outcome = refuse(error, exchange, delivering)
    logOutcome(exchange, outcome, error)
    return giveUp(error, outcome, exchange, attempt, delivering)
  }
}

/** What is thrown here is tried again, or parked; what is returned is the sender's answer. */
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

/**
 * Tells the sender of a job that was parked without a last attempt, as when its node died every time.
 *
 * @param cause  for the log; no peer reads it
 */
export async function abandon(job: Job, cause: string, delivering: Delivering): Promise<void> {
  if (job.kind !== 'invoke') return
  const message = messageOf(job)
  const signal = AbortSignal.abort()
  const attempt = { number: 1, last: true, slept: false, signal }
  const exchange = openExchange(job, message, attempt, delivering)
  exchange.part = 'body'
  await answer(refuse(new Error(cause), exchange, delivering), exchange, delivering)
}

async function send(
  { id, body, soap, action, to, guarded, inReplyTo, purpose }: SendJob,
  { signal }: Attempt,
  { send, versions, limits }: Delivering,
): Promise<JobResult> {
  const message: OutboundMessage = {
    id,
    body,
    soap,
    purpose,
    ...(action !== undefined && { action }),
    ...(inReplyTo && { inReplyTo }),
  }
  try {
    const heard = await send(message, new URL(to), signal, guarded)
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

function openExchange(
  { id, soap, answerHeaders }: InvokeJob,
  message: InboundMessage,
  attempt: Attempt,
  { versions, log }: Delivering,
): OpenExchange {
  const version = versions.byMediaType(MEDIA_TYPES[soap])
  const exchange = new OpenExchange(message, version, log, { id, attempt })
  exchange.answerHeaders.push(...answerHeaders.map((block) => readDocument(block)))
  return exchange
}

function messageOf(job: InvokeJob): InboundMessage {
  const { body, soap, transport, destination, action, peer, label } = job
  const { replyTo, reference, answerable } = job
  return {
    transport,
    body: Buffer.from(body, 'utf8'),
    mediaType: MEDIA_TYPES[soap],
    charset: 'utf-8',
    destination,
    action,
    ...(label.messageId !== undefined && { messageId: label.messageId }),
    ...(replyTo !== undefined && { replyTo: new URL(replyTo) }),
    ...(reference && { reference }),
    ...(answerable && { answerable }),
    attachments: [],
    peer,
  }
}

function resultOf(outcome: Outcome): JobResult {
  switch (outcome.kind) {
    case 'accepted':
    case 'reply':
    case 'fault':
      return outcome
    case 'pending':
    case 'refused':
      throw new Error(`a job cannot end as ${outcome.kind}`)
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
