/** What other processes have added to the file since it was last looked at. */
import { numberOf } from '../../queue/sqlite/database.js'
import type { JournalEntry } from '../journal.js'
import { eachOf, entryOf } from '../lines.js'
import type { JournalStore } from './store.js'

/** Milliseconds for which a page may grow, however late it is written. */
const GROWING = 600_000

export class News {
  readonly #store: JournalStore
  readonly #own: string
  #version: number
  /** Entries of each page that were seen, by its row. */
  #seen: ReadonlyMap<number, number>

  /** @param own  what the names of the pages of this process begin with */
  constructor(store: JournalStore, own: string) {
    this.#store = store
    this.#own = own
    this.#version = this.#dataVersion()
    this.#seen = new Map(this.#growing().map(({ seq, entries }) => [seq, entries]))
  }

  look(): readonly JournalEntry[] {
    const version = this.#dataVersion()
    if (version === this.#version) return []
    this.#version = version
    const pages = this.#growing()
    const found = pages.flatMap((page) => {
      const seen = this.#seen.get(page.seq) ?? 0
      const lines = page.entries > seen ? this.#store.lines(page) : undefined
      const news: JournalEntry[] = []
      for (const told of lines ? eachOf(lines) : []) {
        if (told.place >= seen) news.push(entryOf(page, told))
      }
      return news
    })
    this.#seen = new Map(pages.map(({ seq, entries }) => [seq, entries]))
    return found.sort((one, other) => (one.key < other.key ? -1 : 1))
  }

  #growing() {
    return [...this.#store.indexes(Date.now() - GROWING, Number.MAX_SAFE_INTEGER)]
      .flat()
      .filter(({ name }) => !name.startsWith(this.#own))
  }

  #dataVersion(): number {
    return numberOf(this.#store.database, 'PRAGMA data_version')
  }
}
