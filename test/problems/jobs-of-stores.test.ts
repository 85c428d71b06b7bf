/** What is found in real stores: dead letters by their causes, and what waits for a destination that is down. */
import test, { type ExecutionContext } from 'ava'
import { deadLetters } from '../../src/operate/problems/sources/dead-letters.js'
import { destinationsDown } from '../../src/operate/problems/sources/destinations.js'
import { QueueReadings } from '../../src/operate/problems/sources/queue-readings.js'
import { FinalFailure } from '../../src/store/queue/job.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { ACCEPTED, forwardOf, jobOf, planOf, until, working } from '../support/jobs.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis } from '../support/redis/redis.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { PATIENCE } from '../support/waiting.js'

const STORES: Readonly<Record<string, (t: ExecutionContext) => Promise<JobQueue>>> = {
  SQLite: async (t) => {
    const queue = await openSqlite()
    t.teardown(() => queue.close())
    return queue
  },
  Redis: async (t) => {
    const redis = await anyRedis()
    const prefix = `problems-${process.pid}-${t.title.length}`
    const queue = await openQueue({ url: redis.url, prefix })
    t.teardown(async () => {
      await queue.close()
      await redis.close()
    })
    return queue
  },
}

const readingsOf = (queue: JobQueue) =>
  new QueueReadings({ queue: () => queue, worker: () => undefined }, PATIENCE)

for (const [name, store] of Object.entries(STORES)) {
  test(`${name}: dead letters of two causes are two problems, and each is over once its last is gone`, async (t) => {
    const queue = await store(t)
    const causes = new Map<string, string>()
    await working(t, queue, async ({ id }) => {
      throw new FinalFailure(causes.get(id) ?? '')
    })
    const accepted = Date.now() - 60_000
    const bury = async (count: number, cause: (index: number) => string, to: string) => {
      for (let index = 0; index < count; index += 1) {
        const job = jobOf({ label: { operation: '{urn:x}Add', to }, accepted: accepted + index })
        causes.set(job.id, cause(index))
        await queue.add(job, planOf())
      }
    }
    const user = 'http://me:secret@bank.example/'
    await bury(5, (index) => `order ${index} of "x${index}" failed`, user)
    await bury(2, () => 'the ledger is closed', 'http://ledger.example/')
    await until(async () => (await queue.admin.stats()).dead === 7)
    const source = deadLetters(readingsOf(queue))
    const found = await source.find()
    t.deepEqual(
      found.map(({ subject, waiting, examples = [] }) => [subject, waiting, examples.length]),
      [
        ['{urn:x}Add to http://bank.example/: order # of … failed', 5, 5],
        ['{urn:x}Add to http://ledger.example/: the ledger is closed', 2, 2],
      ],
    )
    t.false(JSON.stringify(found).includes('secret'))
    t.true((found[0]?.oldest ?? 0) >= 60_000)
    t.true((found[0]?.since ?? 0) > accepted)
    for (const { id, cause } of await queue.admin.list({ state: ['dead'] })) {
      if (cause?.includes('ledger')) await queue.admin.remove(id)
    }
    // Its numbers are read every few seconds.
    const fresh = deadLetters(readingsOf(queue))
    t.deepEqual(
      (await fresh.find()).map(({ waiting }) => waiting),
      [5],
    )
  })

  test(`${name}: what waits for a destination that is down is counted, with the oldest`, async (t) => {
    const queue = await store(t)
    const later = Date.now() + 3_600_000
    await working(t, queue, async (job) =>
      job.kind === 'forward'
        ? { kind: 'postponed', until: later, cause: 'its circuit is open', untried: true }
        : ACCEPTED,
    )
    const accepted = Date.now() - 900_000
    for (let index = 0; index < 3; index += 1) {
      const own = { id: `bank-${index}`, way: 'bank', accepted: accepted + index }
      await queue.add(forwardOf(own), planOf())
    }
    const to = 'http://other.example/soap'
    const way = 'http://other.example'
    const other = forwardOf({ id: 'other', way, to, label: { to }, accepted })
    const { destination: _, ...unnamed } = other
    await queue.add(unnamed, planOf())
    await until(async () => (await queue.admin.stats()).delayed === 4)
    const circuit = {
      since: accepted,
      next: Date.now() + 30_000,
      trying: false,
      failures: 5,
      cause: 'connect ECONNREFUSED',
    }
    const source = destinationsDown(
      () => [
        { ...circuit, destination: 'bank' },
        { ...circuit, destination: 'http://other.example' },
        { ...circuit, destination: 'idle' },
      ],
      () => queue.admin,
    )
    const found = await source.find()
    t.deepEqual(
      found.map(({ subject, waiting }) => [subject, waiting]),
      [
        ['bank', 3],
        ['http://other.example', 1],
        ['idle', 0],
      ],
    )
    t.regex(
      found[0]?.summary ?? '',
      /bank is open after 5 failures in a row; the next try is in (29|30) seconds\. 3 messages wait for it, the oldest for 15 minutes\./,
    )
    t.true((found[0]?.oldest ?? 0) >= 900_000)
  })
}
