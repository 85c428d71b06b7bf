/** Opens the journal of the configuration for a command, whether a node runs or not. */
import type { Config } from '../config/schema.js'
import type { JournalReader } from '../journal/journal.js'
import { openJournalForReading } from '../journal/open.js'
import { type ConfigOptions, sourcesOf } from './config-options.js'
import { readConfig } from './read-config.js'

/**
 * Opens the journal of the configuration, uses it, and closes it.
 *
 * @throws WaybillError if the configuration is wrong, or the journal cannot be reached
 */
export async function withJournal(
  options: ConfigOptions,
  work: (journal: JournalReader, config: Config) => Promise<void>,
): Promise<void> {
  const { config } = await readConfig(sourcesOf(options))
  await withJournalOf(config, (journal) => work(journal, config))
}

/** @throws WaybillError if the journal cannot be reached */
export async function withJournalOf(
  config: Config,
  work: (journal: JournalReader) => Promise<void>,
): Promise<void> {
  const journal = await openJournalForReading(config)
  try {
    await work(journal)
  } finally {
    await journal.close()
  }
}
