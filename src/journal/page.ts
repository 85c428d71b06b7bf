/** A page of the journal: lines that are kept and looked at together, and what tells whether to look at them. */
import type { NodeEvent } from '../observer/events.js'
import { eachId, hashOf } from './ids.js'
import { type Kept, lineOf, type PageName } from './line.js'
import { causesOf, kindOf, peersOf, placesOf, small } from './values.js'

/** Bytes of the lines of a page; the longest line is shorter. */
export const PAGE_BYTES = 64 * 1024

/** What is known of a page without its lines: of each kind of value those that occur, in any order. */
export interface PageIndex extends PageName {
  /** Milliseconds since 1970, of its oldest and its newest entry. */
  readonly first: number
  readonly last: number
  readonly entries: number
  /** Of its lines. */
  readonly bytes: number
  /** `hashOf` each id. */
  readonly ids: Uint32Array
  /** `kindOf` each entry, one a line, in UTF-8; so are those below. */
  readonly kinds: Uint8Array
  /** In small letters, one a line. */
  readonly peers: Uint8Array
  readonly places: Uint8Array
  readonly causes: Uint8Array
}

export interface Page extends PageIndex {
  /** Each ends with a line feed. */
  readonly lines: Uint8Array
}

/** A page that is being filled. */
export class OpenPage implements PageName {
  readonly name: string
  readonly node: string
  /** Milliseconds since 1970. */
  readonly opened: number
  readonly #lines = Buffer.allocUnsafeSlow(PAGE_BYTES)
  #bytes = 0
  #entries = 0
  #first = Number.POSITIVE_INFINITY
  #last = 0
  readonly #ids: number[] = []
  readonly #kinds = new Values()
  readonly #peers = new Values()
  readonly #places = new Values()
  readonly #causes = new Values()

  constructor(name: string, node: string, opened: number) {
    this.name = name
    this.node = node
    this.opened = opened
  }

  get entries(): number {
    return this.#entries
  }

  /** @returns false if there is no room for it */
  add({ event, json }: Kept, at: number): boolean {
    const line = lineOf(at, json)
    const room = PAGE_BYTES - this.#bytes
    // No character has more than three bytes for each of its UTF-16 units.
    if (line.length * 3 > room && Buffer.byteLength(line) > room) return false
    this.#bytes += this.#lines.write(line, this.#bytes)
    this.#first = Math.min(this.#first, at)
    this.#last = Math.max(this.#last, at)
    this.#note(event)
    this.#entries += 1
    return true
  }

  /** What it holds now; `lines` are those of this page, and no copy. */
  get content(): Page {
    return {
      name: this.name,
      node: this.node,
      first: this.#first,
      last: this.#last,
      entries: this.#entries,
      bytes: this.#bytes,
      ids: Uint32Array.from(this.#ids),
      kinds: bytesOf(this.#kinds.text),
      peers: bytesOf(small(this.#peers.text)),
      places: bytesOf(small(this.#places.text)),
      causes: bytesOf(small(this.#causes.text)),
      lines: this.#lines.subarray(0, this.#bytes),
    }
  }

  #note(event: NodeEvent): void {
    eachId(event, this.#noteId)
    this.#kinds.add(kindOf(event))
    for (const peer of peersOf(event)) this.#peers.add(peer)
    for (const place of placesOf(event)) this.#places.add(place)
    for (const cause of causesOf(event)) this.#causes.add(cause)
  }

  readonly #noteId = (id: string): void => {
    // With a sign, such a number takes no memory of its own.
    this.#ids.push(hashOf(id) | 0)
  }
}

/** Values that differ from each other. */
class Values {
  readonly #all = new Set<string>()
  /** Most values are the same as the one before. */
  #last: string | undefined

  add(value: string | undefined): void {
    if (!value || value === this.#last) return
    this.#last = value
    this.#all.add(value)
  }

  /** One a line. */
  get text(): string {
    return [...this.#all].join('\n')
  }
}

/** Of its own: what is handed to a thread takes the whole of a shared buffer along. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
