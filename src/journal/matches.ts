/** Whether an entry is one of those that a query means, and whether a page can hold one. */
import type { NodeEvent } from '../observer/events.js'
import { idsFrom } from '../queue/finding.js'
import { eachId, hashOf } from './ids.js'
import type { JournalEntry, JournalQuery } from './journal.js'
import type { PageIndex } from './page.js'
import { causesOf, type Kind, kindFrom, kindOf, peersOf, placesOf } from './values.js'

/** A query that may mean any of several ids; a thread can be told of it. */
export interface Asked extends Omit<JournalQuery, 'id'> {
  readonly ids?: readonly string[] | undefined
}

export function askedBy({ id, ...rest }: JournalQuery): Asked {
  return { ...rest, ids: id === undefined ? undefined : idsFrom(id) }
}

export function matches(entry: JournalEntry, query: JournalQuery): boolean {
  return new Matching(askedBy(query)).entry(entry)
}

/** A query as it is asked of many pages and entries. */
export class Matching {
  readonly since: number
  readonly until: number
  readonly #asked: Asked
  readonly #ids: ReadonlySet<string> | undefined
  readonly #hashes: readonly number[] | undefined
  readonly #peer: string | undefined
  readonly #to: string | undefined
  readonly #cause: string | undefined

  constructor(asked: Asked) {
    const { ids, peer, to, cause } = asked
    this.since = asked.since ?? Number.NEGATIVE_INFINITY
    this.until = asked.until ?? Number.POSITIVE_INFINITY
    this.#asked = asked
    this.#ids = ids && new Set(ids)
    this.#hashes = ids && [...new Set(ids.map(hashOf))]
    this.#peer = peer?.toLowerCase()
    this.#to = to?.toLowerCase()
    this.#cause = cause?.toLowerCase()
  }

  /** False if none of its entries matches; true if one may. */
  page(index: PageIndex): boolean {
    const { since, until } = this
    const { node } = this.#asked
    return (
      index.last >= since &&
      index.first < until &&
      (node === undefined || index.node === node) &&
      (this.#hashes?.some((hash) => index.ids.includes(hash)) ?? true) &&
      (this.#peer === undefined || index.peers.includes(this.#peer)) &&
      (this.#to === undefined || index.places.includes(this.#to)) &&
      (this.#cause === undefined || index.causes.includes(this.#cause)) &&
      index.kinds.split('\n').some((kind) => this.#isKind(kindFrom(kind)))
    )
  }

  entry({ at, node, event }: JournalEntry): boolean {
    return (
      at >= this.since &&
      at < this.until &&
      (this.#asked.node === undefined || node === this.#asked.node) &&
      this.#isKind(kindFrom(kindOf(event))) &&
      (this.#ids === undefined || hasId(event, this.#ids)) &&
      some(peersOf(event), this.#peer) &&
      some(placesOf(event), this.#to) &&
      some(causesOf(event), this.#cause)
    )
  }

  #isKind(kind: Kind): boolean {
    const { event, transport, outcome, operation } = this.#asked
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

function some(values: readonly (string | undefined)[], part: string | undefined): boolean {
  return part === undefined || values.some((value) => value?.toLowerCase().includes(part))
}

/** @param name  in Clark notation, or its local part */
function isNamed(operation: string, name: string): boolean {
  return operation === name || operation.endsWith(`}${name}`)
}
