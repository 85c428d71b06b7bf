/** Puts together where messages go, and what sends them there. */

import type { Sends, Ways } from '../path/parts/parts.js'
import type { Breakers } from '../path/routing/breakers.js'
import type { Destinations } from '../path/routing/destinations.js'
import type { Routes } from '../path/routing/routes.js'
import { sendOver } from '../path/routing/send-over.js'
import type { ReplyPolicy } from '../soap/addressing/reply-policy.js'
import type { RetryPlans } from '../store/queue/retry-plans.js'
import type { Transport } from '../transport.js'

export function makeSends(
  transports: Transport[],
  destinations: Destinations,
  breakers: Breakers,
  { allowsAddress }: ReplyPolicy,
): Sends {
  return sendOver({ transports, destinations, breakers, guard: allowsAddress })
}

export function makeWays(
  routes: Routes,
  policy: ReplyPolicy,
  plans: RetryPlans,
  sends: Sends,
  { onReopened }: Breakers,
): Ways {
  return { findRoute: routes.find, policy, plans, ...sends, onReopened }
}
