/** What other processes have added to the file since it was last looked at. */
import { wallTime } from '../../../base/time.js'
import { numberOf } from '../../sqlite/database.js'
import type { JournalEntry } from '../journal.js'
import { eachOf, entryOf } from '../lines.js'
import type { JournalStore } from './store.js'

/** Milliseconds for which a page may grow, however late it is written. */
const GROWING = 600_000

export class News {
  readonly store: JournalStore
  readonly #own: string
  /** Undefined if nothing of it was looked at. */
  #version: number | undefined
  /** Entries of each page that were seen, by its row. */
  #seen: ReadonlyMap<number, number> = new Map()

  /**
   * @param own  what the names of the pages of this process begin with
   * @param all  true if what is in it already is new as well
   */
  constructor(store: JournalStore, own: string, all: boolean) {
    this.store = store
    this.#own = own
    if (all) return
    this.#version = this.#dataVersion()
    this.#seen = this.#growing()
  }

  look(): readonly JournalEntry[] {
    const version = this.#dataVersion()
    if (version === this.#version) return []
    this.#version = version
    const growing = this.#growing()
    const found: JournalEntry[] = []
    for (const [row, entries] of growing) {
      const seen = this.#seen.get(row) ?? 0
      if (entries > seen) found.push(...this.#entries(row, seen, entries))
    }
    this.#seen = growing
    return found.sort((one, other) => (one.key < other.key ? -1 : 1))
  }

  /** From one of them on up to another: the page may have grown meanwhile. */
  *#entries(row: number, from: number, end: number): Generator<JournalEntry> {
    const page = this.store.page(row)
    if (!page || page.name.startsWith(this.#own)) return
    for (const line of eachOf(page.lines)) {
      if (line.index >= from && line.index < end) yield entryOf(page, line)
    }
  }

  #growing(): ReadonlyMap<number, number> {
    return this.store.sizes(wallTime() - GROWING)
  }

  #dataVersion(): number {
    return numberOf(this.store.database, 'PRAGMA data_version')
  }
}
