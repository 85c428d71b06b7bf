/** Who reports a problem that nodes of a queue share: one of them, on both stores, and another once that one is gone. */
import test, { type ExecutionContext } from 'ava'
import type { Problem } from '../../src/operate/problems/problem.js'
import { problemLog, Reporting } from '../../src/operate/problems/reporting.js'
import { StoreClaim } from '../../src/operate/problems/store-claim.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { problemOf } from '../support/problems.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis } from '../support/redis/redis.js'
import { openSqlite } from '../support/sqlite-queue.js'

const STORES: Readonly<Record<string, (t: ExecutionContext) => Promise<() => Promise<JobQueue>>>> =
  {
    SQLite: async (t) => {
      const stateDir = folderOf(t, {})
      return () => openSqlite({ stateDir })
    },
    Redis: async (t) => {
      const redis = await anyRedis()
      t.teardown(() => redis.close())
      const prefix = `claims-${process.pid}`
      return () => openQueue({ url: redis.url, prefix })
    },
  }

/** A clock of the test for all nodes, and a node for each name. */
async function nodesOn(
  t: ExecutionContext,
  open: () => Promise<JobQueue>,
  names: readonly string[],
) {
  const at = { now: 1_000_000_000 }
  const clocks = { wall: () => at.now, steady: () => at.now }
  const nodes = await Promise.all(
    names.map(async (name) => {
      const queue = await open()
      t.teardown(() => queue.close())
      const claim = new StoreClaim(() => queue, name, clocks)
      const heard: string[] = []
      const reporting = new Reporting(claim, [
        (state, { subject }) => void heard.push(`${subject} ${state}`),
      ])
      return { claim, heard, queue, hear: reporting.hear }
    }),
  )
  return { at, nodes }
}

const shared = (values: Partial<Problem> = {}) =>
  problemOf({ name: 'dead-letters', subject: 'x', shared: true, ...values })

for (const [name, store] of Object.entries(STORES)) {
  test(`${name}: of several nodes one has the claim, and another once it ends or is released`, async (t) => {
    const { at, nodes } = await nodesOn(t, await store(t), ['one', 'two', 'three'])
    const holders = () => nodes.filter(({ claim }) => claim.holds)
    const renew = () => Promise.all(nodes.map(({ claim }) => claim.renew()))
    await renew()
    t.is(holders().length, 1)
    const [first] = holders()
    // It is renewed before it ends, so that it stays where it is.
    for (let step = 0; step < 20; step += 1) {
      at.now += 15_000
      await renew()
      t.deepEqual(holders(), [first])
    }
    await first?.claim.release()
    const others = nodes.filter((one) => one !== first)
    at.now += 5_000
    await Promise.all(others.map(({ claim }) => claim.renew()))
    t.is(holders().length, 1)
    const [second] = holders()
    // Its process has ended without a word.
    at.now += 61_000
    const [third] = others.filter((one) => one !== second)
    await third?.claim.renew()
    t.true(third?.claim.holds)
    await second?.claim.renew()
    t.false(second?.claim.holds)
  })
}

test('what is shared is reported by the holder alone, and what is a node’s own by each', async (t) => {
  const { nodes } = await nodesOn(t, await (STORES.SQLite?.(t) ?? t.fail()), ['one', 'two'])
  const reported = () => nodes.flatMap(({ heard }) => heard)
  for (const { hear } of nodes) {
    hear('begins', shared())
    hear('begins', problemOf({ subject: 'own' }))
  }
  await until(() => reported().length === 3)
  t.deepEqual(reported().toSorted(), ['own begins', 'own begins', 'x begins'])
  for (const { hear } of nodes) hear('goes-on', shared())
  await until(() => reported().length === 4)
  for (const { hear } of nodes) hear('ends', shared())
  t.is(reported().filter((one) => one === 'x ends').length, 1)
})

test('while the store does not answer, who had the claim reports, and after five minutes each does', async (t) => {
  const { at, nodes } = await nodesOn(t, await (STORES.SQLite?.(t) ?? t.fail()), ['one', 'two'])
  const [one, two] = nodes
  await one?.claim.renew()
  await two?.claim.renew()
  t.true(one?.claim.holds)
  for (const { queue } of nodes) await queue.close()
  at.now += 299_000
  for (const { claim } of nodes) await claim.renew()
  t.deepEqual([one?.claim.holds, two?.claim.holds], [true, false])
  at.now += 5_000
  await two?.claim.renew()
  t.true(two?.claim.holds)
})

test('where the store has never answered, every node reports', async (t) => {
  const gone = {
    problem: 'there is no connection',
    head: () => Promise.reject(new Error('asked')),
    keepHead: () => Promise.reject(new Error('asked')),
  }
  const claim = new StoreClaim(() => gone, 'one')
  await claim.renew()
  t.true(claim.holds)
  await claim.release()
})

test('who has lost the claim leaves to the other node what goes on', async (t) => {
  const { at, nodes } = await nodesOn(t, await (STORES.SQLite?.(t) ?? t.fail()), ['one', 'two'])
  const [one, two] = nodes
  one?.hear('begins', shared())
  await until(() => one?.heard.length === 1)
  // The process of the first was held for a while.
  at.now += 61_000
  two?.hear('begins', shared())
  await until(() => two?.heard.length === 1)
  at.now += 5_000
  one?.hear('goes-on', shared())
  await until(() => one?.heard.length === 2)
  t.deepEqual(one?.heard, ['x begins', 'x left'])
  t.deepEqual(two?.heard, ['x begins'])
})

test('the log has a line at the begin of a problem and one at its end, but none for each start', (t) => {
  const lines: string[] = []
  const write =
    (level: string) =>
    (fields: object, text = '') => {
      lines.push(`${level} ${'problem' in fields ? String(fields.problem) : ''}: ${text}`)
    }
  const hear = problemLog({ info: write('info'), warn: write('warn'), error: write('error') })
  for (const state of ['begins', 'goes-on', 'ends'] as const) {
    hear(state, problemOf())
    hear(state, problemOf({ name: 'backlog', severity: 'warning' }))
    hear(state, problemOf({ name: 'not-started' }))
  }
  t.deepEqual(lines, [
    'error destination-down: bank is down',
    'warn backlog: bank is down',
    'info destination-down: over: bank is down',
    'info backlog: over: bank is down',
  ])
})
