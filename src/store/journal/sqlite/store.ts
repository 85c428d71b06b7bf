/** The pages and the envelopes in the file: written in one transaction, read in portions. */
import { isUtf8 } from 'node:buffer'
import { type Database, numberOf } from '../../sqlite/database.js'
import type { Captured, JournalStats } from '../journal.js'
import type { PageName } from '../key.js'
import { DamagedContent } from '../lines.js'
import type { Page, PageIndex } from '../page.js'
import type { Pages } from '../pages.js'

type Statement = ReturnType<Database['prepare']>

/** Rows of pages that are read at once: a few milliseconds. */
const PORTION = 200

/** Pages that may be written again, at most. */
const GROWING = 128

export interface StoredPage extends PageIndex {
  readonly seq: number
}

/** SQLite knows no infinite times. */
const FOR_EVER = Number.MAX_SAFE_INTEGER

export class JournalStore implements Pages {
  readonly database: Database
  readonly #statements = new Map<string, Statement>()
  /** Rows of the pages that may grow. */
  #rows = new Map<string, number>()

  constructor(database: Database) {
    this.database = database
  }

  /** The statement of a text, prepared once. */
  sql(text: string): Statement {
    const statement = this.#statements.get(text) ?? this.database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  /**
   * @param pages  each in place of what there is of it
   * @throws Error of SQLite; then nothing was written
   */
  write(pages: Iterable<Page>, envelopes: readonly Captured[]): void {
    const rows = new Map(this.#rows)
    this.transaction(() => {
      for (const page of pages) rows.set(page.name, this.#put(page, rows.get(page.name)))
      for (const { exchange, at, node, direction, envelope } of envelopes) {
        this.sql(
          'INSERT INTO envelope (exchange, at, node, direction, envelope) VALUES (?, ?, ?, ?, ?)',
        ).run(exchange, at, node, direction, Buffer.from(envelope))
      }
    })
    // Those that came first grow no more.
    this.#rows = new Map([...rows].slice(-GROWING))
  }

  transaction(work: () => void): void {
    this.sql('BEGIN IMMEDIATE').run()
    try {
      work()
      this.sql('COMMIT').run()
    } catch (error) {
      if (this.database.isTransaction) this.sql('ROLLBACK').run()
      throw error
    }
  }

  #put(page: Page, row: number | undefined): number {
    const { name, node, first, last, entries, bytes, kinds, ids, peers, places, causes } = page
    const { seq } =
      this.sql(
        `INSERT INTO page (seq, name, node, first, last, entries, bytes, kinds, ids, peers, places, causes)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (seq) DO UPDATE SET first = excluded.first, last = excluded.last,
           entries = excluded.entries, bytes = excluded.bytes, kinds = excluded.kinds,
           ids = excluded.ids, peers = excluded.peers, places = excluded.places,
           causes = excluded.causes
         RETURNING seq`,
      ).get(
        row ?? null,
        name,
        node,
        first,
        last,
        entries,
        bytes,
        kinds,
        new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength),
        peers,
        places,
        causes,
      ) ?? {}
    this.sql('INSERT OR REPLACE INTO lines (page, lines) VALUES (?, ?)').run(seq, page.lines)
    return Number(seq)
  }

  *indexes(oldest: number, newest: number): Generator<readonly StoredPage[]> {
    let end = { last: FOR_EVER, first: 0, entries: 0, seq: 0 }
    for (;;) {
      const portion: StoredPage[] = this.sql(
        `SELECT * FROM page WHERE (last, first, entries, seq) < (?, ?, ?, ?) AND last >= ?
         AND first <= ? ORDER BY last DESC, first DESC, entries DESC, seq DESC LIMIT ${PORTION}`,
      )
        .all(
          end.last,
          end.first,
          end.entries,
          end.seq,
          Math.max(oldest, 0),
          Math.min(newest, FOR_EVER),
        )
        .map((row) => ({ ...row, ids: wordsOf(row.ids) }))
      if (portion.length > 0) yield portion
      if (portion.length < PORTION) return
      end = portion.at(-1) ?? end
    }
  }

  lines({ seq }: StoredPage): Uint8Array | undefined {
    return this.sql('SELECT lines FROM lines WHERE page = ?').get(seq)?.lines
  }

  /** How many entries each page has that is not older, by its row. */
  sizes(since: number): ReadonlyMap<number, number> {
    const rows = this.sql('SELECT seq, entries FROM page WHERE last >= ?').all(since)
    return new Map(rows.map(({ seq, entries }) => [seq, entries]))
  }

  /** One of a row; undefined if it is not kept any more. */
  page(row: number): (PageName & Pick<Page, 'lines'>) | undefined {
    return this.sql(
      'SELECT name, node, lines FROM page JOIN lines ON lines.page = page.seq WHERE seq = ?',
    ).get(row)
  }

  /** @throws DamagedContent for one that is not what was written */
  envelopes(exchange: string): readonly Captured[] {
    return this.sql('SELECT * FROM envelope WHERE exchange = ? ORDER BY seq LIMIT 100')
      .all(exchange)
      .map(({ at, node, direction, envelope }) => ({
        exchange,
        at,
        node,
        direction,
        envelope: unpackedText(envelope),
      }))
  }

  stats(): Omit<JournalStats, 'lost'> {
    const counted = this.sql('SELECT sum(entries) AS entries, min(first) AS oldest FROM page').get()
    const { entries, oldest } = counted ?? {}
    return { entries: Number(entries ?? 0), bytes: this.bytes, oldest: oldest ?? undefined }
  }

  /** Bytes of the file that are in use. */
  get bytes(): number {
    const pages = numberOf(this.database, 'PRAGMA page_count')
    const free = numberOf(this.database, 'PRAGMA freelist_count')
    return (pages - free) * numberOf(this.database, 'PRAGMA page_size')
  }
}

function unpackedText(envelope: Uint8Array): string {
  if (!isUtf8(envelope)) throw new DamagedContent('an envelope is no text')
  return Buffer.from(envelope).toString()
}

/** Numbers of 32 bits, as they were stored. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  return bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    : new Uint32Array(new Uint8Array(bytes).buffer)
}
