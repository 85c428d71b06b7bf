/** Sends the message of a job on to the next node, and takes its answer. */
import { signalAfter, wallTime } from '../../base/time.js'
import type { DeliveryReport } from '../../message/origin.js'
import { SoapFault } from '../../soap/fault.js'
import {
  answerIdOf,
  FinalFailure,
  type ForwardJob,
  type Postponement,
  type Suspension,
} from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import { unfinished } from '../answer/unfinished.js'
import { answerKept, type TakenAnswer, takeAnswer } from '../direct/take-answer.js'
import { meanwhileOf } from '../facts/answer-destination.js'
import type { Answer } from '../forward/answer-of.js'
import { NO_ANSWER, nextNodeFailed, passedOver, undelivered } from '../forward/next-node-failed.js'
import { rulesOf } from '../forward/rules.js'
import { SEALED } from '../lines.js'
import type { ProcessorParts } from '../parts/parts.js'
import { refusePaused } from './not-tried.js'
import type { ResumedPassage } from './resume.js'

/** Milliseconds to wait for an answer that has come and whose job still runs. */
const SOON = 1_000

/**
 * The job is suspended while its answer is to come as a message of its own; then it is run again.
 *
 * @throws NextFault for a fault of the next node that is no answer to its sender
 */
export async function forwardAgain(
  job: ForwardJob,
  attempt: Attempt,
  resumed: ResumedPassage,
  parts: ProcessorParts,
): Promise<Outcome | Suspension | Postponement> {
  const { state, exchange } = resumed
  const { to, destination, label } = job
  const { answers, answerTime } = rulesOf(job)
  // A failed attempt may have sent the message nevertheless.
  if (attempt.suspended || attempt.number > 1) {
    const result = await answerTo(job, attempt, resumed, parts)
    if (result) return result
    if (attempt.suspended && answers === 'expected') throw new NoAnswer(to)
    if (attempt.suspended) return { kind: 'accepted' }
  }
  if (!attempt.urgent) refusePaused(destination, parts.queue)
  const answerExpected = answers === 'expected'
  const urgent = attempt.replayed || attempt.urgent
  const way = {
    destination,
    urgent,
    spool: state.values.message.spool,
    passedOver: passedOver(exchange.log),
  }
  const { values } = await state.through(SEALED, exchange, parts)
  const { sealed, passage } = values
  const heard = await parts.send(sealed.message, new URL(to), attempt.signal, way)
  if (!heard) {
    if (answerTime === 0) {
      const waits = answerExpected && meanwhileOf(state, parts.policy) !== 'accepted'
      return waits ? unfinished(exchange.id, state, exchange, parts) : { kind: 'accepted' }
    }
    // An answer that came before now has found no suspended job, and may have given up.
    const result = await parts.queue.find(answerIdOf(job.id))
    return { kind: 'suspended', until: wallTime() + (result ? SOON : answerTime) }
  }
  const { signatures } = sealed
  const { visits } = passage
  const request = {
    view: state,
    visits,
    destination,
    signatures,
    messageId: label.messageId,
  }
  return settledBy(await takeAnswer(heard, request, exchange, parts), job, parts)
}

/** What the answer of the next node makes of the job. @throws NextFault for a fault that is no answer to its sender */
function settledBy(
  { answer, fault }: TakenAnswer,
  job: ForwardJob,
  parts: ProcessorParts,
): Outcome | Postponement {
  const { answers, retryFaults } = rulesOf(job)
  const failed = (temporary: boolean) => new NextFault(job.to, answer, fault?.sentence, temporary)
  switch (fault?.meaning) {
    case undefined:
      return answer
    case 'unfinished':
      return answers === 'expected' ? askAgain(job, parts) : { kind: 'accepted' }
    case 'temporary':
      if (retryFaults === 'none') return answer
      throw failed(true)
    case 'answer':
      if (retryFaults === 'all' && isServer(answer)) throw failed(true)
      // Nobody waits for it: it is the operator who must hear of it.
      if (answers === 'none') throw failed(false)
      return answer
    case 'other':
      if (retryFaults === 'none') return answer
      throw failed(false)
  }
}

function isServer(answer: Answer): boolean {
  return answer.kind === 'fault' && answer.code === 'Server'
}

/**
 * The next node recognizes the message when it comes again, and answers it as soon as it can. Each pause is as long
 * as the time since the message was accepted, within the bounds of its retries.
 *
 * @throws NoAnswer once that has taken too long
 */
function askAgain({ to, destination, accepted, ...job }: ForwardJob, parts: ProcessorParts) {
  const { delay, maxDelay } = parts.plans.ofDestination(destination)
  const now = wallTime()
  const over = accepted + rulesOf(job).finishTime
  if (now >= over) throw new NoAnswer(to)
  const pause = Math.min(Math.max(now - accepted, delay), maxDelay)
  const cause = `${to} has accepted the message, and has not finished it`
  return { kind: 'postponed', until: Math.min(now + pause, over), cause } as const
}

/** The answer that came as a message of its own, or a suspension until its job has run; undefined if none came. */
async function answerTo(
  { id, to, visits }: ForwardJob,
  { signal }: Attempt,
  { state: resumed, exchange }: ResumedPassage,
  parts: ProcessorParts,
): Promise<Outcome | Suspension | undefined> {
  const { queue, node } = parts
  const { added } = exchange
  const answerId = answerIdOf(id)
  const found = await queue.find(answerId)
  if (!found) return undefined
  // The answer job ends as soon as this job can be resumed, but not while this one runs: so it is suspended.
  const soon = AbortSignal.any([signal, signalAfter(SOON)])
  const state = found.state === 'running' ? await queue.ended(answerId, soon) : found
  if (state?.state === 'dead')
    throw new Error(`the answer that came is not available: ${state.cause}`)
  if (state?.state !== 'done') return { kind: 'suspended', until: wallTime() + SOON }
  const { result } = state
  switch (result.kind) {
    case 'undelivered':
      throw new NotDelivered(to, result.report)
    case 'reply':
    case 'fault':
      return answerKept(result.message, resumed, { added, visits, node }, { ...parts, signal })
    case 'accepted':
    case 'replaced':
      throw new Error('an answer has no envelope')
  }
}

/** The fault for the sender; the operator finds the error in the log and in the dead letter. */
export function forwardFault(error: unknown): SoapFault {
  if (error instanceof NoAnswer) {
    return nextNodeFailed('No answer to the message has come in time.', { cause: error })
  }
  if (error instanceof NotDelivered) {
    const { status, text } = error.report
    const reason = `The message could not be delivered: ${status} ${text}`
    return nextNodeFailed(reason, { cause: error })
  }
  if (error instanceof SoapFault) return error
  if (error instanceof Undeliverable && error.unsent) return undelivered(error)
  return nextNodeFailed(NO_ANSWER, { cause: error })
}

/** The next node answered with a fault of its own, or of a node behind it. */
export class NextFault extends Error {
  readonly outcome: Outcome
  /** False if the same message would get the same fault again. */
  readonly temporary: boolean

  constructor(to: string, outcome: Outcome, text = '', temporary: boolean) {
    super(`${to} answered with a fault: ${text}`)
    this.name = 'NextFault'
    this.outcome = outcome
    this.temporary = temporary
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
