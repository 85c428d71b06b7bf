/** Goes through entries of the journal, page by page, so that any number can be looked at. */
import type { JournalEntry, JournalQuery, JournalReader } from '../../store/journal/journal.js'

/** What the JSON of an entry has. */
export const ENTRY_KEYS = {
  key: 'identifies it; sorts in the order in which they were kept',
  at: 'when it ended, in milliseconds since 1970',
  node: 'URI of the node',
  event: 'the event, with its fields as docs/operating.md lists them',
} as const

const PAGE = 1000

/** Newest first. @param most  so many; all by default */
export async function* entriesOf(
  journal: JournalReader,
  query: JournalQuery,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<JournalEntry, void, undefined> {
  let left = most
  for (let after: string | undefined; left > 0; ) {
    const { entries, next } = await journal.search(query, Math.min(PAGE, left), after)
    yield* entries
    left -= entries.length
    if (next === undefined) return
    after = next
  }
}
