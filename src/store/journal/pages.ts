/** Looks through pages, wherever they are kept: a search, and the path of one conversation. */
import { setImmediate as turn } from 'node:timers/promises'
import { idsFrom } from '../ids.js'
import { Finding } from './finding.js'
import { eachId } from './ids.js'
import type { JournalEntry, JournalPage } from './journal.js'
import type { Asked } from './matches.js'
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
  asked: Asked,
  limit: number,
  after?: string,
): Promise<JournalPage> {
  const finding = new Finding(asked, limit, after)
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

/** Entries of a conversation that are told at most. */
const MOST = 500
/** How often what was found leads further. */
const ROUNDS = 3

/** Oldest first. */
export async function pathIn(pages: Pages, id: string): Promise<readonly JournalEntry[]> {
  const asked = new Set(idsFrom(id))
  let found: readonly JournalEntry[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { entries } = await searchPages(pages, { ids: [...asked] }, MOST)
    const known = asked.size
    for (const entry of entries) for (const linked of linksOf(entry)) asked.add(linked)
    found = entries
    if (asked.size === known) break
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
