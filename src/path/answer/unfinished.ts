/** What a sender that waits gets while there is no answer, though its message is accepted. */
import { AcceptedFault } from '../../soap/accepted-fault.js'
import type { Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { envelopeMessageOf, type StateView } from '../state/view.js'
import { type Refusing, refuse } from './refuse.js'

/**
 * The fault of a message that is accepted and not finished: an empty answer would be mistaken for an empty reply.
 *
 * @param id  of the exchange that has the answer later
 */
export function unfinished(
  id: string,
  view: StateView,
  exchange: OpenExchange,
  parts: Refusing,
): Outcome {
  const at = envelopeMessageOf(view)?.answersAt
  const fault = new AcceptedFault(at === undefined ? id : `${at}/${id}`)
  const outcome = refuse(fault, view, exchange, parts)
  return outcome.kind === 'fault' ? { ...outcome, pending: id } : outcome
}

/**
 * What an outcome means for those who watch: that a message is accepted is no failure.
 *
 * @param id  of the exchange
 */
export function meaningOf(outcome: Outcome, id: string): Outcome {
  if (outcome.kind !== 'fault') return outcome
  const { pending, unfinished } = outcome
  if (pending === undefined && !unfinished) return outcome
  return { kind: 'pending', exchange: pending ?? id }
}
