/** What `waybill find` prints of the journal: the conversation that has an id, then those that have a business key. */
import { printable } from '../../base/printable.js'
import type { Config } from '../../config/schema.js'
import { conversationsBy, idsOf } from '../../store/journal/conversation/by-key.js'
import { conversationOf } from '../../store/journal/conversation/hops.js'
import { whatBecame } from '../../store/journal/conversation/outcome-sentence.js'
import type { JournalEntry, JournalReader } from '../../store/journal/journal.js'
import { keyQueryFrom, shownKeys } from '../../store/journal/keys/query.js'
import { keysOf } from '../../store/journal/values.js'
import { note, printJson } from '../command/print.js'
import { withJournalOf } from './open-journal.js'
import { printEntries } from './print-entries.js'
import { exchangeTree } from './tree.js'

/** Conversations of a table: they fill a screen. */
const SHOWN = 40

/** @returns how many entries were found */
export async function showFromJournal(
  config: Config,
  text: string,
  json: boolean,
): Promise<number> {
  if (!config.journal.enabled) return 0
  let found = 0
  await withJournalOf(config, async (journal) => {
    found = await show(journal, text, json)
  })
  return found
}

async function show(journal: JournalReader, text: string, json: boolean): Promise<number> {
  const byId = await journal.path(text)
  showPath(byId, json)
  const ids = new Set(byId.flatMap(({ event }) => idsOf(event)))
  const { conversations, entries, all } = await conversationsBy(journal, keyQueryFrom(text), ids)
  const [only, ...others] = conversations
  if (!only) return byId.length
  if (others.length === 0 && only.id !== undefined && byId.length === 0) {
    const path = await journal.path(only.id)
    showPath(path, json)
    return path.length
  }
  const shown = conversations.slice(0, SHOWN).map(({ entry }) => entry)
  if (json) for (const entry of entries) printJson({ found: 'entry', ...entry })
  else {
    const some = `${conversations.length} conversations have`
    const have = others.length === 0 ? 'another conversation has' : some
    note(`${have} the business key ${text}, the newest first`)
    printEntries(shown)
    process.stdout.write('\nmore: waybill exchanges show ID\n\n')
    if (conversations.length > SHOWN) note(`only the newest ${SHOWN} are shown`)
  }
  if (!all) note('there may be older ones: waybill exchanges ls --key looks further back')
  return byId.length + entries.length
}

function showPath(path: readonly JournalEntry[], json: boolean): void {
  if (path.length === 0) return
  if (json) {
    for (const entry of path) printJson({ found: 'entry', ...entry })
    return
  }
  const conversation = conversationOf(path)
  for (const sentence of whatBecame(conversation)) process.stdout.write(`${printable(sentence)}\n`)
  process.stdout.write(`\n${exchangeTree(conversation.hops)}`)
  const keys = keysIn(path)
  if (keys !== undefined) process.stdout.write(`\nkeys: ${printable(keys)}\n`)
  const [first] = conversation.hops
  if (first) process.stdout.write(`\nmore: waybill exchanges show ${first.exchange}\n\n`)
}

/** The business keys of all of them, each once. */
function keysIn(path: readonly JournalEntry[]): string | undefined {
  const all = path.flatMap(({ event }) => keysOf(event))
  return shownKeys([...new Map(all.map((key) => [JSON.stringify(key), key])).values()])
}
