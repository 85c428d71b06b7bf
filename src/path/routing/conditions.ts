/** What a route asks of a message: traits that are read off the envelope once, checked against patterns. */
import type { EnvelopeMessage } from '../../message/message.js'
import { isForNode } from '../../soap/actors.js'
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import type { Envelope } from '../../soap/envelope.js'
import { actorOf } from '../../soap/header-block.js'
import { clarkName, elementText, isNamed, trimXml } from '../../xml/tree.js'

/** In the order in which they are looked at. */
const TRAITS = ['actor', 'address', 'operation', 'path'] as const

type Trait = (typeof TRAITS)[number]

/** What a message has; undefined where it has no such thing. */
export type Traits = { readonly [Key in Trait]: string | undefined }

/** What a route asks for; all of it must hold, so one without any holds for every message. */
export type Conditions = { readonly [Key in Trait]?: string | undefined }

/** @param actors  URIs of the actors that the configuration gives this node */
export function traitsOf(
  envelope: Envelope,
  { origin }: EnvelopeMessage,
  actors: ReadonlySet<string>,
): Traits {
  const [entry] = envelope.entries
  return {
    actor: otherActor(envelope, actors),
    address: addressOf(envelope, actors),
    operation: entry && clarkName(entry),
    path: origin.destination,
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

/** The first condition that does not hold; undefined if all do. */
export function unmet(conditions: Conditions, traits: Traits): Trait | undefined {
  return TRAITS.find((trait) => {
    const wanted = conditions[trait]
    return wanted !== undefined && !fits(trait, wanted, traits[trait])
  })
}

function fits(trait: Trait, wanted: string, value: string | undefined): boolean {
  if (value === undefined) return false
  return isOpen(trait, wanted) ? value.startsWith(wanted.slice(0, -1)) : value === wanted
}

/** True for a pattern that ends in `*`; actors and paths are never patterns. */
function isOpen(trait: Trait, wanted: string): boolean {
  return (trait === 'address' || trait === 'operation') && wanted.endsWith('*')
}

/** True if every message that meets `other` meets `one`, too. */
export function covers(one: Conditions, other: Conditions): boolean {
  // A pattern is checked against another one as against a value: its `*` is a letter that no prefix has.
  return unmet(one, { ...NO_TRAITS, ...other }) === undefined
}

const NO_TRAITS: Traits = {
  actor: undefined,
  address: undefined,
  operation: undefined,
  path: undefined,
}

const NAMES: Readonly<Record<Trait, string>> = {
  actor: 'actor',
  address: 'wsa:To',
  operation: 'operation',
  path: 'path',
}

const ABSENT: Readonly<Record<Trait, string>> = {
  actor: 'no header block is for another actor',
  address: 'there is no wsa:To, or more than one',
  operation: 'the Body is empty',
  path: 'the message is for the node as a whole',
}

/** Says for people what conditions ask for. */
export function describeConditions(conditions: Conditions): string {
  const described = TRAITS.flatMap((trait) => {
    const wanted = conditions[trait]
    return wanted === undefined ? [] : [`${NAMES[trait]} ${wanted}`]
  })
  return described.length === 0 ? 'every message' : described.join(', ')
}

/** Says for people why a condition does not hold. */
export function describeUnmet(trait: Trait, conditions: Conditions, traits: Traits): string {
  const value = traits[trait]
  if (value === undefined)
    return `${ABSENT[trait]}, and ${NAMES[trait]} ${conditions[trait]} is asked for`
  return `${NAMES[trait]} is ${value}, not ${conditions[trait]}`
}
