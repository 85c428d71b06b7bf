/** The routes of the configuration, made ready to be asked for every message: the first that fits wins. */
import { addressesOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import type { EnvelopeMessage } from '../../message/message.js'
import type { Envelope } from '../../soap/envelope.js'
import { ANSWER_TIME } from '../forward/rules.js'
import type { FindRoute, Onward, RouteFacts } from '../parts/onward.js'
import type { Transports } from '../plugins/transports.js'
import {
  areMet,
  type Conditions,
  covers,
  describeConditions,
  describeUnmet,
  traitsOf,
} from './conditions.js'

export interface Route {
  readonly conditions: Conditions
  readonly onward: Onward
}

/** How a route takes a message, for people to read. */
export interface Verdict {
  readonly route: string
  readonly takes: boolean
  /** What it asks for, if it takes the message; else the first thing that it misses. */
  readonly reason: string
}

export class Routes {
  readonly all: readonly Route[]
  readonly #actors: ReadonlySet<string>

  /** @param actors  URIs of the actors that the configuration gives this node */
  constructor(routes: readonly Route[], actors: Iterable<string>) {
    this.all = routes
    this.#actors = new Set(actors)
  }

  /** Where a message goes on to; undefined if no route takes it. */
  readonly find: FindRoute = (envelope, message, facts) => {
    if (this.all.length === 0) return undefined
    const traits = traitsOf(envelope, message, facts, this.#actors)
    return this.all.find(({ conditions }) => areMet(conditions, traits))?.onward
  }

  /** What each route says to a message, up to the first that takes it. */
  explain(envelope: Envelope, message: EnvelopeMessage, facts: RouteFacts): readonly Verdict[] {
    const traits = traitsOf(envelope, message, facts, this.#actors)
    const verdicts: Verdict[] = []
    for (const { conditions, onward } of this.all) {
      const unmet = describeUnmet(conditions, traits)
      const takes = unmet === undefined
      verdicts.push({ route: onward.name, takes, reason: unmet ?? onward.reason })
      if (takes) break
    }
    return verdicts
  }

  /** Routes that no message ever reaches, each with the one before it that takes all of its own. */
  get unreached(): readonly { readonly route: string; readonly before: string }[] {
    return this.all.flatMap(({ conditions, onward }, index) => {
      const before = this.all.slice(0, index).find((other) => covers(other.conditions, conditions))
      return before ? [{ route: onward.name, before: before.onward.name }] : []
    })
  }
}

type Rules = Pick<Config, 'routes' | 'destinations'>

/** @throws TypeError for a route to nowhere: the configuration is checked before */
export function routesOf(
  { routes, destinations, node }: Rules & Pick<Config, 'node'>,
  transports: Transports,
): Routes {
  const all = routes.map((route, index): Route => {
    const { actor, address, operation, path, peer, transport, key } = route
    const { ordered, answerTime, answers, retryFaults } = route
    const conditions = { actor, address, operation, path, peer, transport, key }
    const destination = Object.hasOwn(destinations, route.to) ? route.to : undefined
    const to = new URL(urlOf(route.to, destinations) ?? '')
    const later = transports.answersLater(to)
    const mode = modeOf(route, later)
    const onward: Onward = {
      to,
      mode,
      ordered,
      answerTime: later && answers !== 'none' ? (answerTime ?? ANSWER_TIME[mode]) : 0,
      ...(answerTime !== undefined && { finishTime: answerTime }),
      ...(answers !== undefined && { answers }),
      ...(retryFaults !== undefined && { retryFaults }),
      name: nameOfRoute(route, index),
      reason: describeConditions(conditions),
      ...(destination !== undefined && { destination }),
    }
    return { conditions, onward }
  })
  return new Routes(all, node.actors)
}

/** The URL that a route's `to` stands for; undefined if it is neither a URL nor a name. */
export function urlOf(to: string, destinations: Config['destinations']): string | undefined {
  if (Object.hasOwn(destinations, to)) return addressesOf(destinations[to] ?? {})[0]
  return to.includes(':') ? to : undefined
}

/** @param later  true if answers are messages of their own where the route leads */
export function modeOf(
  { mode, answers }: Config['routes'][number],
  later: boolean,
): Onward['mode'] {
  // Who gets no answer does not wait for one.
  const waiting = answers === 'none' ? 'store' : 'request-reply'
  return mode ?? (later ? waiting : 'relay')
}

export function nameOfRoute({ name }: Config['routes'][number], index: number): string {
  return name ?? `route ${index + 1}`
}
