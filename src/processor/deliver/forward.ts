/** Sends a message on to the next node, as a job asks for it, and takes its answer. */

import type { DeliveryReport } from '../../message/origin.js'
import { answerIdOf, FinalFailure, type ForwardJob, type Suspension } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { SoapFault } from '../../soap/fault.js'
import type { Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { NextNodeFailed, NO_ANSWER } from '../forward/next-node-failed.js'
import { answerKept, takeAnswer } from '../forward/take-answer.js'
import type { ProcessorParts } from '../parts.js'
import type { Reached } from '../reached.js'
import { outboundOf } from './send.js'

/** Milliseconds for which an answer that is about to be brought is waited for. */
const SOON = 1_000

/**
 * It is suspended while the answer is on its way as a message of its own; then it is run again.
 *
 * @throws NextFault for a Server fault of the next node
 */
export async function forwardAgain(
  job: ForwardJob,
  attempt: Attempt,
  reached: Reached,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome | Suspension> {
  const { to, destination, answerTime, answerNeeded, visits } = job
  // An attempt that failed may have sent the message nevertheless.
  if (attempt.suspended || attempt.number > 1) {
    const came = await answerTo(job, attempt, exchange, parts)
    if (came) return came
    if (attempt.suspended && answerNeeded) throw new NoAnswer(to)
    if (attempt.suspended) return { kind: 'accepted' }
  }
  // Whoever knows a message again queues it, and may say so before there is an answer.
  const message = { ...outboundOf(job), once: !answerNeeded }
  const heard = await parts.send(message, new URL(to), attempt.signal, { destination })
  if (!heard) {
    return answerTime > 0
      ? { kind: 'suspended', until: Date.now() + answerTime }
      : { kind: 'accepted' }
  }
  const { answer, passing } = await takeAnswer(heard, reached, exchange, visits, parts)
  // A Client fault is an answer like another; what is not the sender's to mend has failed.
  if (answer.kind === 'fault' && answer.code === 'Server') throw new NextFault(to, answer, passing)
  return answer
}

/** The answer that came as a message of its own, or a suspension until it is brought; undefined if none has come. */
async function answerTo(
  { id, to, visits }: ForwardJob,
  { signal }: Attempt,
  { added }: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome | Suspension | undefined> {
  const { queue, node } = parts
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
      return answerKept(result.message, { added, visits, node }, parts)
    case 'accepted':
    case 'replaced':
      throw new Error('an answer has no envelope')
  }
}

/** What the sender is told; what the operator reads stays in the log and in the dead letter. */
export function toldOf(error: unknown): SoapFault {
  if (error instanceof NoAnswer) {
    return new NextNodeFailed('late', 'No answer to the message has come in time.', {
      cause: error,
    })
  }
  if (error instanceof NotDelivered) {
    const { status, text } = error.report
    const reason = `The message could not be delivered: ${status} ${text}`
    return new NextNodeFailed('unreachable', reason, { cause: error })
  }
  if (error instanceof SoapFault) return error
  return new NextNodeFailed('unreachable', NO_ANSWER, { cause: error })
}

/** The next node answered with a fault of its own, or of a node behind it. */
export class NextFault extends Error {
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
