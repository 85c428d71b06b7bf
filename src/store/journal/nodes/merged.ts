/** Puts the pages that several journals gave for one question together, as one journal would have given them. */
import type { JournalEntry, JournalPage, JournalStats } from '../journal.js'

/** @param limit  entries */
export function mergedPages(pages: readonly JournalPage[], limit: number): JournalPage {
  // What a journal has behind its `next` is not known yet: nothing older than that is told.
  const sure = pages.reduce((latest, { next = '' }) => (next > latest ? next : latest), '')
  const found = new Map<string, JournalEntry>()
  for (const { entries } of pages) {
    // Nodes may share a journal: each entry is told once.
    for (const entry of entries) if (entry.key >= sure) found.set(entry.key, entry)
  }
  const all = [...found.values()].sort((one, other) => (one.key < other.key ? 1 : -1))
  const entries = all.slice(0, limit)
  if (all.length > limit) return { entries, next: entries.at(-1)?.key }
  return { entries, next: sure === '' ? undefined : sure }
}

export function mergedStats(all: readonly JournalStats[]): JournalStats {
  const sum = (of: (stats: JournalStats) => number) =>
    all.reduce((total, stats) => total + of(stats), 0)
  const oldest = all.flatMap((stats) => stats.oldest ?? [])
  return {
    entries: sum(({ entries }) => entries),
    bytes: sum(({ bytes }) => bytes),
    oldest: oldest.length === 0 ? undefined : Math.min(...oldest),
    lost: sum(({ lost }) => lost),
  }
}
