/** Tells that an exchange has ended at this node, and shows its envelopes to what keeps some of them. */
import type { OutboundMessage } from '../../message/message.js'
import type { Passed } from '../../store/journal/capture/envelopes.js'
import type { ProcessorParts } from '../parts/parts.js'
import { envelopeMessageOf, type StateView } from '../state/view.js'
import { type Ended, type EndedExchange, exchangeEnded } from './exchange-ended.js'

/** The text of an envelope. */
type Body = Pick<OutboundMessage, 'body'>

/** What is notified of ends. */
type Hearing = Pick<ProcessorParts, 'observe' | 'capture' | 'policy'>

/**
 * @param answered  the envelope of the answer as it left this node, if one did
 */
export function emitEnd(
  view: StateView,
  exchange: EndedExchange,
  ended: Ended & { readonly answered?: Body | undefined },
  { observe, capture, policy }: Hearing,
): void {
  const event = exchangeEnded(view, exchange, ended, policy)
  observe(event)
  const { answered } = ended
  capture?.(event, passedIn(view, envelopeMessageOf(view), answered))
}

/** Shows what was sent of a message that waits for its answer: the exchange goes on with another attempt. */
export function captureSent(
  view: StateView,
  exchange: EndedExchange,
  { capture, policy }: Omit<Hearing, 'observe'>,
): void {
  if (!capture) return
  const event = exchangeEnded(view, exchange, { outcome: { kind: 'accepted' } }, policy)
  capture(event, passedIn(view, undefined, undefined))
}

/** Texts are made only where they are kept: a long one is written in parts. */
function passedIn(
  { route, sealed }: StateView,
  received: Passed['received'],
  answered: Body | undefined,
): Passed {
  const name = route?.role === 'intermediary' ? route.onward.name : undefined
  return new PassedTexts({ received, route: name }, answered, sealed?.message)
}

class PassedTexts implements Passed {
  readonly received: Passed['received']
  readonly route: string | undefined
  readonly #answered: Body | undefined
  readonly #sent: Body | undefined

  constructor(
    { received, route }: Pick<Passed, 'received' | 'route'>,
    answered: Body | undefined,
    sent: Body | undefined,
  ) {
    this.received = received
    this.route = route
    this.#answered = answered
    this.#sent = sent
  }

  get answered(): string | undefined {
    return this.#answered?.body
  }

  get sent(): string | undefined {
    return this.#sent?.body
  }
}
