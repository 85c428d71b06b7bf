/** The policies of the configuration: which hold for a message, and for what is sent to a destination. */
import type { DeepReadonly } from '../config/kinds.js'
import type { LEVELS, Security, SUITES } from '../config/security.js'
import { leavesBodyOut, SIGNED } from '../config/signed-parts.js'
import { mailboxOf } from './own-mailbox.js'
import { suiteNamed } from './suite.js'
import type { WeakAlgorithm } from './weak.js'

export { SIGNED } from '../config/signed-parts.js'

export type Level = (typeof LEVELS)[number]
type Section = DeepReadonly<Security>['policies'][number]
/** What this node puts into what it sends under a policy. */
export type Sends = NonNullable<Section['sends']>

export interface Policy {
  /** For people to read. */
  readonly name: string
  /** All of them must be met; none: anonymous. */
  readonly require: readonly Level[]
  /** Who may send; undefined: anybody. */
  readonly peers: readonly string[] | undefined
  /** Parts that must be signed, where a signature or a MAC is required. */
  readonly signed: readonly string[]
  /** True if what must be signed leaves Body out: TLS must have protected it. */
  readonly leavesBodyOut: boolean
  /** Parts that must come encrypted. */
  readonly encrypted: readonly string[]
  readonly replays: Section['replays']
  readonly sends: Sends | undefined
  /** Undefined if it leaves that to others that hold, or else to `strong`. */
  readonly suite: (typeof SUITES)[number] | undefined
}

/** What policies ask of a message's way. */
export interface Where {
  readonly transport: string
  /** Plugin, or path of a route, that it was addressed to. */
  readonly path: string | undefined
  /** Mail addresses of this node that it was sent to: the policies of each of them hold. */
  readonly mailboxes: readonly string[]
  /** Name of the body entry, as `{namespace}Name`. */
  readonly operation: string | undefined
  /** Name of the route that it goes on by. */
  readonly route: string | undefined
}

interface Held {
  readonly section: Section
  readonly policy: Policy
}

export class Policies {
  readonly #held: readonly Held[]

  constructor(sections: readonly Section[]) {
    this.#held = sections.map((section, index) => ({ section, policy: policyOf(section, index) }))
  }

  get all(): readonly Policy[] {
    return this.#held.map(({ policy }) => policy)
  }

  /** Those that hold for a message that comes in; a policy without conditions holds for all. */
  of(where: Where): readonly Policy[] {
    if (this.#held.length === 0) return NONE
    return this.#held
      .filter(({ section }) => section.destination === undefined && holds(section, where))
      .map(({ policy }) => policy)
  }

  /** Those that hold for requests to a destination and for its answers. */
  ofDestination(destination: string | undefined): readonly Policy[] {
    if (destination === undefined) return NONE
    return this.#held
      .filter(({ section }) => section.destination === destination)
      .map(({ policy }) => policy)
  }

  /** Weak algorithms in the suites of those that may hold for a message: what is undefined of its way is not known yet. */
  weakOf(where: Where): ReadonlySet<WeakAlgorithm> {
    return this.#weakIn(
      ({ section }) => section.destination === undefined && holds(section, where, true),
    )
  }

  /** The same of an answer of a destination. */
  weakOfDestination(destination: string | undefined): ReadonlySet<WeakAlgorithm> {
    return this.#weakIn(
      ({ section }) => destination !== undefined && section.destination === destination,
    )
  }

  #weakIn(may: (held: Held) => boolean): ReadonlySet<WeakAlgorithm> {
    return new Set(
      this.#held.filter(may).flatMap(({ policy }) => suiteNamed(policy.suite)?.weak ?? []),
    )
  }

  named(name: string): Policy | undefined {
    return this.all.find((policy) => policy.name === name)
  }

  /** Which messages one of its policies is for, for people to read. */
  conditionsOf(policy: Policy): string {
    const held = this.#held.find((one) => one.policy === policy)
    return held ? conditionsIn(held.section) : ''
  }

  /** Those of mailboxes that are none of the recipients, for people to read. */
  unheld(held: readonly Policy[]): readonly string[] {
    return this.#held.flatMap(({ section, policy }) =>
      section.mailbox === undefined || held.includes(policy) ? [] : [lineOf(section, policy)],
    )
  }

  /** The conditions of each policy, for people to read. */
  get lines(): readonly string[] {
    return this.#held.map(({ section, policy }) => lineOf(section, policy))
  }
}

const NONE: readonly Policy[] = []

function policyOf(section: Section, index: number): Policy {
  const {
    name = `policy-${index + 1}`,
    require,
    peers,
    signed,
    encrypted,
    replays,
    sends,
    suite,
  } = section
  return {
    name,
    require: typeof require === 'string' ? [require] : require,
    peers,
    signed,
    leavesBodyOut: leavesBodyOut(section),
    encrypted,
    replays,
    sends,
    suite,
  }
}

/** @param maybe  true where what is undefined may be anything. Default: it is nothing */
function holds(section: Section, where: Where, maybe = false): boolean {
  const { path, operation, route } = where
  return (
    isOf(section.transport, where.transport) &&
    ((maybe && path === undefined) || isOf(section.path, path)) &&
    isFor(section.mailbox, where.mailboxes) &&
    ((maybe && route === undefined) || isOf(section.route, route)) &&
    (section.operation === undefined ||
      (maybe && operation === undefined) ||
      isOperation(section.operation, operation))
  )
}

const isOf = (wanted: string | undefined, value: string | undefined) =>
  wanted === undefined || wanted === value

function isFor(wanted: string | undefined, mailboxes: readonly string[]): boolean {
  if (wanted === undefined) return true
  const mailbox = mailboxOf(wanted)
  return mailboxes.some((address) => mailboxOf(address) === mailbox)
}

/** @param wanted  as `{namespace}Name`, or `{namespace}*` for all in a namespace */
export function isOperation(wanted: string, name: string | undefined): boolean {
  if (name === undefined) return false
  return wanted.endsWith('}*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
}

const CONDITIONS = ['transport', 'path', 'mailbox', 'operation', 'route', 'destination'] as const

function conditionsIn(section: Section): string {
  const conditions = CONDITIONS.flatMap((key) => {
    const value = section[key]
    return value === undefined ? [] : [`${key} ${value}`]
  })
  return conditions.length === 0 ? 'every message' : conditions.join(', ')
}

function lineOf(
  section: Section,
  { name, require, peers, signed, encrypted, sends, suite }: Policy,
): string {
  const signs = require.some((level) => SIGNED.has(level)) && signed.length > 0
  return [
    `${name}  ${conditionsIn(section)}: ${require.join(' and ')}`,
    ...(peers ? [`by ${peers.join(', ')}`] : []),
    ...(signs ? [`${signed.join(', ')} signed`] : []),
    ...(encrypted.length > 0 ? [`${encrypted.join(', ')} encrypted`] : []),
    ...(sends ? [`sends by ${sends.form === 'wss' ? 'WS-Security' : 'SOAP-DSIG'}`] : []),
    ...(suite === undefined ? [] : [`by the algorithms of ${suite}`]),
  ].join('; ')
}
