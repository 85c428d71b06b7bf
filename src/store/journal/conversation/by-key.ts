/** Finds conversations by a business key: one that any node has seen leads, by the trace, to what all nodes have. */
import type { NodeEvent } from '../../../message/events/events.js'
import { eachId } from '../ids.js'
import type { JournalEntry, JournalReader } from '../journal.js'
import type { KeyQuery } from '../keys/query.js'

export interface KeyedConversation {
  /** Leads to all of it: `JournalReader.path`. Undefined for a refusal that has no id. */
  readonly id: string | undefined
  /** The oldest entry with the key: an exchange, if there is one. */
  readonly entry: JournalEntry
}

export interface FoundByKey {
  /** The newest first. */
  readonly conversations: readonly KeyedConversation[]
  /** The entries that have the key, newest first. */
  readonly entries: readonly JournalEntry[]
  /** False if there may be older ones, which were not looked at. */
  readonly all: boolean
}

/** Entries that are looked at for one key. */
const MAX_ENTRIES = 1_000

/** @param without  ids of conversations that are left out */
export async function conversationsBy(
  journal: Pick<JournalReader, 'search'>,
  key: KeyQuery,
  without: ReadonlySet<string> = new Set(),
): Promise<FoundByKey> {
  const { entries, next } = await journal.search({ key }, MAX_ENTRIES)
  const left = entries.filter(({ event }) => !idsOf(event).some((id) => without.has(id)))
  return { conversations: gathered(left), entries: left, all: next === undefined }
}

/** All ids by which an entry of a conversation is linked with others. */
export function idsOf(event: NodeEvent): readonly string[] {
  const ids: string[] = []
  eachId(event, (id) => ids.push(id))
  return ids
}

function gathered(entries: readonly JournalEntry[]): readonly KeyedConversation[] {
  const found: JournalEntry[][] = []
  const byId = new Map<string, JournalEntry[]>()
  for (const entry of entries) {
    const links = linksOf(entry.event)
    const one = links.map((id) => byId.get(id)).find((other) => other !== undefined) ?? []
    if (one.length === 0) found.push(one)
    one.push(entry)
    for (const id of links) byId.set(id, one)
  }
  return found.flatMap((one) => {
    const entry = one.findLast(({ event }) => event.event === 'exchange') ?? one.at(-1)
    return entry ? [{ id: linksOf(entry.event)[0], entry }] : []
  })
}

/** The ids that entries of one conversation share, the trace first: it is the same at all nodes. */
function linksOf(event: NodeEvent): readonly string[] {
  if (event.event === 'refused') return event.messageId === undefined ? [] : [event.messageId]
  if (event.event !== 'exchange' && event.event !== 'job') return []
  const answered = event.event === 'exchange' ? event.answers : undefined
  return [event.traceId, event.exchange, answered].filter((id) => id !== undefined)
}
