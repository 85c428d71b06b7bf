/** Step: decides whether this node is the ultimate receiver of a message, one on its way, or who waits for it. */
import type { Answers, Correlated } from './correlate.js'
import type { FindRoute, Onward } from './onward.js'

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

export function route(correlated: Correlated, find: FindRoute): Routed {
  return { ...correlated, route: routeOf(correlated, find) }
}

function routeOf({ answers, attempt, envelope, message }: Correlated, find: FindRoute): Route {
  if (answers) return { role: 'returning', answers }
  // What comes from the queue was for this node when it was put there, whatever routes there are now.
  const onward = attempt ? undefined : find(envelope, message)
  return onward ? { role: 'intermediary', onward } : { role: 'ultimate-receiver' }
}
