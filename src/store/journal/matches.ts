/** Whether an entry is one of those that a query means, and whether a page can hold one. */
import type { NodeEvent } from '../../message/events/events.js'
import { idsFrom } from '../ids.js'
import { eachId, hashOf, hashOfKept } from './ids.js'
import type { JournalEntry, JournalQuery } from './journal.js'
import { type Hashing, NO_HASHING } from './keys/hashing.js'
import { type HashesOf, hasKey, type KeyMeant, keysMeant } from './keys/query.js'
import type { PageIndex } from './page.js'
import {
  causesOf,
  type Kind,
  keysOf,
  kindFrom,
  kindOf,
  peersOf,
  small,
  targetsOf,
} from './values.js'

/** A query that may mean any of several ids and keys; a thread can be notified of it. */
export interface Criteria extends Omit<JournalQuery, 'id' | 'key'> {
  readonly ids?: readonly string[] | undefined
  readonly keys?: readonly KeyMeant[] | undefined
}

/** @param hashesOf  by the secret of the journal that is searched. Default: none */
export function criteriaOf({ id, key, ...rest }: JournalQuery, hashesOf?: HashesOf): Criteria {
  return {
    ...rest,
    ids: id === undefined ? undefined : idsFrom(id),
    keys: key === undefined ? undefined : keysMeant(key, hashesOf),
  }
}

/** The criteria of a query, with the hashes that its key needs, if it has one. */
export async function criteriaWith(
  query: JournalQuery,
  hashing: Hashing = NO_HASHING,
): Promise<Criteria> {
  return criteriaOf(query, query.key === undefined ? undefined : await hashing())
}

export function matches(entry: JournalEntry, query: JournalQuery): boolean {
  return new Matching(criteriaOf(query)).entry(entry)
}

/** A query as it is asked of many pages and entries. */
export class Matching {
  readonly since: number
  readonly until: number
  readonly #criteria: Criteria
  readonly #ids: ReadonlySet<string> | undefined
  readonly #hashes: readonly number[] | undefined
  readonly #keyHashes: readonly number[] | undefined
  readonly #peer: Part | undefined
  readonly #to: Part | undefined
  readonly #cause: Part | undefined
  /** True if every entry is of a kind that is meant. */
  readonly #anyKind: boolean

  constructor(criteria: Criteria) {
    const { ids, keys, event, transport, operation, outcome } = criteria
    this.since = criteria.since ?? Number.NEGATIVE_INFINITY
    this.until = criteria.until ?? Number.POSITIVE_INFINITY
    this.#criteria = criteria
    this.#ids = ids && new Set(ids)
    this.#hashes = ids && [...new Set(ids.map(hashOf))]
    this.#keyHashes = keys?.flatMap(keptHashes)
    this.#peer = partOf(criteria.peer)
    this.#to = partOf(criteria.to)
    this.#cause = partOf(criteria.cause)
    this.#anyKind = [event, transport, operation, outcome].every((one) => one === undefined)
  }

  /** False if none of its entries matches; true if one may. */
  page(index: PageIndex): boolean {
    const { since, until } = this
    const { node } = this.#criteria
    return (
      index.last >= since &&
      index.first < until &&
      (node === undefined || index.node === node) &&
      (this.#hashes?.some((hash) => index.ids.includes(hash)) ?? true) &&
      (this.#keyHashes?.some((hash) => index.ids.includes(hash)) ?? true) &&
      holds(index.peers, this.#peer) &&
      holds(index.places, this.#to) &&
      holds(index.causes, this.#cause) &&
      (this.#anyKind ||
        bufferOf(index.kinds)
          .toString()
          .split('\n')
          .some((kind) => this.#isKind(kindFrom(kind))))
    )
  }

  entry({ at, node, event }: Omit<JournalEntry, 'key'>): boolean {
    return (
      at >= this.since &&
      at < this.until &&
      (this.#criteria.node === undefined || node === this.#criteria.node) &&
      (this.#anyKind || this.#isKind(kindOf(event))) &&
      (this.#ids === undefined || hasId(event, this.#ids)) &&
      (this.#criteria.keys === undefined || hasKey(keysOf(event), this.#criteria.keys)) &&
      some(peersOf(event), this.#peer) &&
      some(targetsOf(event), this.#to) &&
      some(causesOf(event), this.#cause)
    )
  }

  #isKind(kind: Kind): boolean {
    const { event, transport, outcome, operation } = this.#criteria
    return (
      (event === undefined || event.some((one) => one === kind.event)) &&
      (transport === undefined || kind.transport === transport) &&
      (outcome === undefined || outcome.includes(kind.outcome)) &&
      (operation === undefined || isNamed(kind.operation, operation))
    )
  }
}

function hasId(event: NodeEvent, ids: ReadonlySet<string>): boolean {
  let found = false
  eachId(event, (id) => {
    found ||= ids.has(id)
  })
  return found
}

function keptHashes({ value, hashes }: KeyMeant): readonly number[] {
  return [value, ...hashes].map(hashOfKept)
}

/** Part of a value, in small letters. */
interface Part {
  readonly text: string
  readonly bytes: Buffer
}

function partOf(text: string | undefined): Part | undefined {
  if (text === undefined) return undefined
  return { text: small(text), bytes: Buffer.from(small(text)) }
}

function some(values: readonly (string | undefined)[], part: Part | undefined): boolean {
  return part === undefined || values.some((value) => value && small(value).includes(part.text))
}

function holds(values: Uint8Array, part: Part | undefined): boolean {
  return part === undefined || bufferOf(values).includes(part.bytes)
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** @param name  in Clark notation, or its local part */
function isNamed(operation: string, name: string): boolean {
  return operation === name || operation.endsWith(`}${name}`)
}
