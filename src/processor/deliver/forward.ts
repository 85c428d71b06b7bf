/** Sends a message on to the next node, as a job asks for it, and brings its answer to the sender. */
import {
  answerIdOf,
  FinalFailure,
  type ForwardJob,
  type JobResult,
  type Suspension,
} from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { SoapFault } from '../../soap/fault.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import {
  type DeliveryReport,
  type InboundMessage,
  type Outcome,
  Undeliverable,
} from '../../transport.js'
import { readDocument } from '../../xml/read.js'
import { answer } from '../answer.js'
import { OpenExchange } from '../exchange.js'
import { bringBack } from '../forward/bring-back.js'
import { NO_ANSWER, Stranded } from '../forward/stranded.js'
import { logOutcome } from '../log-outcome.js'
import { refuse } from '../refuse.js'
import { heardText } from './answer.js'
import { causeOf, type Delivering, resultOf } from './delivering.js'
import { outboundOf } from './send.js'

/** Milliseconds for which an answer that is about to be brought is waited for. */
const SOON = 1_000

/** It is suspended while the answer is on its way as a message of its own; then it is run again. */
export async function deliverForward(
  job: ForwardJob,
  attempt: Attempt,
  delivering: Delivering,
): Promise<JobResult | Suspension> {
  const exchange = forwardExchange(job, attempt, delivering)
  try {
    const heard = await hear(job, attempt, exchange, delivering)
    if (heard.kind === 'suspended') return heard
    const outcome = await answer(heard, exchange, delivering)
    logOutcome(exchange, outcome)
    return resultOf(outcome)
  } catch (error) {
    const outcome =
      error instanceof NextFault ? error.outcome : refuse(toldOf(error), exchange, delivering)
    logOutcome(exchange, outcome, error)
    return giveUp(error, outcome, job, exchange, attempt, delivering)
  }
}

async function hear(
  job: ForwardJob,
  attempt: Attempt,
  exchange: OpenExchange,
  delivering: Delivering,
): Promise<Outcome | Suspension> {
  const { to, destination, answerTime, answerNeeded } = job
  // An attempt that failed may have sent the message nevertheless.
  if (attempt.suspended || attempt.number > 1) {
    const came = await answerTo(job, attempt, exchange, delivering)
    if (came) return came
    if (attempt.suspended && answerNeeded) throw new NoAnswer(to)
    if (attempt.suspended) return { kind: 'accepted' }
  }
  // Whoever knows a message again queues it, and may say so before there is an answer.
  const message = { ...outboundOf(job), once: !answerNeeded }
  const heard = await delivering.send(message, new URL(to), attempt.signal, { destination })
  if (!heard) {
    return answerTime > 0
      ? { kind: 'suspended', until: Date.now() + answerTime }
      : { kind: 'accepted' }
  }
  const { outcome, passing } = await bringBack(heard, exchange, delivering)
  // A Client fault is an answer like another; what is not the sender's to mend has failed.
  if (outcome.kind === 'fault' && outcome.code === 'Server') {
    throw new NextFault(to, outcome, passing)
  }
  return outcome
}

/** The answer that came as a message of its own, or a suspension until it is brought; undefined if none has come. */
async function answerTo(
  { id, to }: ForwardJob,
  { signal }: Attempt,
  exchange: OpenExchange,
  delivering: Delivering,
): Promise<Outcome | Suspension | undefined> {
  const { queue } = delivering
  const answerId = answerIdOf(id)
  const found = await queue.find(answerId)
  if (!found) return undefined
  // It ends as soon as this job is resumed, but not while it runs: then it is waited for suspended.
  const soon = AbortSignal.any([signal, AbortSignal.timeout(SOON)])
  const state = found.state === 'running' ? await queue.ended(answerId, soon) : found
  if (state?.state === 'dead') throw new Error(`the answer that came cannot be had: ${state.cause}`)
  if (state?.state !== 'done') return { kind: 'suspended', until: Date.now() + SOON }
  const { result } = state
  switch (result.kind) {
    case 'undelivered':
      throw new NotDelivered(to, result.report)
    case 'reply':
    case 'fault':
      return (await bringBack(heardText(result.message), exchange, delivering)).outcome
    case 'accepted':
    case 'replaced':
      throw new Error('an answer has no envelope')
  }
}

/** What is thrown here is tried again, or makes a dead letter of the job; what is returned is the sender's answer. */
async function giveUp(
  error: unknown,
  outcome: Outcome,
  { answerNeeded }: ForwardJob,
  exchange: OpenExchange,
  { last, signal }: Attempt,
  delivering: Delivering,
): Promise<JobResult> {
  if (signal.aborted || !(last || isFinal(error))) throw error
  const told = await answer(outcome, exchange, delivering)
  // Whoever waits for it on a connection hears that it failed, and may send it again.
  if (answerNeeded && told.kind === 'fault') return resultOf(told)
  throw new FinalFailure(causeOf(error), { cause: error })
}

function isFinal(error: unknown): boolean {
  if (error instanceof Undeliverable) return error.permanent
  if (error instanceof NextFault) return !error.passing
  return error instanceof SoapFault || error instanceof FinalFailure
}

/** What the sender is told; what the operator reads stays in the log and in the dead letter. */
function toldOf(error: unknown): unknown {
  if (error instanceof NoAnswer) {
    return new Stranded('late', 'No answer to the message has come in time.', { cause: error })
  }
  if (error instanceof NotDelivered) {
    const { status, text } = error.report
    return new Stranded('unreachable', `The message could not be delivered: ${status} ${text}`, {
      cause: error,
    })
  }
  if (error instanceof SoapFault) return error
  return new Stranded('unreachable', NO_ANSWER, { cause: error })
}

/** The next node answered with a fault of its own, or of a node behind it. */
class NextFault extends Error {
  readonly outcome: Outcome
  /** False if the same message would meet it again. */
  readonly passing: boolean

  constructor(to: string, outcome: Outcome, passing: boolean) {
    super(`${to} answered with a Server fault`)
    this.name = 'NextFault'
    this.outcome = outcome
    this.passing = passing
  }
}

class NoAnswer extends FinalFailure {
  constructor(to: string) {
    super(`no answer from ${to} has come in time`)
    this.name = 'NoAnswer'
  }
}

class NotDelivered extends FinalFailure {
  readonly report: DeliveryReport

  constructor(to: string, report: DeliveryReport) {
    super(`the mail to ${to} was returned: ${report.status} ${report.text}`)
    this.name = 'NotDelivered'
    this.report = report
  }
}

export function forwardExchange(
  job: ForwardJob,
  attempt: Attempt,
  { versions, log }: Delivering,
): OpenExchange {
  const { id, soap, to, label, answerHeaders, visits } = job
  const version = versions.byMediaType(MEDIA_TYPES[soap])
  const exchange = new OpenExchange(messageOf(job), version, log, { id, attempt })
  exchange.answerHeaders.push(...answerHeaders.map((block) => readDocument(block)))
  exchange.intermediary = true
  exchange.visits = visits
  exchange.onward = { to, operation: label.operation }
  return exchange
}

/** The message as it came, as far as its answer is concerned. */
function messageOf(job: ForwardJob): InboundMessage {
  const { transport, soap, action, peer, replyTo, reference, answerable, marks } = job
  return {
    transport,
    body: new Uint8Array(),
    mediaType: MEDIA_TYPES[soap],
    action,
    ...(replyTo !== undefined && { replyTo: new URL(replyTo) }),
    ...(reference && { reference }),
    ...(answerable && { answerable }),
    attachments: [],
    ...(marks.trace && { trace: marks.trace }),
    peer,
  }
}
