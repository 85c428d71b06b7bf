/** Puts together where messages go, and what sends them there. */

import type { Sends, Ways } from '../path/parts/parts.js'
import type { Breakers } from '../path/routing/breakers.js'
import type { Destinations } from '../path/routing/destinations.js'
import type { Routes } from '../path/routing/routes.js'
import { sendOver } from '../path/routing/send-over.js'
import type { ReplyPolicy } from '../soap/addressing/reply-policy.js'
import type { RetryPlans } from '../store/queue/retry-plans.js'
import type { Transport } from '../transport.js'

/** What sends messages, and tells of a destination that takes them again. */
export type Sending = Pick<Ways, keyof Sends | 'onReopened'>

export function makeSending(
  transports: Transport[],
  destinations: Destinations,
  breakers: Breakers,
  { allowsAddress }: ReplyPolicy,
): Sending {
  const sends = sendOver({ transports, destinations, breakers, guard: allowsAddress })
  return { ...sends, onReopened: breakers.onReopened }
}

export function makeWays(
  routes: Routes,
  policy: ReplyPolicy,
  plans: RetryPlans,
  sending: Sending,
): Ways {
  return { findRoute: routes.find, policy, plans, ...sending }
}
