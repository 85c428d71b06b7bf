/** Decides of which exchanges envelopes are kept: by the first rule that is met. */
import type { ExchangeEnded } from '../../../message/events/events.js'
import { parseClarkName } from '../../../xml/tree.js'
import { hashOf } from '../ids.js'

/** All that is said must hold. */
export interface CaptureRule {
  /** `{namespace}Name`, `{namespace}*`, a name in any namespace, or `*` for every one. */
  readonly operation?: string | undefined
  /** Name of the route by which it was sent on. */
  readonly route?: string | undefined
  readonly transport?: string | undefined
  /** Part of the address, the mailbox or the name of its sender. */
  readonly peer?: string | undefined
  readonly outcome?: string | undefined
  /** How many of them, from 0 to 1. */
  readonly sample: number
}

export function ruleFor(
  event: ExchangeEnded,
  route: string | undefined,
  rules: readonly CaptureRule[],
): CaptureRule | undefined {
  return rules.find((rule) => isMet(rule, event, route))
}

function isMet(rule: CaptureRule, event: ExchangeEnded, route: string | undefined): boolean {
  const { transport, outcome, peer } = rule
  return (
    (transport === undefined || transport === event.transport) &&
    (outcome === undefined || outcome === event.outcome) &&
    (rule.route === undefined || rule.route === route) &&
    (rule.operation === undefined || isOperation(event.operation, rule.operation)) &&
    (peer === undefined || isFrom(event, peer.toLowerCase()))
  )
}

/** @param wanted  `{namespace}Name`, `{namespace}*`, a name in any namespace, or `*` for every one */
export function isOperation(name: string | undefined, wanted: string): boolean {
  if (name === undefined) return false
  if (wanted === '*') return true
  if (wanted.endsWith('}*')) return name.startsWith(wanted.slice(0, -1))
  return name === wanted || parseClarkName(name).local === wanted
}

function isFrom({ peer, from, sender }: ExchangeEnded, part: string): boolean {
  return [peer, from, sender].some((one) => one?.toLowerCase().includes(part))
}

/** The same for all attempts of an exchange, at all nodes: it follows from its id. */
export function isSampled(exchange: string, sample: number): boolean {
  return hashOf(exchange) < sample * 2 ** 32
}
