/** `waybill exchanges`: lists, shows and exports what the journal keeps of exchanges. */
import type { JournalEntry, JournalQuery } from '../../store/journal/journal.js'
import { DEFAULT_LIMIT, readLimit } from '../../store/queue/listing.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { argument } from '../command/job-filters.js'
import { note, printJson } from '../command/print.js'
import { ENTRY_KEYS, entriesOf } from './entries.js'
import { exportCommand } from './export.js'
import { journalQuery, withJournalFilters } from './filters.js'
import { withJournal } from './open-journal.js'
import { printEntries } from './print-entries.js'
import { showCommand } from './show.js'

export function exchangesCommand(): CliCommand {
  return new CliCommand('exchanges')
    .addCommand(lsCommand())
    .addCommand(showCommand())
    .addCommand(exportCommand())
    .withExamples(
      'waybill exchanges ls --since 1h',
      "waybill exchanges show '<order-42@partner.example>'",
    )
}

interface ListFlags extends ConfigOptions, JournalQuery {
  readonly limit: number
  readonly json: boolean
}

function lsCommand(): CliCommand {
  return withJournalFilters(withConfigOptions(new CliCommand('ls')))
    .description('list exchanges, and what was refused before it became one, newest first')
    .option('--limit <number>', 'so many at most', argument(readLimit), DEFAULT_LIMIT)
    .withJson('one object a line for each entry', ENTRY_KEYS)
    .withExamples(
      'waybill exchanges ls --outcome fault --since 1h',
      'waybill exchanges ls --operation Add --peer 192.0.2.7 --json',
    )
    .action((flags: ListFlags) => {
      const query = journalQuery(flags, ['exchange', 'refused'])
      return withJournal(flags, async (journal) => {
        const found: JournalEntry[] = []
        // One more than is shown tells whether there are more.
        for await (const entry of entriesOf(journal, query, flags.limit + 1)) found.push(entry)
        const shown = found.slice(0, flags.limit)
        if (flags.json) for (const entry of shown) printJson(entry)
        else if (shown.length > 0) printEntries(shown)
        else note('none')
        if (found.length > flags.limit)
          note(`only the newest ${flags.limit} are shown; see --limit`)
      })
    })
}
