/** What happens to the disk costs entries of the journal at most; the node goes on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import test, { type ExecutionContext } from 'ava'
import { openJournalForReading } from '../../src/store/journal/open.js'
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { SqliteReader } from '../../src/store/journal/sqlite/reader.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { exchangeOf, exchangesIn } from '../support/journal.js'

interface Options {
  readonly stateDir: string
  readonly minFree?: number
  readonly maxBytes?: number
}

function journalIn(t: ExecutionContext, { stateDir, minFree = 0, maxBytes = 1024 ** 3 }: Options) {
  const warnings: string[] = []
  const causes: unknown[] = []
  const log = {
    warn: (fields: object, sentence: string) => {
      warnings.push(sentence)
      causes.push('cause' in fields ? fields.cause : undefined)
    },
  }
  const bounds = { retention: 3_600_000, maxBytes, minFree }
  const journal = new SqliteJournal({ node: 'urn:node', stateDir, ...bounds }, log)
  t.teardown(() => journal.close())
  return { journal, warnings, causes, file: join(stateDir, 'journal.db') }
}

test('a file that is no journal is set aside with a warning, and a new one begun', async (t) => {
  const other = join(folderOf(t, {}), 'other.db')
  const database = new DatabaseSync(other)
  database.exec('CREATE TABLE a (b)')
  database.close()
  for (const [content, what, end, read] of [
    [Buffer.alloc(100_000, 'x'), 'is damaged', 'damaged', '. No entry of it was read'],
    [readFileSync(other), 'is a file of something else', 'foreign', ''],
  ] as const) {
    const stateDir = folderOf(t, {})
    writeFileSync(join(stateDir, 'journal.db'), content)
    const { journal, warnings, file } = journalIn(t, { stateDir })
    const event = exchangeOf()
    journal.record(event)
    t.deepEqual(exchangesIn((await journal.search({}, 10)).entries), [event.exchange])
    t.deepEqual(readFileSync(`${file}.${end}`), content)
    t.deepEqual(warnings, [
      `the journal ${what}: it was moved to ${file}.${end}, and a new one begun${read}`,
    ])
  }
})

test('a file of another version is set aside, and a node and a command say which version it is', async (t) => {
  for (const [version, which] of [
    [1, 'an older version of Waybill (1; this one reads 2)'],
    [99, 'a newer version of Waybill (99; this one reads 2)'],
  ] as const) {
    const stateDir = folderOf(t, {})
    const first = journalIn(t, { stateDir })
    first.journal.record(exchangeOf())
    await first.journal.stats()
    await first.journal.close()
    const database = new DatabaseSync(first.file)
    database.exec(`PRAGMA user_version = ${version}`)
    database.close()
    const reader = SqliteReader.open({ stateDir, retention: 3_600_000, maxBytes: 1e9, minFree: 0 })
    await t.throwsAsync(reader.search({}, 1), {
      code: 'WAYBILL_JOURNAL_UNUSABLE',
      message: `the journal cannot be read: it is of ${which}`,
    })
    await reader.close()
    const { journal, warnings, causes, file } = journalIn(t, { stateDir })
    journal.record(exchangeOf())
    t.is((await journal.stats()).entries, 1)
    t.true(existsSync(`${file}.version-${version}`))
    t.deepEqual(warnings, [
      `the journal is of another version: it was moved to ${file}.version-${version}, and a new one begun`,
    ])
    t.deepEqual(causes, [`it is of ${which}`])
  }
})

test('a file that is damaged while the node runs is set aside, and a new one begun', async (t) => {
  const stateDir = folderOf(t, {})
  const first = journalIn(t, { stateDir })
  for (let n = 0; n < 20_000; n += 1) {
    first.journal.record(exchangeOf())
    if (n % 2_000 === 0) await first.journal.stats()
  }
  await first.journal.close()
  const { journal, warnings, file } = journalIn(t, { stateDir })
  await journal.search({}, 1)
  // All but its head, which says what it is, and is in memory by now.
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xee, 8192), { flag: 'r+' })
  const event = exchangeOf()
  await until(async () => {
    journal.record(event)
    const { entries } = await journal
      .search({ id: event.exchange }, 1)
      .catch(() => ({ entries: [] }))
    return entries.length === 1
  })
  t.true(existsSync(`${file}.damaged`))
  t.is(warnings.filter((sentence) => sentence.startsWith('the journal is damaged')).length, 1)
})

test('a full disk costs entries, which are counted, and one warning; then all goes on', async (t) => {
  const stateDir = folderOf(t, {})
  const full = journalIn(t, { stateDir, minFree: 2 ** 50 })
  const cause = 'y'.repeat(200)
  for (let n = 0; n < 60_000; n += 1) full.journal.record(exchangeOf({ cause: `${n}${cause}` }))
  await full.journal.stats()
  const { lost, entries } = await full.journal.stats()
  t.is(entries, 0)
  t.true(lost > 5_000 && lost < 60_000, `${lost}`)
  t.deepEqual(full.warnings, [
    'the journal cannot be written: what happens now may be missing there',
  ])
  await full.journal.close()
  const { journal, warnings } = journalIn(t, { stateDir })
  journal.record(exchangeOf())
  t.is((await journal.stats()).entries, 1)
  t.deepEqual(warnings, [])
})

test('a file that somebody removes is begun anew', async (t) => {
  const { journal, file } = journalIn(t, { stateDir: folderOf(t, {}) })
  journal.record(exchangeOf())
  await journal.stats()
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  const event = exchangeOf()
  await until(async () => {
    await journal.stats()
    return existsSync(file)
  })
  journal.record(event)
  await until(async () => (await journal.search({ id: event.exchange }, 1)).entries.length === 1)
  t.true(existsSync(file))
})

test('the file does not grow beyond its bound, however much is recorded', async (t) => {
  const { journal, file } = journalIn(t, { stateDir: folderOf(t, {}), maxBytes: 4 * 1024 ** 2 })
  const cause = 'y'.repeat(900)
  for (let n = 0; n < 40_000; n += 1) {
    journal.record(exchangeOf({ cause: `${n}${cause}` }))
    if (n % 500 !== 0) continue
    await until(async () => (await journal.stats()).bytes < 6 * 1024 ** 2)
  }
  await until(async () => (await journal.stats()).bytes <= 4 * 1024 ** 2)
  t.is((await journal.stats()).lost, 0)
  t.true(statSync(file).size < 20 * 1024 ** 2, `${statSync(file).size}`)
})

test('a process that is killed loses what it did not write: the last seconds at most', async (t) => {
  const stateDir = folderOf(t, {})
  const code = fileURLToPath(new URL('../support/journal-process.js', import.meta.url))
  const child = spawn(process.execPath, [code, stateDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await until(() => text.split('\n').length > 400)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { journal, warnings } = journalIn(t, { stateDir })
  const { entries } = await journal.search({}, 1)
  t.deepEqual(warnings, [])
  const times = text.trimEnd().split('\n')
  const last = entries[0]?.at ?? 0
  const before = times.filter((line) => Number(line.split(' ')[0]) < last)
  t.true(before.length > 0)
  for (const line of before.slice(-50)) {
    const id = line.split(' ')[1] ?? ''
    t.is((await journal.search({ id }, 2)).entries.length, 1)
  }
})

test('a command reads what a node has kept, while it runs and afterwards', async (t) => {
  const stateDir = folderOf(t, {})
  const settings = {
    journal: { enabled: true, retention: 3_600_000 },
    queue: { cluster: [], sentinels: [], sentinelName: 'x', prefix: 'waybill', minFree: 0 },
    stateDir,
    node: { uri: 'urn:node' },
  }
  await t.throwsAsync(openJournalForReading(settings), { code: 'WAYBILL_STATE_NOT_FOUND' })
  const { journal } = journalIn(t, { stateDir })
  const event = exchangeOf()
  journal.record(event)
  await journal.stats()
  for (const closed of [false, true]) {
    if (closed) await journal.close()
    const reader = await openJournalForReading(settings)
    t.deepEqual(exchangesIn((await reader.search({}, 10)).entries), [event.exchange])
    t.is((await reader.path(event.exchange)).length, 1)
    await reader.close()
  }
})
