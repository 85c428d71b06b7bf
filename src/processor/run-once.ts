/** Runs an operation under a claim: its outcome is durable before its sender gets it, whoever still waits. */
import { ready, type Steps } from '../base/steps.js'
import { FinalFailure, type JobResult } from '../queue/job.js'
import type { OwnRun } from '../queue/queue.js'
import type { Outcome } from '../transport.js'
import { claim } from './claim.js'
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
  run: OwnRun,
  steps: Steps<Outcome>,
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Ran> {
  exchange.outlivesItsSender()
  const came = yield* outcomeOf(steps, valid, exchange, parts)
  const open = came.thrown !== undefined && !exchange.hasReturned
  try {
    return yield* settled(run, came, open, valid, exchange, parts)
  } catch (error) {
    if (!(error instanceof FinalFailure)) throw error
    // Nobody can read what is attached to the reply, now or later.
    const unreadable = { outcome: refuse(error, valid, exchange, parts), thrown: { error } }
    return yield* settled(run, unreadable, false, valid, exchange, parts)
  }
}

function* settled(
  run: OwnRun,
  { outcome, thrown }: Came,
  open: boolean,
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Ran> {
  const result = resultOf(outcome, valid)
  if (!result) {
    yield* ready(run.drop())
    throw thrown?.error
  }
  const by = yield* keep(run, result, open, valid, exchange, parts)
  if (by !== undefined) return { kind: 'superseded', by }
  if (thrown) throw new RunFailed(thrown.error, outcome)
  return outcome
}

interface Came {
  readonly outcome: Outcome
  readonly thrown?: { readonly error: unknown } | undefined
}

function* outcomeOf(
  steps: Steps<Outcome>,
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Came> {
  try {
    return { outcome: yield* steps }
  } catch (error) {
    return { outcome: refuse(error, valid, exchange, parts), thrown: { error } }
  }
}

/** It is kept as it is before it is sealed: it is sealed anew each time it is sent. */
function resultOf(outcome: Outcome, { sealing }: Valid): JobResult | undefined {
  switch (outcome.kind) {
    case 'reply':
      return { kind: 'reply', message: outcome.message, sealing }
    case 'fault':
      return { kind: 'fault', code: outcome.code, message: outcome.message, sealing }
    case 'accepted':
      return outcome
    case 'pending':
    case 'document':
    case 'refused':
      return undefined
  }
}

/** @returns the exchange that has the claim in place of this one; undefined if the result is kept */
function* keep(
  first: OwnRun,
  result: JobResult,
  open: boolean,
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<string | undefined> {
  for (let run = first; ; ) {
    if (yield* ready(run.end(result, open))) return undefined
    const claimed = yield* claim(valid, exchange, parts)
    if (claimed?.kind === 'repetition') return claimed.first
    if (!claimed) throw new Error('a claimed message has no claim')
    run = claimed.run
  }
}
