/** Opens the journal of the configuration for a command, whether a node runs or not. */
import type { Config } from '../../config/schema.js'
import { EXIT } from '../../errors.js'
import type { JournalReader } from '../../store/journal/journal.js'
import { WithNodes } from '../../store/journal/nodes/with-nodes.js'
import { NO_JOURNAL } from '../../store/journal/off.js'
import { openJournalForReading } from '../../store/journal/open.js'
import { storeKind } from '../../store/kind.js'
import { type ConfigOptions, sourcesOf } from '../command/config-options.js'
import { note } from '../command/print.js'
import { readConfig } from '../command/read-config.js'

/** Milliseconds that another node has for one question. */
const DEADLINE = 10_000

/**
 * Opens the journal of the configuration, uses it, and closes it.
 *
 * @param needed  false if a node that has kept none so far is as good as one with an empty journal
 * @throws WaybillError if the configuration is wrong, or the journal cannot be reached
 */
export async function withJournal(
  options: ConfigOptions,
  work: (journal: JournalReader, config: Config) => Promise<void>,
  needed = false,
): Promise<void> {
  const { config } = await readConfig(sourcesOf(options))
  await withJournalOf(config, (journal) => work(journal, config), needed)
}

/**
 * What of a damaged journal cannot be read is told, and by the exit code.
 *
 * @throws WaybillError if the journal cannot be reached
 */
export async function withJournalOf(
  config: Config,
  work: (journal: JournalReader) => Promise<void>,
  needed = false,
): Promise<void> {
  let isDamaged = false
  const journal = await openWithNodes(config, needed, (sentence) => {
    note(sentence)
    isDamaged = true
  })
  try {
    await work(journal)
    if (isDamaged) process.exitCode = EXIT.ioError
  } finally {
    await journal.close()
  }
}

async function openWithNodes(
  config: Config,
  needed: boolean,
  damaged: (sentence: string) => void,
): Promise<JournalReader> {
  const { nodes } = config.journal
  if (nodes.length === 0) return openJournalForReading(config, needed, damaged)
  // No command reaches the memory of a node, but the node can be asked as one of these.
  const inMemory = storeKind(config.queue) === 'memory'
  const own = inMemory ? NO_JOURNAL : await openJournalForReading(config, false, damaged)
  return new WithNodes(own, {
    nodes,
    deadline: DEADLINE,
    silent: ({ name }, why) => note(`${name} did not answer: ${why}`),
  })
}
