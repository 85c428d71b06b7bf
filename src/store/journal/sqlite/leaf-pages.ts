/** Reads the rows of a SQLite file leaf by leaf and without its trees: what can still be read of one that is damaged. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** https://www.sqlite.org/fileformat2.html: kinds of pages of a tree that hold records. */
const TABLE_LEAF = 13
const INDEX_LEAF = 10
const INDEX_INTERIOR = 2
/** The head of the file is in its first page, before what the page is. */
const FILE_HEAD = 100
const MAGIC = 'SQLite format 3\0'

/** The log: a head, then frames of a head and a page. */
const LOG_HEAD = 32
const FRAME_HEAD = 24

export type Value = null | number | string | Uint8Array

/** A record, of which nothing but its head was looked at. */
export interface Cell {
  /** Of the row; undefined in an index. */
  readonly id: number | undefined
  /** What its values are, a letter each: n(ull), i(nteger), f(loat), b(lob), t(ext). */
  readonly shape: string
  readonly types: readonly number[]
  readonly page: number
  /** Where its bytes begin in the page, how many of them are its head, and how many there are. */
  readonly at: number
  readonly head: number
  readonly size: number
}

export class Leaves {
  readonly #file: number
  readonly #pageSize: number
  readonly #log: ReadonlyMap<number, Buffer>
  readonly #pages: number

  /** @param pageSize  that of the file, whose head may be damaged */
  constructor(file: string, pageSize: number) {
    this.#pageSize = pageSize
    // First: a page that is moved from there into the file meanwhile is the same or newer.
    this.#log = loggedPages(file, pageSize)
    this.#file = openSync(file, 'r')
    const whole = Math.ceil(fstatSync(this.#file).size / pageSize)
    this.#pages = [...this.#log.keys()].reduce((most, page) => Math.max(most, page), whole)
  }

  /** The records of all pages that are in use, in the order of the file. */
  *cells(): Generator<Cell> {
    const free = this.#free()
    for (let page = 1; page <= this.#pages; page += 1) {
      if (!free.has(page)) yield* this.#cellsOf(page)
    }
  }

  /** Its values, as far as they can be read: the last may be cut, and those behind it are missing. */
  values(cell: Cell): readonly Value[] {
    const bytes = this.#bytesOf(cell)
    const values: Value[] = []
    let at = cell.head
    for (const type of cell.types) {
      if (at > bytes.length) break
      values.push(valueIn(type, bytes.subarray(at, at + sizeOf(type))))
      at += sizeOf(type)
    }
    return values
  }

  /** True if none of its bytes is missing. */
  isWhole(cell: Cell): boolean {
    return this.#bytesOf(cell).length === cell.size
  }

  /** False if it cannot be told what is in use: then there may be more. */
  get hasHead(): boolean {
    return this.#page(1).toString('latin1', 0, MAGIC.length) === MAGIC
  }

  close(): void {
    closeSync(this.#file)
  }

  #page(page: number): Buffer {
    const logged = this.#log.get(page)
    if (logged) return logged
    const bytes = Buffer.alloc(this.#pageSize)
    readSync(this.#file, bytes, 0, bytes.length, (page - 1) * bytes.length)
    return bytes
  }

  *#cellsOf(page: number): Generator<Cell> {
    const bytes = this.#page(page)
    const start = page === 1 ? FILE_HEAD : 0
    const kind = bytes[start]
    if (kind !== TABLE_LEAF && kind !== INDEX_LEAF && kind !== INDEX_INTERIOR) return
    const pointers = start + (kind === INDEX_INTERIOR ? 12 : 8)
    const end = pointers + 2 * bytes.readUInt16BE(start + 3)
    for (let at = pointers; at < end && end <= bytes.length; at += 2) {
      const offset = bytes.readUInt16BE(at) + (kind === INDEX_INTERIOR ? 4 : 0)
      const cell = offset < end ? undefined : cellAt(bytes, offset, page, kind === TABLE_LEAF)
      // A size that is damaged may be any: no chain is longer than the file.
      if (cell && cell.size <= this.#pages * this.#pageSize) yield cell
    }
  }

  /** Goes from page to page while there are more: what does not fit into one has a chain of them. */
  #bytesOf({ page, at, size }: Cell): Buffer {
    const first = this.#page(page)
    const local = localOf(size, this.#pageSize)
    const pieces = [first.subarray(at, at + local)]
    let next = size > local ? first.readUInt32BE(at + local) : 0
    for (let left = size - local; left > 0 && next > 1 && next <= this.#pages; ) {
      const more = this.#page(next)
      pieces.push(more.subarray(4, 4 + left))
      left -= this.#pageSize - 4
      next = more.readUInt32BE(0)
    }
    return Buffer.concat(pieces)
  }

  /** Pages that hold nothing any more. */
  #free(): ReadonlySet<number> {
    const free = new Set<number>()
    if (!this.hasHead) return free
    for (let trunk = this.#page(1).readUInt32BE(32); trunk > 1 && trunk <= this.#pages; ) {
      if (free.has(trunk)) break
      free.add(trunk)
      const bytes = this.#page(trunk)
      const end = Math.min(8 + 4 * bytes.readUInt32BE(4), bytes.length)
      for (let at = 8; at < end; at += 4) free.add(bytes.readUInt32BE(at))
      trunk = bytes.readUInt32BE(0)
    }
    return free
  }
}

/** What was committed to the log of a file, the newest of each page. */
function loggedPages(file: string, pageSize: number): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>()
  if (!existsSync(`${file}-wal`)) return committed
  const log = readFileSync(`${file}-wal`)
  let written = new Map<number, Buffer>()
  const frame = FRAME_HEAD + pageSize
  for (let at = LOG_HEAD; at + frame <= log.length; at += frame) {
    // Frames of an earlier use of the log stand behind those of the last, with other salts.
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break
    written.set(log.readUInt32BE(at), log.subarray(at + FRAME_HEAD, at + frame))
    if (log.readUInt32BE(at + 4) === 0) continue
    for (const [page, bytes] of written) committed.set(page, bytes)
    written = new Map()
  }
  return committed
}

/** @returns undefined for bytes that are no record */
function cellAt(page: Buffer, offset: number, number: number, isRow: boolean): Cell | undefined {
  const [size, afterSize] = varint(page, offset)
  const [id, at] = isRow ? varint(page, afterSize) : [undefined, afterSize]
  const [head, first] = varint(page, at)
  if (at + Math.min(head, localOf(size, page.length)) > page.length || head > size) return undefined
  const types: number[] = []
  for (let next = first; next < at + head; ) {
    const [type, after] = varint(page, next)
    types.push(type)
    next = after
  }
  const sum = types.reduce((total, type) => total + sizeOf(type), head)
  if (sum !== size) return undefined
  return { id, shape: types.map(letterOf).join(''), types, page: number, at, head, size }
}

/** How many bytes of a record stand in its own page. */
function localOf(size: number, pageSize: number): number {
  const most = pageSize - 35
  if (size <= most) return size
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (pageSize - 4))
  return fitting <= most ? fitting : least
}

/** A number of one to nine bytes, and where it ends. */
function varint(bytes: Buffer, from: number): readonly [number, number] {
  let value = 0
  for (let at = from; at < from + 8; at += 1) {
    const byte = bytes[at] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + 1]
  }
  return [value * 256 + (bytes[from + 8] ?? 0), from + 9]
}

/** Bytes of the values of the types below 12. */
const SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0] as const

function sizeOf(type: number): number {
  return SIZES[type] ?? Math.floor((type - 12) / 2)
}

function letterOf(type: number): string {
  if (type >= 12) return type % 2 === 0 ? 'b' : 't'
  if (type === 0) return 'n'
  return type === 7 ? 'f' : 'i'
}

function valueIn(type: number, bytes: Buffer): Value {
  if (type >= 12) return type % 2 === 0 ? bytes : bytes.toString()
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  if (bytes.length < sizeOf(type)) return null
  if (type === 6) return Number(bytes.readBigInt64BE())
  return type === 7 ? bytes.readDoubleBE() : bytes.readIntBE(0, bytes.length)
}
