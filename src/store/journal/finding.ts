/** Gathers the newest entries that match from pages that are looked at one by one, newest first. */

import type { JournalEntry, JournalPage } from './journal.js'
import { keyFrom, keyOf, timeIn } from './key.js'
import { eachOf, entryOf } from './lines.js'
import type { Asked } from './matches.js'
import { Matching } from './matches.js'
import type { Page, PageIndex } from './page.js'

/** Entries that one search looks through; the next one goes on behind them. */
const MOST_ENTRIES = 150_000

export class Finding {
  readonly #matching: Matching
  readonly #limit: number
  readonly #after: string
  #found: JournalEntry[] = []
  #entries = 0

  /**
   * @param limit  entries
   * @param after  those that sort before this key only
   */
  constructor(asked: Asked, limit: number, after: string | undefined) {
    this.#matching = new Matching(asked)
    this.#limit = limit
    this.#after = after ?? keyFrom(LATEST)
  }

  /** Pages that begin later hold nothing; nor do those that ended before `oldest`. */
  get newest(): number {
    return Math.min(timeIn(this.#after), this.#matching.until)
  }

  get oldest(): number {
    return this.#matching.since
  }

  /** True if the lines of a page are to be looked at. */
  wants(index: PageIndex): boolean {
    return index.first <= this.newest && this.#matching.page(index)
  }

  take(page: PageIndex, lines: Page['lines']): void {
    this.#entries += page.entries
    for (const told of eachOf(lines)) {
      if (!this.#matching.entry({ ...told, node: page.node })) continue
      if (keyOf(page, told.at, told.place) < this.#after) this.#found.push(entryOf(page, told))
    }
    this.#found.sort((one, other) => (one.key < other.key ? 1 : -1))
    this.#found.length = Math.min(this.#found.length, this.#limit + 1)
  }

  /**
   * What was found, if nothing newer can come, or enough was looked through.
   *
   * @param last  when the newest entry of the pages was made that were not looked at
   */
  result(last: number): JournalPage | undefined {
    const entries = this.#found.slice(0, this.#limit)
    const oldest = entries.at(-1)
    if (entries.length === this.#limit && oldest && oldest.at > last) {
      return { entries, next: oldest.key }
    }
    if (this.#entries < MOST_ENTRIES) return undefined
    // What is not newer than those pages comes with them.
    const next = keyFrom(last + 1)
    return { entries: entries.filter(({ key }) => key >= next), next }
  }

  /** What was found in all pages. */
  end(): JournalPage {
    const entries = this.#found.slice(0, this.#limit)
    return { entries, next: this.#found.length > this.#limit ? entries.at(-1)?.key : undefined }
  }
}

/** Milliseconds since 1970 that have 13 digits, too. */
const LATEST = 9_999_999_999_999
