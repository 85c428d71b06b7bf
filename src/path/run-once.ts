/** Runs an operation under a claim: its outcome is durable before its sender gets it, whoever still waits. */
import { ready, type Steps } from '../base/steps.js'
import type { FinalFailure, JobResult } from '../queue/job.js'
import type { Outcome } from '../transport.js'
import type { Claimed } from './claim.js'
import { firstOf } from './duplicate.js'
import type { OpenExchange } from './exchange.js'
import type { ProcessorParts } from './parts.js'
import { refuse } from './refuse.js'
import type { Valid } from './validate.js'

/** What came of a run that threw: it is remembered as the outcome of the message. */
export class RunFailed extends Error {
  readonly outcome: Outcome

  constructor(cause: unknown, outcome: Outcome) {
    super('the run has failed, and its outcome is remembered', { cause })
    this.name = 'RunFailed'
    this.outcome = outcome
  }
}

/** The outcome of this run; or, if another has the claim by now, the id of that exchange. */
export type Ran = Outcome | { readonly kind: 'superseded'; readonly by: string }

/**
 * Only what the operation or a header handler itself threw opens the claim again: a later repetition runs, those that
 * wait get the same fault.
 *
 * @param steps  run the handlers and the operation, and make the reply
 * @throws RunFailed with the fault that is the outcome
 * @throws QueueUnavailable if the outcome is not durable in time: it is kept as soon as that is possible
 */
export function* runOnce(
  { run, claim }: Extract<Claimed, { readonly kind: 'run' }>,
  steps: Steps<Outcome>,
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Ran> {
  exchange.outlivesItsSender()
  const fault = (error: unknown) => faultOf(error, valid, exchange, parts)
  let came = yield* cameOf(steps, fault)
  const options = {
    open: came.thrown !== undefined && !exchange.hasReturned,
    unreadable: (error: FinalFailure) => {
      came = { outcome: fault(error), thrown: { error } }
      return resultOf(came.outcome, valid)
    },
  }
  const holder = yield* ready(run.end(resultOf(came.outcome, valid), options))
  if (holder) {
    const by = yield* ready(firstOf(holder, claim, valid, exchange, parts.queue))
    return { kind: 'superseded', by }
  }
  if (came.thrown) throw new RunFailed(came.thrown.error, came.outcome)
  return came.outcome
}

/** What a run came to: there is always something to remember. */
type Settled = Extract<Outcome, { readonly kind: 'reply' | 'fault' | 'accepted' }>

interface Came {
  readonly outcome: Settled
  readonly thrown?: { readonly error: unknown } | undefined
}

function* cameOf(steps: Steps<Outcome>, fault: (error: unknown) => Settled): Steps<Came> {
  try {
    const outcome = yield* steps
    if (!isSettled(outcome)) throw new Error(`an operation came to nothing: ${outcome.kind}`)
    return { outcome }
  } catch (error) {
    return { outcome: fault(error), thrown: { error } }
  }
}

function isSettled(outcome: Outcome): outcome is Settled {
  return outcome.kind === 'reply' || outcome.kind === 'fault' || outcome.kind === 'accepted'
}

/** Who repeats it gets the same: what would refuse this sender only is a fault like any other. */
function faultOf(
  error: unknown,
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Settled {
  const refused = refuse(error, valid, exchange, parts)
  if (isSettled(refused)) return refused
  const cause = new Error('what an operation needed was not there', { cause: error })
  const fault = refuse(cause, valid, exchange, parts)
  if (!isSettled(fault)) throw cause
  return fault
}

/** It is kept as it is before it is sealed: it is sealed anew each time it is sent. */
function resultOf(outcome: Settled, { sealing }: Valid): JobResult {
  switch (outcome.kind) {
    case 'reply':
      return { kind: 'reply', message: outcome.message, sealing }
    case 'fault':
      return { kind: 'fault', code: outcome.code, message: outcome.message, sealing }
    case 'accepted':
      return outcome
  }
}
