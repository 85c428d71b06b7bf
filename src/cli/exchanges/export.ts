/** `waybill exchanges export`: writes entries of the journal for other programs, any number of them. */
import { once } from 'node:events'
import { Option } from 'commander'
import { printableJson } from '../../base/printable.js'
import { FIELDS } from '../../message/events/describe.js'
import type { JournalEntry, JournalQuery } from '../../store/journal/journal.js'
import { shownKeys } from '../../store/journal/keys/query.js'
import { keysOf } from '../../store/journal/values.js'
import { readLimit } from '../../store/queue/listing.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { argument } from '../command/job-filters.js'
import { note } from '../command/print.js'
import { Progress } from '../command/progress.js'
import { entriesOf } from './entries.js'
import { journalQuery, withJournalFilters } from './filters.js'
import { withJournal } from './open-journal.js'

interface ExportFlags extends ConfigOptions, JournalQuery {
  readonly format: 'ndjson' | 'csv'
  readonly limit?: number
}

export function exportCommand(): CliCommand {
  return withJournalFilters(withConfigOptions(new CliCommand('export')))
    .description('write what the journal keeps, newest first, for other programs')
    .addOption(
      new Option('--format <format>', 'one JSON object a line, or a table for spreadsheets')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .option('--limit <number>', 'so many at most; all by default', argument(readLimit))
    .withExamples(
      'waybill exchanges export --since 1d > exchanges.ndjson',
      'waybill exchanges export --format csv --outcome fault > faults.csv',
    )
    .action((flags: ExportFlags) => {
      const query = journalQuery(flags)
      return withJournal(flags, async (journal) => {
        const lineOf = flags.format === 'csv' ? csvOf : jsonOf
        if (flags.format === 'csv') await write(`${['at', 'node', ...COLUMNS].join(',')}\r\n`)
        let written = 0
        // Where the lines go to the terminal itself, they are seen to come.
        const progressOptions = { what: 'written', total: flags.limit, quiet: process.stdout.isTTY }
        const progress = new Progress(progressOptions)
        for await (const entry of entriesOf(journal, query, flags.limit)) {
          await write(lineOf(entry))
          written += 1
          progress.step()
        }
        progress.close()
        note(`${written} written`)
      })
    })
}

/** Resolves when there is room for more: whoever reads may be slow, and there may be millions. */
async function write(line: string): Promise<void> {
  if (!process.stdout.write(line)) await once(process.stdout, 'drain')
}

function jsonOf(entry: JournalEntry): string {
  return `${printableJson(JSON.stringify(entry))}\n`
}

/** All that is one value; the rest is written as JSON. */
const COLUMNS = Object.keys(FIELDS)

/** RFC 4180. */
function csvOf({ at, node, event }: JournalEntry): string {
  // A value that is kept as a hash is not shown.
  const keys = shownKeys(keysOf(event))
  const fields: Readonly<Record<string, unknown>> = { ...event, keys }
  const cells = [new Date(at).toISOString(), node, ...COLUMNS.map((name) => fields[name])]
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value)
  // RFC 4180 §2: fields with line breaks, double quotes and commas are enclosed in double quotes.
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet takes what begins so for a formula, and peers choose what stands here. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
