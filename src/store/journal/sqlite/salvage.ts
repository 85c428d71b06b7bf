/** Takes over what can still be read of a damaged file: pages by their lines, from which all else of them follows. */
import { isUtf8 } from 'node:buffer'
import type { NodeEvent } from '../../../message/events/events.js'
import type { Captured } from '../journal.js'
import { DamagedContent, eachOf, entryOf } from '../lines.js'
import { OpenPage, type Page } from '../page.js'
import { PAGE as FILE_PAGE } from './database.js'
import { type Cell, Leaves, type Value } from './leaf-pages.js'
import type { JournalStore } from './store.js'

/** What of a file could be read, and what not. */
export interface Lost {
  /** Entries that were taken over. */
  readonly taken: number
  readonly entries: number
  /** Milliseconds since 1970: the entries that are lost ended in between; undefined where that is lost, too. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly envelopes: number
  /** True if the disk has no room for all that could be read: it is in the damaged file only. */
  readonly cramped: boolean
}

/** What is known of a page beside its lines. */
interface PageRecord {
  readonly first: number
  readonly last: number
  readonly entries: number
  /** Undefined if it is known from an index only. */
  readonly name?: string
  readonly node?: string
}

/** By the values of their rows: `page`, `lines` and `envelope`, and the indexes by time of the first and the last. */
const SHAPES = {
  page: /^nttiiiibbbbb$/,
  lines: /^nb$/,
  envelope: /^ntittb$/,
  pageByTime: /^iiii$/,
  envelopeByTime: /^ii$/,
} as const

/** Pages and envelopes that are written at once. */
const AT_ONCE = 16
/** Bytes that a page needs in a file, with its index. */
const ROOM = 80 * 1024

/**
 * @param room  bytes that may still be written, asked before each portion
 */
export function takeOver(file: string, store: JournalStore, room: () => number): Lost {
  const leaves = new Leaves(file, FILE_PAGE)
  try {
    return new Salvage(leaves, store, room).run()
  } finally {
    leaves.close()
  }
}

class Salvage {
  readonly #leaves: Leaves
  readonly #store: JournalStore
  readonly #room: () => number
  readonly #records = new Map<number, PageRecord>()
  readonly #lines = new Map<number, Cell>()
  /** As the index has it; what it does not have can be read or is not known of. */
  #envelopes = 0
  #lost = 0
  #from = Number.POSITIVE_INFINITY
  #to = 0
  #cramped = false

  constructor(leaves: Leaves, store: JournalStore, room: () => number) {
    this.#leaves = leaves
    this.#store = store
    this.#room = room
  }

  run(): Lost {
    for (const cell of this.#leaves.cells()) this.#note(cell)
    let taken = 0
    this.#write(this.#pages(), (pages) => {
      this.#store.write(pages, [])
      for (const { entries } of pages) taken += entries
    })
    // What had no room for pages has none for envelopes.
    let envelopes = 0
    this.#write(this.#kept(), (kept) => {
      this.#store.write([], kept)
      envelopes += kept.length
    })
    return {
      taken,
      entries: this.#lost,
      from: this.#to === 0 ? undefined : this.#from,
      to: this.#to === 0 ? undefined : this.#to,
      envelopes: this.#cramped ? 0 : Math.max(this.#envelopes - envelopes, 0),
      cramped: this.#cramped,
    }
  }

  #note(cell: Cell): void {
    const { id, shape } = cell
    if (id !== undefined && SHAPES.lines.test(shape)) {
      // Where the head of the file is damaged, what was written before may be found as well.
      if (cell.size >= (this.#lines.get(id)?.size ?? 0)) this.#lines.set(id, cell)
    } else if (id !== undefined && SHAPES.page.test(shape)) {
      const [, name, node, first, last, entries] = this.#leaves.values(cell)
      this.#know(id, { ...numbers(first, last, entries), name: text(name), node: text(node) })
    } else if (id === undefined && SHAPES.pageByTime.test(shape)) {
      const [last, first, entries, row] = this.#leaves.values(cell)
      this.#know(Number(row), numbers(first, last, entries))
    } else if (id === undefined && SHAPES.envelopeByTime.test(shape)) this.#envelopes += 1
  }

  #know(row: number, record: PageRecord): void {
    const before = this.#records.get(row)
    const newest = before && before.entries > record.entries ? before : record
    this.#records.set(row, { ...before, ...record, ...newest })
  }

  /** In the order in which they were begun; the newest, if there is no room for all. */
  *#pages(): Generator<Page> {
    // Without the head of the file, an index may describe what was removed long ago.
    const indexed = this.#leaves.hasHead ? this.#records.keys() : []
    const rows = [...new Set([...indexed, ...this.#lines.keys()])].sort((one, other) => one - other)
    const most = Math.max(Math.floor(this.#room() / ROOM), 0)
    this.#cramped = rows.length > most
    let node = [...this.#records.values()].find((one) => one.node !== undefined)?.node
    for (const row of rows.slice(Math.max(rows.length - most, 0))) {
      const indexed = this.#records.get(row)
      node = indexed?.node ?? node
      const name = indexed?.name ?? `salvaged.${row.toString(36).padStart(5, '0')}`
      const page = this.#page(row, { name, node: node ?? '' }, indexed)
      if (page.entries > 0) yield page.content
    }
  }

  /** Of what its lines tell, up to the first that cannot be read. */
  #page(
    row: number,
    of: Required<Pick<PageRecord, 'name' | 'node'>>,
    record: PageRecord | undefined,
  ) {
    const page = new OpenPage(of.name, of.node, record?.first ?? 0)
    const cell = this.#lines.get(row)
    const lines = cell && this.#leaves.values(cell)[1]
    let last = record?.first
    for (const { at, event } of entriesIn(lines, of)) {
      page.add(event, at)
      last = at
    }
    const isCut = cell !== undefined && record === undefined && !this.#leaves.isWhole(cell)
    const missing = Math.max((record?.entries ?? 0) - page.entries, isCut ? 1 : 0)
    if (missing > 0) {
      this.#lost += missing
      this.#from = Math.min(this.#from, last ?? this.#from)
      this.#to = Math.max(this.#to, record?.last ?? last ?? 0)
    }
    return page
  }

  *#kept(): Generator<Captured> {
    for (const cell of this.#leaves.cells()) {
      if (cell.id === undefined || !SHAPES.envelope.test(cell.shape)) continue
      const [, exchange, at, node, direction, bytes] = this.#leaves.values(cell)
      if (!(bytes instanceof Uint8Array) || !isUtf8(bytes) || !this.#leaves.isWhole(cell)) continue
      if (direction !== 'received' && direction !== 'answered' && direction !== 'sent') continue
      const envelope = Buffer.from(bytes).toString()
      yield { exchange: text(exchange), at: Number(at), node: text(node), direction, envelope }
    }
  }

  #write<Item>(items: Iterable<Item>, write: (portion: readonly Item[]) => void): void {
    let portion: Item[] = []
    for (const item of items) {
      portion.push(item)
      if (portion.length < AT_ONCE) continue
      if (!this.#mayWrite()) return
      write(portion)
      portion = []
    }
    if (portion.length > 0 && this.#mayWrite()) write(portion)
  }

  #mayWrite(): boolean {
    this.#cramped ||= this.#room() <= 0
    return !this.#cramped
  }
}

interface Entry {
  readonly at: number
  readonly event: NodeEvent
}

function* entriesIn(
  lines: Value | undefined,
  page: Required<Pick<PageRecord, 'name' | 'node'>>,
): Generator<Entry> {
  if (!(lines instanceof Uint8Array)) return
  try {
    for (const line of eachOf(lines)) yield entryOf(page, line)
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error
  }
}

function numbers(first: Value | undefined, last: Value | undefined, entries: Value | undefined) {
  return { first: Number(first), last: Number(last), entries: Number(entries) }
}

function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}
