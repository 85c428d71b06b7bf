/** A clock that is set back costs no entry: each is found by its id and its time. */
import test, { type ExecutionContext } from 'ava'
import type { Journal } from '../../src/store/journal/journal.js'
import { MemoryJournal } from '../../src/store/journal/memory/journal.js'
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { folderOf } from '../support/folder.js'
import { exchangeOf, exchangesIn } from '../support/journal.js'

const HOUR = 3_600_000
const bounds = { node: 'urn:node', retention: 24 * HOUR, maxBytes: 1024 ** 3 }

const KINDS: readonly (readonly [string, (t: ExecutionContext) => Journal])[] = [
  ['memory', () => new MemoryJournal(bounds)],
  [
    'sqlite',
    (t) =>
      new SqliteJournal(
        { ...bounds, stateDir: folderOf(t, {}), minFree: 0 },
        { warn: () => undefined },
      ),
  ],
]

for (const [name, open] of KINDS) {
  test.serial(`${name}: an hour back and forth`, async (t) => {
    const { now } = Date
    t.teardown(() => {
      Date.now = now
    })
    const journal = open(t)
    const begun = now()
    const recorded: (readonly [string, number])[] = []
    for (const hour of [0, -1, -2, 0, -1]) {
      for (let n = 0; n < 100; n += 1) {
        const at = begun + hour * HOUR + n
        Date.now = () => at
        const event = exchangeOf()
        journal.record(event)
        recorded.push([event.exchange, at])
      }
    }
    Date.now = now
    const { entries } = await journal.search({}, 1_000)
    t.is(entries.length, 500)
    const times = entries.map(({ at }) => at)
    t.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    )
    t.is((await journal.stats()).oldest, begun - 2 * HOUR)
    for (const [id, at] of recorded.filter((_, index) => index % 50 === 0)) {
      const found = (await journal.search({ id, since: at, until: at + 1 }, 10)).entries
      t.deepEqual(exchangesIn(found), [id])
      t.deepEqual(
        found.map((one) => one.at),
        [at],
      )
    }
    await journal.close()
  })
}
