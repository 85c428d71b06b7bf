/** A journal that version 0.2 wrote before it knew business keys is read on, and written on. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { SqliteReader } from '../../src/store/journal/sqlite/reader.js'
import { folderOf } from '../support/folder.js'
import { exchangeOf, exchangesIn } from '../support/journal.js'

/** 1,050 exchanges in two pages, eleven jobs, a refusal, and an envelope. */
const OLD = new URL('../fixtures/journal/journal-0.2.db.gz', import.meta.url)
const ENTRIES = 1_062
/** It is as old as this file: nothing of it goes by its age. */
const BOUNDS = { retention: 1e14, maxBytes: 1024 ** 3, minFree: 0 }

function oldIn(t: ExecutionContext): string {
  const stateDir = folderOf(t, {})
  writeFileSync(join(stateDir, 'journal.db'), gunzipSync(readFileSync(OLD)), { mode: 0o600 })
  return stateDir
}

test('a node goes on with the file: nothing is lost, set aside or written anew', async (t) => {
  const stateDir = oldIn(t)
  const warnings: string[] = []
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence) }
  const journal = new SqliteJournal({ node: 'urn:node', stateDir, ...BOUNDS }, log)
  t.teardown(() => journal.close())
  t.is((await journal.stats()).entries, ENTRIES)
  const { entries } = await journal.search({ id: 'urn:m:7' }, 10)
  t.deepEqual(exchangesIn(entries), ['00000000-0000-7000-8000-000000000007'])
  t.is((await journal.search({ outcome: ['fault'], operation: 'Echo' }, 100)).entries.length, 7)
  t.is((await journal.envelopes('00000000-0000-7000-8000-000000000007')).length, 1)
  t.is((await journal.path('00000000-0000-7000-8000-000000000000')).length, 2)
  t.deepEqual((await journal.search({ key: { value: 'urn:m:7' } }, 10)).entries, [])

  const event = exchangeOf({ keys: [{ name: 'mrn', value: '24DE1' }] })
  journal.record(event)
  const found = await journal.search({ key: { value: '24DE1' } }, 10)
  t.deepEqual(exchangesIn(found.entries), [event.exchange])
  t.is((await journal.stats()).entries, ENTRIES + 1)
  t.deepEqual(warnings, [])
})

test('a command reads the file, and changes nothing', async (t) => {
  const stateDir = oldIn(t)
  const reader = SqliteReader.open({ stateDir, ...BOUNDS })
  t.teardown(() => reader.close())
  t.is((await reader.search({}, 2_000)).entries.length, ENTRIES)
  t.deepEqual((await reader.search({ key: { name: 'mrn', value: '1' } }, 10)).entries, [])
  t.deepEqual(readFileSync(join(stateDir, 'journal.db')), gunzipSync(readFileSync(OLD)))
})
