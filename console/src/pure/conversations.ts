/** Entries of the journal by conversation: what belongs together is one line, which opens to its entries. */
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { type EntryLine, lineOf } from './entry.js'
import { verdictOf } from './verdict.js'

export interface Conversation {
  /** That of its newest entry. */
  readonly key: string
  /** Newest first, at least one. */
  readonly entries: readonly JournalEntry[]
  /** The entry that says how it stands. */
  readonly verdict: JournalEntry
  readonly open: boolean
}

/** A line of the list: a conversation, or an entry of one that is open. */
export type ListLine =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'entry'; readonly entry: JournalEntry }

/** Each conversation stands where its newest entry does. @param open  keys of conversations */
export function listLines(
  entries: readonly JournalEntry[],
  open: ReadonlySet<string>,
): readonly ListLine[] {
  return groupsOf(entries).flatMap((group): readonly ListLine[] => {
    const conversation = conversationOf(group, open)
    const line: ListLine = { kind: 'conversation', conversation }
    if (!conversation.open) return [line]
    return [line, ...group.map((entry): ListLine => ({ kind: 'entry', entry }))]
  })
}

/** Entries of one trace or of one exchange are together; what has neither is alone. */
function groupsOf(entries: readonly JournalEntry[]): readonly (readonly JournalEntry[])[] {
  const groups: JournalEntry[][] = []
  const byId = new Map<string, JournalEntry[]>()
  for (const entry of entries) {
    const ids = idsOf(entry)
    const existing = ids.map((id) => byId.get(id)).find((group) => group !== undefined)
    const group = existing ?? []
    if (!existing) groups.push(group)
    group.push(entry)
    for (const id of ids) byId.set(id, group)
  }
  return groups
}

function idsOf({ event }: JournalEntry): readonly string[] {
  if (event.event !== 'exchange' && event.event !== 'job') return []
  const exchange = `exchange ${event.exchange}`
  return event.traceId === undefined ? [exchange] : [exchange, `trace ${event.traceId}`]
}

function conversationOf(entries: readonly JournalEntry[], open: ReadonlySet<string>): Conversation {
  const [newest] = entries
  if (!newest) throw new RangeError('a conversation has an entry at least')
  const isOpen = entries.length > 1 && entries.some(({ key }) => open.has(key))
  const verdict = entries.length === 1 ? newest : (verdictOf(entries.toReversed()) ?? newest)
  return { key: newest.key, entries, verdict, open: isOpen }
}

/** What the line of a conversation says: how it stands, from whom it came, and how long all of it took. */
export function conversationLine({ entries, verdict }: Conversation): EntryLine {
  const line = lineOf(verdict)
  if (entries.length === 1) return line
  const lines = entries.map(lineOf)
  const first = entries.findLast(({ event }) => event.event === 'exchange')
  const { way, party } = first ? lineOf(first) : line
  const starts = entries.map(({ at, event }) => at - ('ms' in event ? event.ms : 0))
  const end = Math.max(...entries.map(({ at }) => at))
  return {
    ...line,
    way,
    party,
    operation: lines.map(({ operation }) => operation).findLast((name) => name !== undefined),
    ms: end - Math.min(...starts),
  }
}
