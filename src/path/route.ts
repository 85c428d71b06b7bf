/** Step: decides whether a message is for this node, goes on to another one, or is an answer on its way back. */

import type { Answers, Correlated } from './correlate.js'
import { learn } from './learn.js'
import type { FindRoute, Onward } from './onward.js'

export type Route =
  /** SOAP 1.1 §2: this node is the ultimate destination. */
  | { readonly role: 'ultimate-receiver' }
  /** The message is sent on after this node has processed its header blocks. */
  | { readonly role: 'intermediary'; readonly onward: Onward }
  /** It is an answer, on its way back to the exchange that waits for it. */
  | { readonly role: 'returning'; readonly answers: Answers }

export interface Routed extends Correlated {
  readonly route: Route
}

export function route(correlated: Correlated, find: FindRoute): Routed {
  return learn(correlated, { route: routeOf(correlated, find) })
}

function routeOf({ answers, attempt, envelope, message }: Correlated, find: FindRoute): Route {
  if (answers) return { role: 'returning', answers }
  // A job from the queue was for this node when it was queued, whatever routes there are now.
  const onward = attempt ? undefined : find(envelope, message)
  return onward ? { role: 'intermediary', onward } : { role: 'ultimate-receiver' }
}
