/** Pages of several journals are told as if one journal had all that they have. */
import test from 'ava'
import type { Journal, JournalEntry, JournalPage } from '../../../src/store/journal/journal.js'
import { MemoryJournal } from '../../../src/store/journal/memory/journal.js'
import { mergedPages, mergedStats } from '../../../src/store/journal/nodes/merged.js'
import { exchangeOf } from '../../support/exchanges.js'

const entry = (key: string): JournalEntry => ({ key, at: 1, node: 'n', event: exchangeOf() })
const page = (next: string | undefined, ...keys: readonly string[]): JournalPage => ({
  entries: keys.map(entry),
  next,
})
const keysOf = ({ entries, next }: JournalPage) => [entries.map(({ key }) => key).join(''), next]

test('entries come in the order of their keys, each once, and none that another may go before', (t) => {
  t.deepEqual(keysOf(mergedPages([page(undefined, 'e', 'b'), page(undefined, 'd', 'b')], 9)), [
    'edb',
    undefined,
  ])
  // The second one may have a d as well: what is older than its last entry waits.
  t.deepEqual(keysOf(mergedPages([page(undefined, 'e', 'b', 'a'), page('c', 'f', 'c')], 9)), [
    'fec',
    'c',
  ])
  t.deepEqual(keysOf(mergedPages([page(undefined, 'e', 'b'), page(undefined, 'd')], 2)), [
    'ed',
    'd',
  ])
  t.deepEqual(keysOf(mergedPages([page(undefined), page('c')], 9)), ['', 'c'])
  t.deepEqual(keysOf(mergedPages([], 9)), ['', undefined])
})

test('page by page, three journals give what they have, without a gap and in order', async (t) => {
  const journals: readonly Journal[] = ['urn:a', 'urn:b', 'urn:c'].map(
    (node) => new MemoryJournal({ node, retention: 3_600_000, maxBytes: 16 * 1024 ** 2 }),
  )
  t.teardown(() => Promise.all(journals.map((one) => one.close())).then(() => undefined))
  const recorded: string[] = []
  for (let n = 0; n < 3_000; n += 1) {
    const event = exchangeOf()
    recorded.push(event.exchange)
    journals[(n * 7 + Math.floor(n / 100)) % 3]?.record(event)
  }
  const found: JournalEntry[] = []
  for (let after: string | undefined; ; ) {
    const pages = await Promise.all(journals.map((one) => one.search({}, 64, after)))
    const { entries, next } = mergedPages(pages, 64)
    t.true(entries.length <= 64)
    found.push(...entries)
    if (next === undefined) break
    after = next
  }
  const keys = found.map(({ key }) => key)
  t.deepEqual(keys, keys.toSorted().reverse())
  const exchanges = found.map(({ event }) => ('exchange' in event ? event.exchange : ''))
  t.deepEqual(exchanges.toSorted(), recorded.toSorted())
})

test('numbers of journals are added up, and the oldest entry is that of all', (t) => {
  const stats = { entries: 2, bytes: 10, oldest: 5, lost: 1 }
  t.deepEqual(mergedStats([stats, { ...stats, oldest: 3 }, { ...stats, oldest: undefined }]), {
    entries: 6,
    bytes: 30,
    oldest: 3,
    lost: 3,
  })
})
