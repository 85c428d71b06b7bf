/** A process that records exchanges without an end, and prints the id of each tenth: it is made to be killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SqliteJournal } from '../../src/store/journal/sqlite/journal.js'
import { exchangeOf } from './journal.js'

const [stateDir = ''] = process.argv.slice(2)
const journal = new SqliteJournal(
  { node: 'urn:node', stateDir, retention: 60_000, maxBytes: 1024 ** 3, minFree: 0 },
  { warn: () => undefined },
)
for (;;) {
  const events = Array.from({ length: 10 }, () => exchangeOf())
  for (const event of events) journal.record(event)
  process.stdout.write(`${Date.now()} ${events[0]?.exchange}\n`)
  await sleep(5)
}
