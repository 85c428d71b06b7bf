/** What a route asks of a message: traits that are found once, checked against patterns. */
import type { EnvelopeMessage } from '../../message/message.js'
import { isForNode } from '../../soap/actors.js'
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import type { Envelope } from '../../soap/envelope.js'
import { actorOf } from '../../soap/header-block.js'
import { type MessageKeys, NO_KEYS } from '../../store/journal/keys/business-keys.js'
import { clarkName, elementText, isNamed, trimXml } from '../../xml/tree.js'
import type { RouteFacts } from '../parts/onward.js'

/** In the order in which they are looked at; keys come last. */
const TRAITS = ['actor', 'address', 'operation', 'path', 'peer', 'transport'] as const

type Trait = (typeof TRAITS)[number]

/** What a message has; undefined where it has no such thing. */
export type Traits = { readonly [Key in Trait]: string | undefined } & {
  readonly keys: Pick<MessageKeys, 'valuesOf'>
}

/** What a route asks for; all of it must hold, so one without any holds for every message. */
export type Conditions = { readonly [Key in Trait]?: string | undefined } & {
  /** By the names of keys: one value of each is so, or begins so. */
  readonly key?: Readonly<Record<string, string>> | undefined
}

/** @param actors  URIs of the actors that the configuration gives this node */
export function traitsOf(
  envelope: Envelope,
  { origin }: EnvelopeMessage,
  { keys, peer }: RouteFacts,
  actors: ReadonlySet<string>,
): Traits {
  const [entry] = envelope.entries
  return {
    actor: otherActor(envelope, actors),
    address: addressOf(envelope, actors),
    operation: entry && clarkName(entry),
    path: origin.destination,
    peer,
    transport: origin.transport,
    keys,
  }
}

/** The actor of the first header block that is for an intermediary other than this node. */
function otherActor(
  { blocks, version }: Envelope,
  actors: ReadonlySet<string>,
): string | undefined {
  for (const block of blocks) {
    const actor = actorOf(block, version)
    if (actor === undefined || actor === version.none) continue
    if (!isForNode(actor, version, actors, false)) return actor
  }
  return undefined
}

/** The address of wsa:To, where the block is not for another actor; of two of them, none counts. */
function addressOf({ blocks, version }: Envelope, actors: ReadonlySet<string>): string | undefined {
  const found = blocks.filter((block) => {
    if (!isNamed(block, ADDRESSING_NAMESPACE, 'To')) return false
    const actor = actorOf(block, version)
    return isForNode(actor, version, actors, true)
  })
  const [to, ...more] = found
  return to && more.length === 0 ? trimXml(elementText(to)) : undefined
}

/** True if a message with these traits meets all conditions. */
export function areMet(conditions: Conditions, traits: Traits): boolean {
  return unmetTrait(conditions, traits) === undefined && unmetKey(conditions, traits) === undefined
}

/** The first trait that is not as wanted. */
function unmetTrait(conditions: Conditions, traits: Traits): Trait | undefined {
  return TRAITS.find((trait) => {
    const wanted = conditions[trait]
    return wanted !== undefined && !fits(trait, wanted, traits[trait])
  })
}

/** The first key of which no value is as wanted. */
function unmetKey({ key }: Conditions, { keys }: Traits): string | undefined {
  if (!key) return undefined
  return Object.keys(key).find((name) => {
    const wanted = key[name] ?? ''
    return !keys.valuesOf(name).some((value) => isSo(value, wanted))
  })
}

function fits(trait: Trait, wanted: string, value: string | undefined): boolean {
  if (value === undefined) return false
  return PATTERNS.has(trait) ? isSo(value, wanted) : value === wanted
}

/** Those whose condition may end in `*`; actors, paths and names are never patterns. */
const PATTERNS: ReadonlySet<Trait> = new Set(['address', 'operation'])

function isSo(value: string, wanted: string): boolean {
  return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted
}

/** True if every message that meets `other` meets `one`, too. */
export function covers(one: Conditions, other: Conditions): boolean {
  // A pattern is checked against another one as against a value: its `*` is a letter that no prefix has.
  const { key = {}, ...traits } = other
  const keys = { valuesOf: (name: string) => (Object.hasOwn(key, name) ? [key[name] ?? ''] : []) }
  return areMet(one, { ...NO_TRAITS, ...traits, keys })
}

const NO_TRAITS: Traits = {
  actor: undefined,
  address: undefined,
  operation: undefined,
  path: undefined,
  peer: undefined,
  transport: undefined,
  keys: NO_KEYS,
}

const NAMES: Readonly<Record<Trait, string>> = {
  actor: 'actor',
  address: 'wsa:To',
  operation: 'operation',
  path: 'path',
  peer: 'peer',
  transport: 'transport',
}

const ABSENT: Readonly<Record<Trait, string>> = {
  actor: 'no header block is for another actor',
  address: 'there is no wsa:To, or more than one',
  operation: 'the Body is empty',
  path: 'the message is for the node as a whole',
  peer: 'its transport has not proven who sends it',
  transport: 'it came over no transport',
}

/** Says for people what conditions ask for. */
export function describeConditions(conditions: Conditions): string {
  const described = TRAITS.flatMap((trait) => {
    const wanted = conditions[trait]
    return wanted === undefined ? [] : [`${NAMES[trait]} ${wanted}`]
  })
  const keys = Object.entries(conditions.key ?? {}).map(([name, value]) => `key ${name} ${value}`)
  return described.length + keys.length === 0 ? 'every message' : [...described, ...keys].join(', ')
}

/** Says for people why conditions do not hold; undefined if they do. Values of keys may be secret, and are not shown. */
export function describeUnmet(conditions: Conditions, traits: Traits): string | undefined {
  const trait = unmetTrait(conditions, traits)
  if (trait !== undefined) {
    const value = traits[trait]
    return value === undefined
      ? `${ABSENT[trait]}, and ${NAMES[trait]} ${conditions[trait]} is asked for`
      : `${NAMES[trait]} is ${value}, not ${conditions[trait]}`
  }
  const name = unmetKey(conditions, traits)
  if (name === undefined) return undefined
  const wanted = conditions.key?.[name]
  return traits.keys.valuesOf(name).length > 0
    ? `no value of the key ${name} is ${wanted}`
    : `the key ${name} is not in it, and ${wanted} is asked for`
}
