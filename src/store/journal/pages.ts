/** Looks through pages, wherever they are kept: a search, and the path of one conversation. */
import { setImmediate as turn } from 'node:timers/promises'
import { idsFrom } from '../ids.js'
import { eachId } from './ids.js'
import type { JournalEntry, JournalPage } from './journal.js'
import { keyFrom, keyOf, timeIn } from './key.js'
import { eachOf, entryOf } from './lines.js'
import { type Criteria, Matching } from './matches.js'
import type { Page, PageIndex } from './page.js'

/** Pages that can be looked through. */
export interface Pages {
  /**
   * In portions: pages of which an entry may be in a time, the one with the newest entry first.
   *
   * @param oldest  milliseconds since 1970; so is `newest`
   */
  indexes(
    oldest: number,
    newest: number,
  ): Iterable<readonly PageIndex[]> | AsyncIterable<readonly PageIndex[]>
  /** Undefined if it is not kept any more. */
  lines(index: PageIndex): Page['lines'] | undefined | Promise<Page['lines'] | undefined>
}

export async function searchPages(
  pages: Pages,
  criteria: Criteria,
  limit: number,
  after?: string,
): Promise<JournalPage> {
  const finding = new Finding(criteria, limit, after)
  for await (const portion of pages.indexes(finding.oldest, finding.newest)) {
    for (const index of portion) {
      const result = finding.result(index.last)
      if (result) return result
      if (!finding.wants(index)) continue
      const lines = await pages.lines(index)
      if (lines) finding.take(index, lines)
      // Others have their turn: a page is read in a millisecond.
      await turn()
    }
    await turn()
  }
  return finding.end()
}

/** Entries that one search looks through; the next one goes on behind them. */
const MAX_SEARCHED = 150_000
/** Milliseconds since 1970 that have 13 digits, too. */
const LATEST = 9_999_999_999_999

/** Gathers the newest entries that match from pages that are looked at one by one, newest first. */
class Finding {
  readonly #matching: Matching
  readonly #limit: number
  readonly #after: string
  #found: JournalEntry[] = []
  #entries = 0

  /**
   * @param limit  entries
   * @param after  those that sort before this key only
   */
  constructor(criteria: Criteria, limit: number, after: string | undefined) {
    this.#matching = new Matching(criteria)
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
    for (const line of eachOf(lines)) {
      if (!this.#matching.entry({ ...line, node: page.node })) continue
      if (keyOf(page, line.at, line.index) < this.#after) this.#found.push(entryOf(page, line))
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
    if (this.#entries < MAX_SEARCHED) return undefined
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

/** Entries of a conversation that are told at most. */
const MAX_CONVERSATION_ENTRIES = 500
/** How often what was found leads further. */
const ROUNDS = 3

/** Oldest first. */
export async function pathIn(pages: Pages, id: string): Promise<readonly JournalEntry[]> {
  const ids = new Set(idsFrom(id))
  let found: readonly JournalEntry[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { entries } = await searchPages(pages, { ids: [...ids] }, MAX_CONVERSATION_ENTRIES)
    const count = ids.size
    for (const entry of entries) for (const linked of linksOf(entry)) ids.add(linked)
    found = entries
    if (ids.size === count) break
  }
  return found.toReversed()
}

/** The ids that only entries of the same conversation share. */
function linksOf({ event }: JournalEntry): readonly string[] {
  const links: string[] = []
  const messageId = 'messageId' in event ? event.messageId : undefined
  const mailId = 'mailId' in event ? event.mailId : undefined
  eachId(event, (id) => {
    if (id !== messageId && id !== mailId) links.push(id)
  })
  return links
}
