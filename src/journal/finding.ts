/** Gathers the newest entries that match from pages that are looked at one by one, newest first. */

import type { JournalEntry, JournalPage } from './journal.js'
import { entryOf, keyFrom, timeIn } from './line.js'
import type { Asked } from './matches.js'
import { Matching } from './matches.js'
import type { Page, PageIndex } from './page.js'

/** Bytes of lines that one search looks through; the next one goes on behind them. */
const MOST_BYTES = 64 * 1024 ** 2

export class Finding {
  readonly #matching: Matching
  readonly #limit: number
  readonly #after: string
  #found: JournalEntry[] = []
  #bytes = 0

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
    this.#bytes += page.bytes
    for (const entry of entriesOf(page, lines)) {
      if (entry.key < this.#after && this.#matching.entry(entry)) this.#found.push(entry)
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
    if (this.#bytes < MOST_BYTES) return undefined
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

/** In the order in which they were taken down. */
export function* entriesOf(page: PageIndex, lines: Page['lines']): Generator<JournalEntry> {
  const texts = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString().split('\n')
  for (const [place, text] of texts.entries()) if (text !== '') yield entryOf(page, text, place)
}
