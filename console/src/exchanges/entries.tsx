/** Journal entries as a table, newest first. */
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { type Column, Table, Titles } from '../parts/table.js'
import { keysOf } from '../pure/keys.js'
import { EntryRow } from './row.js'

const KEYS: Column = ['Keys', 'c-keys']
const CAUSE: Column = ['Cause', 'c-cause']
const COLUMNS: readonly Column[] = [
  ['Time', 'c-time'],
  ['Outcome', 'c-outcome'],
  ['Operation', 'c-operation'],
  ['From or to', 'c-peer'],
  ['Duration', 'c-ms right'],
  ['Node', 'c-node'],
]

/** @param keyed  whether an entry has business keys */
const columnsOf = (keyed: boolean) => [...COLUMNS, ...(keyed ? [KEYS] : []), CAUSE]

export function Entries({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const keyed = entries.some(({ event }) => keysOf(event).length > 0)
  return (
    <Table label="Entries" kind="entries" columns={columnsOf(keyed)}>
      {entries.map((entry) => (
        <EntryRow key={entry.key} entry={entry} keyed={keyed} />
      ))}
    </Table>
  )
}

export function EntriesHead({ keyed }: { readonly keyed: boolean }) {
  return <Titles of={columnsOf(keyed)} />
}
