/** A page of the journal: lines that are kept and looked at together, and what tells whether to look at them. */
import type { NodeEvent } from '../../message/events/events.js'
import { eachId, eachKeyHash, hashOf } from './ids.js'
import type { PageName } from './key.js'
import { LineWriter } from './lines.js'
import { causesOf, kindOf, kindText, peersOf, small, targetsOf } from './values.js'

/** Bytes of the lines of a page; the longest line is shorter. */
export const PAGE_BYTES = 64 * 1024
/** Lines of a page: who looks for one of them reads all that stand before it. */
const PAGE_LINES = 1_000

/** What is known of a page without its lines: of each kind of value those that occur, in any order. */
export interface PageIndex extends PageName {
  /** Milliseconds since 1970, of its oldest and its newest entry. */
  readonly first: number
  readonly last: number
  readonly entries: number
  /** Of its lines. */
  readonly bytes: number
  /** `hashOf` each id, and `hashOfKept` each business key; pages of before have none of keys. */
  readonly ids: Uint32Array
  /** `kindText` of each entry, one a line, in UTF-8; so are those below. */
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
  readonly #writer = new LineWriter()
  #first = Number.POSITIVE_INFINITY
  #last = 0
  readonly #ids: number[] = []
  /** Of business keys: many messages may have the same. */
  readonly #keys = new Set<number>()
  readonly #kinds = new Values()
  readonly #peers = new Values()
  readonly #targets = new Values()
  readonly #causes = new Values()

  constructor(name: string, node: string, opened: number) {
    this.name = name
    this.node = node
    this.opened = opened
  }

  get entries(): number {
    return this.#entries
  }

  /** @returns the event as it was taken down; undefined if there is no room for it, and none for any other then */
  add(event: NodeEvent, at: number): NodeEvent | undefined {
    const line = this.#writer.write(event, at)
    const room = this.#entries < PAGE_LINES ? PAGE_BYTES - this.#bytes : 0
    // No character has more than three bytes for each of its UTF-16 units.
    if (line.text.length * 3 > room && Buffer.byteLength(line.text) > room) return undefined
    this.#bytes += this.#lines.write(line.text, this.#bytes)
    this.#first = Math.min(this.#first, at)
    this.#last = Math.max(this.#last, at)
    eachId(line.event, this.#noteId)
    eachKeyHash(line.event, this.#noteKey)
    if (line.differs) this.#note(line.event)
    this.#entries += 1
    return line.event
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
      ids: Uint32Array.from([...this.#ids, ...this.#keys]),
      kinds: bytesOf(this.#kinds.text),
      peers: bytesOf(small(this.#peers.text)),
      places: bytesOf(small(this.#targets.text)),
      causes: bytesOf(small(this.#causes.text)),
      lines: this.#lines.subarray(0, this.#bytes),
    }
  }

  #note(event: NodeEvent): void {
    this.#kinds.add(kindText(kindOf(event)))
    for (const peer of peersOf(event)) this.#peers.add(peer)
    for (const target of targetsOf(event)) this.#targets.add(target)
    for (const cause of causesOf(event)) this.#causes.add(cause)
  }

  readonly #noteId = (id: string): void => {
    // With a sign, such a number takes no memory of its own.
    this.#ids.push(hashOf(id) | 0)
  }

  readonly #noteKey = (hash: number): void => {
    this.#keys.add(hash | 0)
  }
}

/** Values that differ from each other. */
class Values {
  readonly #all = new Set<string>()

  add(value: string | undefined): void {
    if (value) this.#all.add(value)
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
