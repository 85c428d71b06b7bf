/** Settles a job: with a result, another attempt, or a dead letter. */
import { SoapFault } from '../../soap/fault.js'
import { meaningOfFault } from '../../soap/fault-meaning.js'
import {
  FinalFailure,
  type ForwardJob,
  type InvokeJob,
  type JobResult,
} from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import { type Answered, answer } from '../answer/answer.js'
import { refuse } from '../answer/refuse.js'
import { emitEnd } from '../events/emit-end.js'
import type { OpenExchange } from '../exchange.js'
import { type Rules, rulesOf } from '../forward/rules.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { StateView } from '../state/view.js'
import { forwardFault, NextFault } from './forward.js'

/** A job that is run, and what is known of its message. */
export interface RunningJob {
  readonly view: StateView
  readonly exchange: OpenExchange
  readonly job: InvokeJob | ForwardJob
  readonly attempt: Attempt
}

export function resultOf(outcome: Outcome): JobResult {
  switch (outcome.kind) {
    case 'accepted':
    case 'reply':
    case 'fault':
      return outcome
    case 'pending':
    case 'document':
    case 'refused':
      throw new Error(`a job cannot end as ${outcome.kind}`)
  }
}

/**
 * Rethrows a failure that a retry may overcome; else sends the fault, or makes a dead letter if there is none to send.
 *
 * @returns the fault that is the answer to the message
 * @throws FinalFailure, or the error as it was
 */
export async function settleFailure(
  error: unknown,
  running: RunningJob,
  parts: ProcessorParts,
): Promise<JobResult> {
  const { job, attempt, view, exchange } = running
  const outcome =
    error instanceof NextFault
      ? error.outcome
      : refuse(job.kind === 'forward' ? forwardFault(error) : error, view, exchange, parts)
  const final =
    job.kind === 'forward' ? isFinal(error, rulesOf(job)) : isFinalHere(error, outcome, view)
  const again = attempt.signal.aborted || !(final || attempt.last)
  let answered: Answered['envelope']
  try {
    if (again) throw error
    const sent = await answer(outcome, view, exchange, parts)
    answered = sent.envelope
    if (isAnswered(job, sent.outcome, final, view)) return resultOf(sent.outcome)
    throw new FinalFailure(causeOf(error), { cause: error })
  } finally {
    emitEnd(view, exchange, { outcome, thrown: error, answered }, parts)
  }
}

/** True if the same message would get the same fault. An operation that this node does not know may exist on another. */
function isFinalHere(error: unknown, outcome: Outcome, { valid }: StateView): boolean {
  const call = valid?.call
  if (error instanceof FinalFailure) return true
  if (!call || outcome.kind !== 'fault') return false
  if (outcome.code !== 'Server') return true
  const { exchange, faults } = call.registered.operation
  // SOAP 1.1 §4.4.1: without an answer there is none that a fault could be; the message could succeed later.
  if (!(error instanceof SoapFault) || exchange === 'one-way') return false
  return meaningOfFault(error, faults && new Set(faults)) === 'answer'
}

/** Where the sender waits, only what was not reached is tried again. */
function isFinal(error: unknown, { endsAsFault }: Rules): boolean {
  if (error instanceof Undeliverable) return error.permanent || (endsAsFault && error.answered)
  if (error instanceof NextFault) return !error.temporary
  return error instanceof SoapFault || error instanceof FinalFailure
}

function isAnswered(
  job: InvokeJob | ForwardJob,
  outcome: Outcome,
  final: boolean,
  { valid }: StateView,
): boolean {
  // A sender that waits on its connection is told that it failed, and may send it again.
  if (job.kind === 'forward') return rulesOf(job).endsAsFault && outcome.kind === 'fault'
  // The fault is the answer of a request-response.
  return final && valid?.call?.registered.operation.exchange !== 'one-way'
}

/** The cause in the dead letter, for the operator. */
export function causeOf(error: unknown): string {
  if (error instanceof Undeliverable) return error.message
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
