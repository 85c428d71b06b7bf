/** The table of counts by the minute: a file of before gets it, and it stays within its bytes on the disk. */
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test from 'ava'
import type { MinuteRecord } from '../../src/store/journal/minutes/minutes.js'
import { SqliteJournal, type SqliteJournalOptions } from '../../src/store/journal/sqlite/journal.js'
import { folderOf } from '../support/folder.js'
import { exchangeOf } from '../support/journal.js'

const FIRST = 29_000_000
const WINDOW = { from: FIRST * 60_000, step: 60_000, steps: 60 }

/** With counts that no compression makes few. */
const record = (minute: number): MinuteRecord => ({
  minute: FIRST + minute,
  waiting: 0,
  lines: Array.from({ length: 40 }, (_, index) => ({
    transport: 'http',
    operation: `{urn:x}${index}-${Math.imul(minute, 2654435761) >>> 0}`,
    done: (Math.imul(minute + index, 40503) >>> 0) % 9_973,
    clientFault: 0,
    serverFault: 0,
    refused: 0,
    times: [[index, minute]],
  })),
  marks: [],
})

function journalIn(stateDir: string, more: Partial<SqliteJournalOptions> = {}): SqliteJournal {
  const bounds = { retention: 60_000, maxBytes: 1024 ** 3, minFree: 0 }
  return new SqliteJournal(
    { node: 'urn:node', ...bounds, stateDir, ...more },
    { warn: () => undefined },
  )
}

test('a journal of before has none, and gets it with what it has', async (t) => {
  const stateDir = folderOf(t, {})
  const before = journalIn(stateDir)
  before.record(exchangeOf())
  await before.close()
  const file = new DatabaseSync(join(stateDir, 'journal.db'))
  file.exec('DROP TABLE flow_minute')
  file.close()
  const after = journalIn(stateDir)
  t.teardown(() => after.close())
  after.minutes.keep(record(0))
  t.is((await after.minutes.read(WINDOW, 100)).lines.length, 40)
  t.is((await after.stats()).entries, 1)
})

test('a damaged record is left out, and the others are read', async (t) => {
  const stateDir = folderOf(t, {})
  const before = journalIn(stateDir)
  for (let minute = 0; minute < 3; minute++) before.minutes.keep(record(minute))
  await before.close()
  const file = new DatabaseSync(join(stateDir, 'journal.db'))
  file.exec(`UPDATE flow_minute SET record = x'789c00ff' WHERE minute = ${FIRST + 1}`)
  file.close()
  const after = journalIn(stateDir)
  t.teardown(() => after.close())
  const { lines } = await after.minutes.read(WINDOW, 100)
  t.is(lines.length, 80)
})

test('its bytes on the disk are within the bound, and within an eighth of the journal', async (t) => {
  const bound = 256 * 1024
  for (const more of [
    { minutes: { records: 1e6, bytes: bound } },
    { maxBytes: 8 * bound },
  ] as const) {
    const stateDir = folderOf(t, {})
    const journal = journalIn(stateDir, more)
    for (let minute = 0; minute < 2_000; minute++) {
      journal.minutes.keep(record(minute))
      if (minute % 500 === 499) await journal.minutes.read(WINDOW, 1)
    }
    await journal.close()
    const file = new DatabaseSync(join(stateDir, 'journal.db'))
    const used = file
      .prepare(
        'SELECT count(*) AS rows, sum(length(record)) AS bytes, min(minute) AS first FROM flow_minute',
      )
      .get()
    const pages = file.prepare('PRAGMA page_count').get()?.page_count
    const free = file.prepare('PRAGMA freelist_count').get()?.freelist_count
    file.close()
    t.true(Number(used?.bytes) <= bound, `${used?.bytes}`)
    t.true(Number(used?.bytes) > bound / 2, `${used?.bytes}`)
    t.true(Number(used?.first) > FIRST + 1_000)
    // With the rest of the pages of 8 KiB that rows do not fill, and what else a journal has.
    t.true((Number(pages) - Number(free)) * 8_192 < 2 * bound + 128 * 1024, `${pages} ${free}`)
  }
})
