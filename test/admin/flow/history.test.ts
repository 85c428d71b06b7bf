/** The flow of an hour, a day and a week: what is counted by the minute is kept over restarts, and read in steps. */
import test, { type ExecutionContext } from 'ava'
import type { ExchangeEnded } from '../../../src/message/events/events.js'
import { Flow } from '../../../src/operate/admin/flow/flow.js'
import { FlowHistory } from '../../../src/operate/admin/flow/history.js'
import type { Journal } from '../../../src/store/journal/journal.js'
import { MemoryJournal } from '../../../src/store/journal/memory/journal.js'
import { RedisJournal } from '../../../src/store/journal/redis/journal.js'
import { SqliteJournal } from '../../../src/store/journal/sqlite/journal.js'
import { folderOf } from '../../support/folder.js'
import { anyRedis } from '../../support/redis/redis.js'
import { SILENT } from '../../support/silent.js'

const MINUTE = 60_000
const ADD = '{urn:example:calculator}Add'
const BOUNDS = { retention: 3_600_000, maxBytes: 16 * 1024 ** 2 }

function ended(more: Partial<ExchangeEnded> = {}): ExchangeEnded {
  return {
    event: 'exchange',
    exchange: 'x',
    transport: 'http',
    soap: '1.1',
    outcome: 'reply',
    operation: ADD,
    ms: 2,
    ...more,
  }
}

/** A node that counts, with a clock that the test turns; in the middle of a minute. */
function counting(journal: Pick<Journal, 'minutes'>, now = 29_000_000 * MINUTE + MINUTE / 2) {
  const clock = { now }
  const flow = new Flow([ADD], () => clock.now)
  const history = new FlowHistory({
    counts: flow.minute,
    store: journal.minutes,
    waiting: () => 3,
    version: '1.2.3',
    most: 10,
    clock: () => clock.now,
  })
  return {
    clock,
    flow,
    history,
    /** Ends the minute, as the timer does. */
    turn() {
      history.flush()
      clock.now += MINUTE
    },
  }
}

const memory = () => new MemoryJournal({ node: 'urn:node', ...BOUNDS })
const sum = (counts: readonly number[] = []) => counts.reduce((all, one) => all + one, 0)

test('an hour has minutes, a day five of them, a week hours: never more than 300 steps', async (t) => {
  const { flow, history, turn, clock } = counting(memory())
  for (let minute = 0; minute < 70; minute++) {
    flow.observe(ended())
    if (minute % 2 === 0) flow.observe(ended({ outcome: 'fault', code: 'Client' }))
    if (minute % 5 === 0) flow.observe(ended({ outcome: 'fault', code: 'Server', ms: 900 }))
    turn()
  }
  for (const [name, step, steps, count] of [
    ['1h', MINUTE, 60, 60 + 30 + 12],
    ['1d', 5 * MINUTE, 288, 70 + 35 + 14],
    ['1w', 60 * MINUTE, 168, 70 + 35 + 14],
  ] as const) {
    const read = await history.read(name)
    t.is(read?.step, step)
    t.is(read?.at, Math.floor(clock.now / MINUTE) * MINUTE, name)
    t.is(read?.backlog.length, steps)
    t.is(read?.backlog.at(-1), 3)
    const [line] = read?.lines ?? []
    t.like(line, { transport: 'http', operation: ADD })
    for (const numbers of [line?.count, line?.failed, line?.p50, line?.p95, line?.p99]) {
      t.is(numbers?.length, steps)
    }
    t.is(sum(line?.count), count, name)
    t.is(sum(line?.failed), sum(line?.clientFaults) + sum(line?.serverFaults))
  }
  const [hour] = (await history.read('1w'))?.lines ?? []
  t.is(hour?.serverFaults.at(-1), 12)
  t.is(hour?.clientFaults.at(-1), 30)
  const near = (ms: number | null | undefined, right: number) =>
    t.true(Math.abs((ms ?? 0) - right) / right < 0.1, `${ms} is not near ${right}`)
  near(hour?.durations?.p50, 2)
  near((await history.read('1d'))?.durations.p99, 900)
  near(hour?.p50.at(-1), 2)
  near(hour?.p99.at(-1), 900)
})

test('a minute without messages is a step with none', async (t) => {
  const { flow, history, turn } = counting(memory())
  flow.observe(ended())
  turn()
  turn()
  flow.observe(ended())
  turn()
  const read = await history.read('1h')
  t.deepEqual(read?.lines[0]?.count.slice(-3), [1, 0, 1])
  t.deepEqual(read?.lines[0]?.p50.slice(-2, -1), [null])
  t.deepEqual(read?.backlog.slice(-4), [null, 3, 3, 3])
})

test('a clock that jumps loses nothing: what is counted is in the minute that the clock has', async (t) => {
  const { flow, history, turn, clock } = counting(memory())
  flow.observe(ended())
  turn()
  clock.now += 30 * MINUTE
  flow.observe(ended())
  turn()
  clock.now -= 31 * MINUTE
  flow.observe(ended())
  turn()
  clock.now += 30 * MINUTE
  const counts = (await history.read('1h'))?.lines[0]?.count ?? []
  t.is(sum(counts), 3)
  t.is(Math.max(...counts), 1)
})

test('names that peers make up, and operations that only pass, are bounded in a minute', async (t) => {
  const { flow, history, turn } = counting(memory())
  for (let number = 0; number < 500; number++) {
    flow.observe(ended({ operation: `{urn:x}No${number}`, outcome: 'fault', code: 'Client' }))
    flow.observe(ended({ operation: `{urn:y}Passed${number}` }))
  }
  flow.observe(ended())
  const [lines] = [flow.minute.take()]
  t.true(lines.length <= 52, `${lines.length}`)
  t.true(lines.some(({ operation }) => operation === ADD))
  t.is(sum(lines.map(({ done }) => done)), 501)
  t.is(sum(lines.map(({ clientFault }) => clientFault)), 500)
  turn()
  t.deepEqual((await history.read('1h'))?.lines, [], 'what was taken is counted once')
})

test('what is read is read once a minute, and again after a failure', async (t) => {
  let reads = 0
  let fails = true
  const store = memory().minutes
  const { history, turn } = counting({
    minutes: {
      keep: (record) => store.keep(record),
      async read(...wanted) {
        reads += 1
        if (fails) throw new Error('the disk is gone')
        return store.read(...wanted)
      },
    },
  })
  await t.throwsAsync(history.read('1d'), { message: 'the disk is gone' })
  fails = false
  await Promise.all([history.read('1d'), history.read('1d')])
  await history.read('1d')
  t.is(reads, 2)
  turn()
  await history.read('1d')
  t.is(reads, 3)
})

test('without a journal there is nothing to read, and nothing fails', async (t) => {
  const { flow, history, turn } = counting({ minutes: undefined })
  history.start()
  flow.observe(ended())
  turn()
  t.false(history.isKept)
  t.is(await history.read('1h'), undefined)
  t.deepEqual(
    history.marks(0).map(({ kind, text }) => [kind, text]),
    [['start', '1.2.3']],
  )
  await history.close()
})

const STORES: Readonly<
  Record<string, (t: ExecutionContext) => Promise<(node?: string) => Journal>>
> = {
  async sqlite(t) {
    const stateDir = folderOf(t, {})
    return (node = 'urn:node') =>
      new SqliteJournal({ node, ...BOUNDS, stateDir, minFree: 0 }, SILENT)
  },
  async redis(t) {
    const redis = await anyRedis()
    t.teardown(() => redis.close())
    const address = { url: redis.url, cluster: [], sentinels: [], sentinelName: 'mymaster' }
    const prefix = `history-${process.pid}`
    return (node = 'urn:node') => new RedisJournal({ address, prefix, ...BOUNDS }, node, SILENT)
  },
}

for (const [name, store] of Object.entries(STORES)) {
  test(`${name}: counts and marks outlive a restart; those of another node are its own`, async (t) => {
    const open = await store(t)
    const first = open()
    const before = counting(first)
    before.history.start()
    before.clock.now += 1
    before.flow.observe(ended())
    before.turn()
    before.history.reloaded(['routes', 'destinations.ledger'])
    before.flow.observe(ended())
    before.clock.now += 1
    await before.history.close()
    await first.close()

    const second = open()
    const other = open('urn:other')
    t.teardown(async () => {
      await second.close()
      await other.close()
    })
    const elsewhere = counting(other, before.clock.now)
    elsewhere.flow.observe(ended({ transport: 'smtp' }))
    elsewhere.turn()
    const after = counting(second, before.clock.now + 1)
    after.history.start()
    t.teardown(() => after.history.close())
    after.flow.observe(ended())
    after.turn()
    after.clock.now += MINUTE
    const read = await after.history.read('1h')
    t.is(sum(read?.lines[0]?.count), 3)
    t.deepEqual(
      read?.lines.map(({ transport }) => transport),
      ['http'],
    )
    t.deepEqual(
      read?.marks.map(({ kind, text }) => [kind, text]),
      [
        ['start', '1.2.3'],
        ['reload', 'routes, destinations.ledger'],
        ['stop', ''],
        ['start', '1.2.3'],
      ],
    )
  })
}
