/** Journal entries as a table, newest first. */
import type { JournalEntry } from '../../../src/journal/journal.js'
import { Scroll } from '../parts/scroll.js'
import { EntryRow } from './row.js'

export function Entries({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <Scroll label="Entries">
      <table class="entries">
        <EntriesHead />
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.key} entry={entry} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

export function EntriesHead() {
  return (
    <thead>
      <tr>
        <th scope="col" class="c-time">
          Time
        </th>
        <th scope="col" class="c-outcome">
          Outcome
        </th>
        <th scope="col" class="c-operation">
          Operation
        </th>
        <th scope="col" class="c-peer">
          From or to
        </th>
        <th scope="col" class="c-ms right">
          Duration
        </th>
        <th scope="col" class="c-node">
          Node
        </th>
        <th scope="col" class="c-cause">
          Cause
        </th>
      </tr>
    </thead>
  )
}
