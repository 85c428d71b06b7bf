/** A damaged page of the file costs what stands in it, and is told; all else can be read, and the node goes on. */
import { closeSync, cpSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test, { type ExecutionContext } from 'ava'
import type { JournalQuery, JournalReader } from '../../src/store/journal/journal.js'
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { SqliteReader } from '../../src/store/journal/sqlite/reader.js'
import { folderOf } from '../support/folder.js'
import { exchangeOf } from '../support/journal.js'

const PAGE = 8192
const BOUNDS = { retention: 3_600_000, maxBytes: 1024 ** 3, minFree: 0 }
const ENTRIES = 6_000

const events = Array.from({ length: ENTRIES }, (_, n) => {
  const keys = [{ name: 'order', value: `order ${n}` }]
  return exchangeOf({ cause: `cause ${n}`, keys })
})

function journalAt(t: ExecutionContext, stateDir: string) {
  const warnings: string[] = []
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence) }
  const journal = new SqliteJournal({ node: 'urn:node', stateDir, ...BOUNDS }, log)
  t.teardown(() => journal.close())
  return { journal, warnings, file: join(stateDir, 'journal.db') }
}

function readerAt(t: ExecutionContext, stateDir: string) {
  const warnings: string[] = []
  const reader = SqliteReader.open({ stateDir, ...BOUNDS }, (sentence) => warnings.push(sentence))
  t.teardown(() => reader.close())
  return { reader, warnings }
}

/** A journal of all events, with an envelope of each hundredth. */
async function keptIn(t: ExecutionContext): Promise<string> {
  const stateDir = folderOf(t, {})
  const { journal } = journalAt(t, stateDir)
  for (const [n, event] of events.entries()) {
    journal.record(event)
    if (n % 100 === 0) {
      const envelope = `<e n="${n}">${'x'.repeat(30_000)}</e>`
      const { exchange } = event
      journal.capture({
        exchange,
        at: Date.now(),
        node: 'urn:node',
        direction: 'received',
        envelope,
      })
    }
    if (n % 1_000 === 0) await journal.stats()
  }
  await journal.close()
  return stateDir
}

/** A copy in which the pages of the file with these numbers are rubbish. */
function damaged(t: ExecutionContext, stateDir: string, pages: readonly number[], rubbish: Buffer) {
  const copy = folderOf(t, {})
  cpSync(stateDir, copy, { recursive: true })
  const file = openSync(join(copy, 'journal.db'), 'r+')
  for (const page of pages) writeSync(file, rubbish, 0, PAGE, (page - 1) * PAGE)
  closeSync(file)
  return copy
}

/** Numbers of the pages of a table or an index, of one kind. */
function pagesOf(stateDir: string, name: string, kind: string): readonly number[] {
  const database = new DatabaseSync(join(stateDir, 'journal.db'), { readOnly: true })
  const rows = database
    .prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno')
    .all(name, kind)
  database.close()
  return rows.map(({ pageno }) => Number(pageno))
}

async function all(journal: JournalReader, query: JournalQuery = {}): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: string | undefined; ; ) {
    const { entries, next } = await journal.search(query, 1_000, after)
    for (const { event } of entries) if (event.event === 'exchange') found.push(event.exchange)
    if (next === undefined) return found.toReversed()
    after = next
  }
}

const RUBBISH = [Buffer.alloc(PAGE), Buffer.alloc(PAGE, 0xee), Buffer.alloc(PAGE, '{"a":1}\n')]
const existing = events.map(({ exchange }) => exchange)

test('the head of the file, its inner pages and its indexes cost no entry', async (t) => {
  const stateDir = await keptIn(t)
  for (const [at, pages] of [
    [1],
    pagesOf(stateDir, 'page', 'internal'),
    pagesOf(stateDir, 'lines', 'internal'),
    pagesOf(stateDir, 'page_by_time', 'leaf'),
    pagesOf(stateDir, 'page', 'leaf'),
  ].entries()) {
    t.true(pages.length > 0, `${at}`)
    const copy = damaged(t, stateDir, pages, RUBBISH[at % RUBBISH.length] ?? Buffer.alloc(PAGE))
    const { reader, warnings } = readerAt(t, copy)
    t.deepEqual(await all(reader), existing)
    t.deepEqual(await all(reader, { id: existing[77] }), existing.slice(77, 78))
    t.deepEqual(await all(reader, { key: { value: 'order 77' } }), existing.slice(77, 78))
    t.is((await reader.envelopes(existing[100] ?? '')).length, 1)
    t.deepEqual(warnings, [
      `the journal is damaged: ${join(copy, 'journal.db')}. All entries could still be read`,
    ])
  }
})

test('damaged lines cost the entries in them, which are told with their times', async (t) => {
  const stateDir = await keptIn(t)
  const [, overflow = 0] = pagesOf(stateDir, 'lines', 'overflow')
  for (const [pages, rubbish] of [
    [pagesOf(stateDir, 'lines', 'leaf').slice(1, 2), RUBBISH[0]],
    [[overflow], RUBBISH[1]],
    [[overflow], RUBBISH[2]],
  ] as const) {
    const copy = damaged(t, stateDir, pages, rubbish ?? Buffer.alloc(PAGE))
    const { reader, warnings } = readerAt(t, copy)
    const found = new Set(await all(reader))
    t.true(found.size > 1_000 && found.size < ENTRIES, `${found.size}`)
    t.true(existing.filter((exchange) => found.has(exchange)).length === found.size)
    t.is(warnings.length, 1)
    const span = /\. (\d+) entries between (\S+Z) and (\S+Z) cannot be read, all else could$/
    const [, lost, from = '', to = ''] = span.exec(warnings[0] ?? '') ?? []
    t.is(Number(lost), ENTRIES - found.size)
    t.true(Date.parse(from) <= Date.parse(to), warnings[0])
  }
})

test('an envelope that is damaged costs no other', async (t) => {
  const stateDir = await keptIn(t)
  const [first = 0] = pagesOf(stateDir, 'envelope', 'overflow')
  for (const rubbish of RUBBISH.slice(0, 2)) {
    const copy = damaged(t, stateDir, [first], rubbish)
    const { reader, warnings } = readerAt(t, copy)
    const kept = existing.filter((_, n) => n % 100 === 0)
    const found = await Promise.all(kept.map(async (one) => (await reader.envelopes(one)).length))
    t.is(found.filter((envelopes) => envelopes === 1).length, kept.length - 1)
    t.is(warnings.length, 1)
    t.regex(warnings[0] ?? '', /\. 1 envelopes cannot be read, all else could$/)
  }
})

test('a node goes on with what can be read, notes what is new, and keeps the damaged files', async (t) => {
  const stateDir = await keptIn(t)
  const [overflow = 0] = pagesOf(stateDir, 'lines', 'overflow')
  const copy = damaged(t, stateDir, [overflow], Buffer.alloc(PAGE, 0xee))
  const file = join(copy, 'journal.db')
  const before = readFileSync(file)
  const first = journalAt(t, copy)
  const fresh = exchangeOf()
  first.journal.record(fresh)
  const found = await all(first.journal)
  t.true(found.length > ENTRIES / 2 && found.length <= ENTRIES)
  t.is(found.at(-1), fresh.exchange)
  t.deepEqual(await all(first.journal, { id: existing.at(-1) }), existing.slice(-1))
  t.is((await first.journal.stats()).lost, 0)
  t.is(first.warnings.length, 1)
  t.true(
    first.warnings[0]?.startsWith(
      `the journal is damaged: it was moved to ${file}.damaged, and a new one begun. `,
    ),
  )
  await first.journal.close()
  const aside = readFileSync(`${file}.damaged`)
  const at = (overflow - 1) * PAGE
  t.deepEqual(aside.subarray(at, at + PAGE), before.subarray(at, at + PAGE))

  const { reader, warnings } = readerAt(t, copy)
  t.deepEqual(await all(reader), found)
  t.deepEqual(warnings, [])
  await reader.close()

  const again = pagesOf(copy, 'page_by_time', 'leaf')
  const other = damaged(t, copy, again, Buffer.alloc(PAGE))
  const second = journalAt(t, other)
  t.deepEqual(await all(second.journal), found)
  t.deepEqual(second.warnings, [
    `the journal is damaged: it was moved to ${second.file}.damaged.2, and a new one begun. All entries could still be read`,
  ])
  t.deepEqual(readFileSync(`${second.file}.damaged`), aside)
})

test('what waits to be written when the damage shows is in the new file, once', async (t) => {
  const stateDir = await keptIn(t)
  const copy = damaged(
    t,
    stateDir,
    pagesOf(stateDir, 'sqlite_sequence', 'leaf'),
    Buffer.alloc(PAGE),
  )
  const { journal, warnings } = journalAt(t, copy)
  const fresh = [exchangeOf(), exchangeOf()]
  for (const event of fresh) {
    journal.record(event)
    t.deepEqual(await all(journal, { id: event.exchange }), [event.exchange])
  }
  t.deepEqual(await all(journal), [...existing, ...fresh.map(({ exchange }) => exchange)])
  t.is((await journal.stats()).entries, ENTRIES + fresh.length)
  t.is(warnings.length, 1)
})
