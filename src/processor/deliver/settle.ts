/** What becomes of a job: a result, another attempt, or a dead letter. */
import { FinalFailure, type ForwardJob, type InvokeJob, type JobResult } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { SoapFault } from '../../soap/fault.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import { answer } from '../answer.js'
import type { OpenExchange } from '../exchange.js'
import { exchangeEnded } from '../exchange-ended.js'
import type { ProcessorParts } from '../parts.js'
import type { Reached } from '../reached.js'
import { refuse } from '../refuse.js'
import { NextFault, toldOf } from './forward.js'

export function resultOf(outcome: Outcome): JobResult {
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

/**
 * Tries again what a retry may mend; else tells the sender, and makes a dead letter of what has no answer.
 *
 * @returns the fault that is the answer to the message
 * @throws FinalFailure, or the error as it was
 */
export async function settleFailure(
  error: unknown,
  job: InvokeJob | ForwardJob,
  attempt: Attempt,
  reached: Reached,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<JobResult> {
  const outcome =
    error instanceof NextFault
      ? error.outcome
      : refuse(job.kind === 'forward' ? toldOf(error) : error, reached, exchange, parts)
  parts.observe(exchangeEnded(reached, exchange.id, outcome, parts.policy, error))
  const final = job.kind === 'forward' ? isFinal(error) : isClients(outcome, reached)
  if (attempt.signal.aborted || !(final || attempt.last)) throw error
  const told = await answer(outcome, reached, exchange, parts)
  if (isAnswered(job, told, final, reached)) return resultOf(told)
  throw new FinalFailure(causeOf(error), { cause: error })
}

/** The message was wrong, and will be; the node that took it knew the operation: this one may be behind. */
function isClients(outcome: Outcome, { call }: Reached): boolean {
  return outcome.kind === 'fault' && outcome.code !== 'Server' && call !== undefined
}

function isFinal(error: unknown): boolean {
  if (error instanceof Undeliverable) return error.permanent
  if (error instanceof NextFault) return !error.passing
  return error instanceof SoapFault || error instanceof FinalFailure
}

function isAnswered(
  job: InvokeJob | ForwardJob,
  told: Outcome,
  final: boolean,
  { call }: Reached,
): boolean {
  // Whoever waits for it on a connection hears that it failed, and may send it again.
  if (job.kind === 'forward') return job.answerNeeded && told.kind === 'fault'
  // A request-response has its answer: that the message was wrong.
  return final && call?.registered.operation.exchange !== 'one-way'
}

/** For the operator, who reads it in the dead letter. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
