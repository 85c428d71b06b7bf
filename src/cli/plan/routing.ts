/** The part of `waybill plan` about routes and destinations; it never shows credentials. */
import { timeText } from '../../base/units.js'
import type { Transports } from '../../path/plugins/transports.js'
import { type Destinations, urlsOf } from '../../path/routing/destinations.js'
import type { Route, Routes } from '../../path/routing/routes.js'
import type { RetryPlans } from '../../store/queue/retry-plans.js'

/** One line for each destination. */
export function destinationLines(
  { all }: Destinations,
  transports: Transports,
  plans: RetryPlans,
): readonly string[] {
  return all.map((destination) => {
    const { name, url, timeout, breaker, access, declared, perSecond } = destination
    const { attempts, timeLimit } = plans.ofDestination(name)
    const parts = [
      `${name}  ${urlsOf(destination)
        .map(({ href }) => href)
        .join(', else ')}`,
      ...transports.describeAccess(url, access),
      ...(declared === undefined ? [] : [`${declared.size} operations declared`]),
      ...(perSecond === undefined ? [] : [`${perSecond} a second from each node`]),
      ...(timeout === undefined ? [] : [`within ${timeText(timeout)}`]),
      `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} of ${timeText(timeLimit)} from the queue`,
      `circuit open for ${timeText(breaker.pause)} after ${breaker.failures} failures`,
    ]
    return parts.join(', ')
  })
}

/** One line for each route, in order; and whether it is ever reached. */
export function routeLines(routes: Routes): readonly string[] {
  return routes.all.map((route) => {
    const found = routes.unreached.find(({ route: name }) => name === route.onward.name)
    const never = found ? `; never reached, as ${found.before} before it takes all of that` : ''
    return `${route.onward.name}  ${route.onward.reason}: ${wayOf(route.onward)}${never}`
  })
}

/** Where messages go and how, as in `relay to ledger at http://ledger/soap`. */
export function wayOf(onward: Route['onward']): string {
  const { mode, destination, to, answerTime, answers, retryFaults } = onward
  const target = destination === undefined ? to.href : `${destination} at ${to.href}`
  const parts = [
    ...(answerTime === 0 ? [] : [`${timeText(answerTime)} for the answer`]),
    ...(answers === undefined ? [] : [answers === 'none' ? 'no answers' : 'answers expected']),
    ...(retryFaults === undefined ? [] : [FAULTS[retryFaults]]),
  ]
  return [`${mode} to ${target}`, ...parts].join(', ')
}

const FAULTS = {
  none: 'no fault is tried again',
  undeclared: 'Server faults that are not declared are tried again',
  all: 'every Server fault is tried again',
} as const
