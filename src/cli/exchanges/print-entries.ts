/** Prints entries of the journal as a table, fitted to the terminal. */
import { wordsOf } from '../../store/journal/conversation/entry-text.js'
import type { JournalEntry } from '../../store/journal/journal.js'
import { moment, printTable } from '../command/print.js'
import { fitted } from '../command/terminal.js'

const HEADINGS = ['ID', 'ENDED', 'OVER', 'WHAT', 'OUTCOME', 'MS', 'SENDER', 'NODE', 'CAUSE']
/** The id is there to be copied, and the time to be compared. */
const WHOLE = new Set([0, 1])

/** With a column of business keys, if any of them has one. */
export function printEntries(entries: readonly JournalEntry[]): void {
  const all = entries.map((entry) => ({ entry, words: wordsOf(entry) }))
  const hasKeys = all.some(({ words }) => words.keys !== undefined)
  const rows = all.map(({ entry, words }) => {
    const { transport, what, outcome, who, ms, id, cause, keys } = words
    return [
      id ?? '-',
      moment(entry.at),
      transport ?? '-',
      what ?? '-',
      outcome,
      ms === undefined ? '-' : String(ms),
      who ?? '-',
      entry.node,
      ...(hasKeys ? [keys ?? '-'] : []),
      cause ?? '-',
    ]
  })
  const headings = hasKeys ? [...HEADINGS.slice(0, -1), 'KEYS', 'CAUSE'] : HEADINGS
  const [fittedHeadings = [], ...cells] = fitted([headings, ...rows], WHOLE)
  printTable(fittedHeadings, cells)
}
