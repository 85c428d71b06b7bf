/** Step: decides whether this node is the ultimate receiver of a message or one on its way. */
import type { Envelope } from '../soap/envelope.js'
import type { InboundMessage } from '../transport.js'

export type Route =
  /** SOAP 1.1 §2: this node is the ultimate destination. */
  | { readonly role: 'ultimate-receiver' }
  /** The message is sent on after this node has done its part. */
  | { readonly role: 'intermediary'; readonly to: URL }

export interface Routed {
  readonly envelope: Envelope
  readonly route: Route
}

/** Finds where a message that is not for this node goes next; undefined if it ends here. */
export type FindRoute = (envelope: Envelope, message: InboundMessage) => URL | undefined

export function route(envelope: Envelope, message: InboundMessage, find: FindRoute): Routed {
  const to = find(envelope, message)
  return { envelope, route: to ? { role: 'intermediary', to } : { role: 'ultimate-receiver' } }
}
