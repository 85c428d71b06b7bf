/** `waybill tail`: prints what happens at the nodes that share a journal, as it happens. */
import { once } from 'node:events'
import { printable } from '../../base/printable.js'
import type { Config } from '../../config/schema.js'
import { mood, wordsOf } from '../../store/journal/conversation/entry-text.js'
import type { JournalEntry, JournalQuery, JournalReader } from '../../store/journal/journal.js'
import { criteriaWith, Matching } from '../../store/journal/matches.js'
import { hashingIn } from '../../store/journal/open.js'
import { CliCommand } from '../command/command.js'
import { type ConfigOptions, withConfigOptions } from '../command/config-options.js'
import { argument } from '../command/job-filters.js'
import { jsonLine, note } from '../command/print.js'
import { toned } from '../command/style.js'
import { cut, lineWidth } from '../command/terminal.js'
import { ENTRY_KEYS, entriesOf } from './entries.js'
import { journalQuery, withJournalFilters } from './filters.js'
import { withJournal } from './open-journal.js'

interface TailFlags extends ConfigOptions, JournalQuery {
  readonly last: number
  readonly json: boolean
}

export function tailCommand(): CliCommand {
  return withJournalFilters(withConfigOptions(new CliCommand('tail')))
    .option('--last <number>', 'begin with so many that there are', argument(readLast), 10)
    .withJson('one object a line for each entry', ENTRY_KEYS)
    .withExamples('waybill tail', 'waybill tail --outcome fault --outcome dead --json')
    .action((flags: TailFlags) => {
      const query = journalQuery(flags)
      const work = async (journal: JournalReader, config: Config) => {
        const wanted = new Matching(await criteriaWith(query, hashingIn(config)))
        await tail(journal, { query, wanted }, flags)
      }
      return withJournal(flags, work, true)
    })
}

async function tail(
  journal: JournalReader,
  { query, wanted }: { readonly query: JournalQuery; readonly wanted: Matching },
  { last, json }: TailFlags,
): Promise<void> {
  const show = json ? jsonLine : entryText
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    const missed = (count: number) =>
      note(`${count} are left out: they arrive faster than they are read`)
    const coming = journal.follow(ending.signal, missed)[Symbol.asyncIterator]()
    // Asked for first, so that nothing falls between what there is and what comes.
    let next = coming.next()
    const before: JournalEntry[] = []
    for await (const entry of entriesOf(journal, query, last)) before.unshift(entry)
    for (const entry of before) await write(show(entry), ending.signal)
    const shown = new Set(before.map(({ key }) => key))
    for (let one = await next; !one.done; one = await next) {
      next = coming.next()
      const { value } = one
      if (shown.has(value.key) || !wanted.entry(value)) continue
      await write(show(value), ending.signal)
    }
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

/** Waits until whoever reads has room for more. */
async function write(line: string, signal: AbortSignal): Promise<void> {
  if (process.stdout.write(line)) return
  try {
    await once(process.stdout, 'drain', { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function entryText(entry: JournalEntry): string {
  const { transport, what, outcome, who, ms, id, cause, keys } = wordsOf(entry)
  const time = new Date(entry.at).toISOString().slice(11, 23)
  const parts = [
    entry.event.event.padEnd(8),
    (transport ?? '').padEnd(4),
    what,
    ms === undefined ? undefined : `${ms} ms`,
    who && `from ${who}`,
    `at ${entry.node}`,
    id,
    keys,
    cause,
  ]
  const rest = printable(parts.filter(Boolean).join('  '))
  const width = lineWidth()
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - time.length - 14 - 4
  const outcomeShown = toned(printable(outcome).padEnd(14), mood(entry.event))
  return `${toned(time, 'weak')}  ${outcomeShown}  ${cut(rest, room)}\n`
}

function readLast(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new RangeError('expected a number from 0 to 99999')
}
