/** The exchanges that a search has found, a line for each conversation, which opens to its entries. */
import { useMemo, useState } from 'preact/hooks'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { useNarrow } from '../parts/narrow.js'
import { VirtualTable } from '../parts/virtual.js'
import { type Conversation, conversationLine, listLines } from '../pure/conversations.js'
import { keysOfAll } from '../pure/keys.js'
import { EntriesHead } from './entries.js'
import { EntryRow } from './row.js'

/** Pixels of a row, on a phone and elsewhere. */
const HEIGHTS = { narrow: 56, wide: 31 } as const

export function Conversations({
  entries,
  keyed,
  onNearEnd,
}: {
  /** Newest first; it grows in place. */
  readonly entries: readonly JournalEntry[]
  /** Whether there is a column of business keys. */
  readonly keyed: boolean
  readonly onNearEnd: () => void
}) {
  const narrow = useNarrow()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => listLines(entries, open), [entries, entries.length, open])
  const turn = ({ entries: all, open: isOpen }: Conversation) => {
    const next = new Set(open)
    for (const { key } of all) next.delete(key)
    if (!isOpen && all[0]) next.add(all[0].key)
    setOpen(next)
  }
  return (
    <VirtualTable
      rows={lines}
      height={narrow ? HEIGHTS.narrow : HEIGHTS.wide}
      label="Exchanges"
      head={<EntriesHead keyed={keyed} />}
      row={(line, index) =>
        line.kind === 'entry' ? (
          <EntryRow
            key={`in ${line.entry.key}`}
            entry={line.entry}
            keyed={keyed}
            index={index}
            within
          />
        ) : (
          <EntryRow
            key={line.conversation.key}
            entry={line.conversation.verdict}
            keyed={keyed}
            line={conversationLine(line.conversation)}
            keys={keysOfAll(line.conversation.entries.map(({ event }) => event))}
            index={index}
            turn={<Turn of={line.conversation} turn={turn} />}
          />
        )
      }
      onNearEnd={onNearEnd}
    />
  )
}

function Turn({
  of: conversation,
  turn,
}: {
  readonly of: Conversation
  readonly turn: (conversation: Conversation) => void
}) {
  const { entries, open } = conversation
  if (entries.length === 1) return <span class="turn" />
  return (
    <button
      type="button"
      class="plain turn"
      aria-expanded={open}
      aria-label={`${entries.length} entries`}
      onClick={() => turn(conversation)}
    >
      <span aria-hidden="true">{open ? '▾' : '▸'}</span> {entries.length}
    </button>
  )
}
