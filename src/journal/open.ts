/** Opens the journal that the configuration asks for: the one place where that choice is made. */
import { WaybillError } from '../errors.js'
import type { Log } from '../plugin.js'
import { type QueuePlace, queueKind } from '../queue/open.js'
import type { Journal, JournalReader } from './journal.js'
import { MemoryJournal } from './memory/journal.js'
import { NO_JOURNAL } from './off.js'

/** The parts of the configuration that say which journal it is. */
export interface JournalSettings {
  readonly journal: {
    readonly enabled: boolean
    readonly retention: number
    readonly maxBytes: number
  }
  readonly queue: QueuePlace
  readonly stateDir: string
  readonly node: { readonly uri: string }
}

/** Bytes of a journal in memory. */
const MOST_IN_MEMORY = 16 * 1024 ** 2

/**
 * The journal of a node. What is used is opened when it is: events that come before wait in memory.
 *
 * @param log  told when nothing can be kept, and when it can again
 */
export function openJournal(settings: JournalSettings, _log: Pick<Log, 'warn'>): Journal {
  const { journal, queue, node } = settings
  if (!journal.enabled) return NO_JOURNAL
  const maxBytes = Math.min(journal.maxBytes, MOST_IN_MEMORY)
  switch (queueKind(queue)) {
    case 'memory':
    case 'embedded':
    case 'redis':
      return new MemoryJournal({ node: node.uri, retention: journal.retention, maxBytes })
  }
}

/**
 * The journal for a command, whether a node runs or not; nothing is made.
 *
 * @throws WaybillError if there is none, or it cannot be reached
 */
export async function openJournalForReading(settings: JournalSettings): Promise<JournalReader> {
  switch (queueKind(settings.queue)) {
    case 'memory':
      throw new WaybillError(
        'WAYBILL_NODE_UNREACHABLE',
        'queue.url is memory: and no command reaches the memory of a node',
      )
    case 'embedded':
    case 'redis':
      return NO_JOURNAL
  }
}
