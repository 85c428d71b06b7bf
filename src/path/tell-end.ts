/** Tells that an exchange has ended at this node, and shows its envelopes to what keeps some of them. */
import type { Passed } from '../journal/capture/passed.js'
import type { Outcome } from '../transport.js'
import type { OpenExchange } from './exchange.js'
import { exchangeEnded } from './exchange-ended.js'
import type { ProcessorParts } from './parts.js'
import { envelopeMessageOf, type Known } from './state/known.js'

/**
 * @param outcome  the result for the message, wherever its answer goes
 * @param thrown   the error that made it a fault or a refusal, if a step of this node threw one
 */
export function tellEnd(
  known: Known,
  exchange: OpenExchange,
  outcome: Outcome,
  { observe, capture, policy }: Pick<ProcessorParts, 'observe' | 'capture' | 'policy'>,
  thrown?: unknown,
): void {
  const event = exchangeEnded(known, exchange.id, outcome, policy, thrown)
  observe(event)
  capture?.(event, passedIn(known, exchange))
}

/** Shows what was sent of a message that waits for its answer: the exchange goes on with another attempt. */
export function tellSent(
  known: Known,
  exchange: OpenExchange,
  { capture, policy }: Pick<ProcessorParts, 'capture' | 'policy'>,
): void {
  if (!capture) return
  const event = exchangeEnded(known, exchange.id, { kind: 'accepted' }, policy)
  capture(event, { ...passedIn(known, exchange), received: undefined, answered: undefined })
}

function passedIn(known: Known, { written }: OpenExchange): Passed {
  return {
    received: envelopeMessageOf(known),
    answered: written.answered,
    sent: written.sent,
    route: known.route?.onward?.name,
  }
}
