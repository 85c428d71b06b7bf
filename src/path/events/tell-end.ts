/** Tells that an exchange has ended at this node, and shows its envelopes to what keeps some of them. */
import type { Passed } from '../../store/journal/capture/envelopes.js'
import type { ProcessorParts } from '../parts/parts.js'
import { envelopeMessageOf, type Known } from '../state/known.js'
import { type Ended, exchangeEnded } from './exchange-ended.js'

/** What hears of ends. */
type Hearing = Pick<ProcessorParts, 'observe' | 'capture' | 'policy'>

/**
 * @param id        of the exchange
 * @param answered  the envelope of the answer as it left this node, if one did
 */
export function tellEnd(
  known: Known,
  id: string,
  { answered, ...ended }: Ended & { readonly answered?: string | undefined },
  { observe, capture, policy }: Hearing,
): void {
  const event = exchangeEnded(known, id, ended, policy)
  observe(event)
  capture?.(event, { ...passedIn(known), received: envelopeMessageOf(known), answered })
}

/** Shows what was sent of a message that waits for its answer: the exchange goes on with another attempt. */
export function tellSent(
  known: Known,
  id: string,
  { capture, policy }: Omit<Hearing, 'observe'>,
): void {
  if (!capture) return
  const event = exchangeEnded(known, id, { outcome: { kind: 'accepted' } }, policy)
  capture(event, { ...passedIn(known), received: undefined, answered: undefined })
}

function passedIn({ route, sealed }: Known): Pick<Passed, 'sent' | 'route'> {
  return {
    sent: sealed?.message.body,
    route: route?.role === 'intermediary' ? route.onward.name : undefined,
  }
}
