/** Step: decides whether this node is the ultimate receiver of a message, one on its way, or who waits for it. */
import type { EnvelopeMessage } from '../message/message.js'
import type { Envelope } from '../soap/envelope.js'
import type { Answers, Correlated } from './correlate.js'

/** Where a message goes next, and how. */
export interface Onward {
  readonly to: URL
  readonly mode: ForwardMode
  /** Milliseconds to wait for an answer that comes as a message of its own; 0 if none does there. */
  readonly answerTime: number
  /** Name of the destination in the configuration, whose credentials and limits hold. */
  readonly destination?: string | undefined
  /** True if the messages of one sender take it one at a time, in the order in which they came. */
  readonly ordered: boolean
  /** Name of the route, for people to read. */
  readonly name: string
  /** Why the message takes this route, for people to read. */
  readonly reason: string
}

export type ForwardMode =
  /** At once, on the connection: its sender waits for the next node's answer. */
  | 'relay'
  /** Through the queue; its sender hears that it is durable, and need not wait. */
  | 'store'
  /** Through the queue; its sender waits for the answer, however that comes back. */
  | 'bridge'

export type Route =
  /** SOAP 1.1 §2: this node is the ultimate destination. */
  | { readonly role: 'ultimate-receiver' }
  /** The message is sent on after this node has done its part. */
  | { readonly role: 'intermediary'; readonly onward: Onward }
  /** It is an answer, on its way back to who waits for it. */
  | { readonly role: 'returning'; readonly answers: Answers }

export interface Routed extends Correlated {
  readonly route: Route
}

/** Finds where a message that is not for this node goes next; undefined if it ends here. */
export type FindRoute = (envelope: Envelope, message: EnvelopeMessage) => Onward | undefined

export function route(correlated: Correlated, find: FindRoute): Routed {
  return { ...correlated, route: routeOf(correlated, find) }
}

function routeOf({ answers, attempt, envelope, message }: Correlated, find: FindRoute): Route {
  if (answers) return { role: 'returning', answers }
  // What comes from the queue was for this node when it was put there, whatever routes there are now.
  const onward = attempt ? undefined : find(envelope, message)
  return onward ? { role: 'intermediary', onward } : { role: 'ultimate-receiver' }
}
