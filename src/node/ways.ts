/** Puts together where messages go, and what sends them there. */
import type { ReplyPolicy } from '../addressing/reply-policy.js'
import type { FindRoute } from '../processor/onward.js'
import type { Ways } from '../processor/parts.js'
import type { RetryPlans } from '../queue/retry-plans.js'
import type { Breakers } from '../routing/breakers.js'
import type { Destinations } from '../routing/destinations.js'
import { type Sends, sendOver } from '../routing/send-over.js'
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
  findRoute: FindRoute,
  policy: ReplyPolicy,
  plans: RetryPlans,
  sends: Sends,
  { onReopened }: Breakers,
): Ways {
  return { findRoute, policy, plans, ...sends, onReopened }
}
