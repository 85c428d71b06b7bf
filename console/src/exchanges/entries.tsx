/** Journal entries as a table, newest first. */
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { type Column, Table, Titles } from '../parts/table.js'
import { EntryRow } from './row.js'

const COLUMNS: readonly Column[] = [
  ['Time', 'c-time'],
  ['Outcome', 'c-outcome'],
  ['Operation', 'c-operation'],
  ['From or to', 'c-peer'],
  ['Duration', 'c-ms right'],
  ['Node', 'c-node'],
  ['Cause', 'c-cause'],
]

export function Entries({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <Table label="Entries" kind="entries" columns={COLUMNS}>
      {entries.map((entry) => (
        <EntryRow key={entry.key} entry={entry} />
      ))}
    </Table>
  )
}

export function EntriesHead() {
  return <Titles of={COLUMNS} />
}
