/** The journal on a real Redis: shared by nodes, bounded, and never in the way when Redis is not well. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import {
  RedisJournal,
  type RedisJournalOptions,
  RedisReader,
} from '../../../src/store/journal/redis/journal.js'
import { exchangeOf } from '../../support/exchanges.js'
import { until } from '../../support/jobs.js'
import { redisCluster } from '../../support/redis/many.js'
import { anyRedis, type OwnRedis, ownRedis } from '../../support/redis/redis.js'

let shared: Awaited<ReturnType<typeof anyRedis>>
let prefixes = 0

test.before(async () => {
  shared = await anyRedis()
})
test.after.always(() => shared?.close())

const HOUR = 3_600_000

function optionsOf(url: string, more: Partial<RedisJournalOptions> = {}): RedisJournalOptions {
  prefixes += 1
  return {
    address: { url, cluster: [], sentinels: [], sentinelName: 'mymaster' },
    prefix: `journal-${process.pid}-${prefixes}`,
    retention: HOUR,
    maxBytes: 1024 ** 2,
    ...more,
  }
}

function opened(t: ExecutionContext, options: RedisJournalOptions, node = 'urn:node:1') {
  const warnings: string[] = []
  const say = (_: object, sentence?: string) => warnings.push(sentence ?? '')
  const journal = new RedisJournal(options, node, { warn: say, info: say })
  t.teardown(() => journal.close())
  return { journal, warnings }
}

const operations = (entries: readonly JournalEntry[]) =>
  entries.map(({ event }) => (event.event === 'exchange' ? event.operation : event.event))

test('nodes that share a Redis see what each of them kept, and so does who only reads', async (t) => {
  const options = optionsOf(shared.url)
  const one = opened(t, options, 'urn:node:1').journal
  const two = opened(t, options, 'urn:node:2').journal
  const first = exchangeOf({ operation: 'One', traceId: 'f'.repeat(32) })
  one.record(first)
  await one.flush()
  two.record(exchangeOf({ operation: 'Two', traceId: 'f'.repeat(32) }))
  await two.flush()
  const reader = new RedisReader(options)
  t.teardown(() => reader.close())
  for (const journal of [one, two, reader]) {
    const { entries, next } = await journal.search({}, 10)
    t.deepEqual(operations(entries), ['Two', 'One'])
    t.deepEqual(
      entries.map(({ node }) => node),
      ['urn:node:2', 'urn:node:1'],
    )
    t.is(next, undefined)
    t.deepEqual(operations(await journal.path(first.exchange)), ['One', 'Two'])
    const { entries: count, oldest, lost } = await journal.stats()
    t.deepEqual([count, lost, oldest], [2, 0, entries[1]?.at])
  }
  const { entries } = await reader.search({ node: 'urn:node:2', operation: 'Two' }, 10)
  t.is(entries.length, 1)
})

test('who follows hears of all nodes, from then on', async (t) => {
  const options = optionsOf(shared.url)
  const one = opened(t, options, 'urn:node:1').journal
  const two = opened(t, options, 'urn:node:2').journal
  const ending = new AbortController()
  const heard: string[] = []
  const done = (async () => {
    for await (const { node } of one.follow(ending.signal)) {
      heard.push(node)
      if (heard.length === 2) ending.abort()
    }
  })()
  one.record(exchangeOf())
  two.record(exchangeOf())
  await Promise.all([one.flush(), two.flush()])
  await done
  t.deepEqual(heard.toSorted(), ['urn:node:1', 'urn:node:2'])
})

test('what is too much goes, the oldest first, and Redis has no more than the bound by much', async (t) => {
  const maxBytes = 100_000
  const options = optionsOf(shared.url, { maxBytes })
  const { journal, warnings } = opened(t, options)
  for (let page = 0; page < 60; page += 1) {
    for (let index = 0; index < 100; index += 1) {
      journal.record(
        exchangeOf({ operation: `Op${page}`, messageId: `${page}/${index}`, cause: randomUUID() }),
      )
    }
    journal.capture({
      exchange: `e${page}`,
      at: Date.now(),
      node: 'urn:node:1',
      direction: 'received',
      envelope: `<a>${page}</a>`,
    })
    await journal.flush()
    t.true((await journal.stats()).bytes <= maxBytes)
  }
  const { bytes, entries } = await journal.stats()
  t.true(bytes <= maxBytes && bytes > maxBytes / 2, `${bytes}`)
  t.true(entries < 6000 && entries > 100, `${entries}`)
  t.is((await journal.search({ id: '0/0' }, 1)).entries.length, 0)
  t.is((await journal.search({ id: '59/99' }, 1)).entries.length, 1)
  t.deepEqual(await journal.envelopes('e0'), [])
  t.is((await journal.envelopes('e59'))[0]?.envelope, '<a>59</a>')
  const redis = new Redis(shared.url)
  t.teardown(() => redis.disconnect())
  const keys = await redis.keys(`{${options.prefix}}*`)
  const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)))
  const used = sizes.reduce<number>((sum, size) => sum + Number(size), 0)
  t.log(`${entries} entries in ${bytes} bytes, ${used} of Redis' memory`)
  t.true(used < 2 * maxBytes, `${used}`)
  t.deepEqual(warnings, [])
})

test('what is too old is not found, and goes by itself', async (t) => {
  const options = optionsOf(shared.url, { retention: 5_000 })
  const { journal } = opened(t, options)
  journal.record(exchangeOf())
  await journal.flush()
  t.is((await journal.search({}, 10)).entries.length, 1)
  await until(async () => (await journal.search({}, 10)).entries.length === 0)
  const redis = new Redis(shared.url)
  t.teardown(() => redis.disconnect())
  await until(async () => (await redis.keys(`{${options.prefix}}*`)).length === 0)
})

test('pages of any number are found one after the other, without one twice', async (t) => {
  const { journal } = opened(t, optionsOf(shared.url, { maxBytes: 64 * 1024 ** 2 }))
  for (let page = 0; page < 250; page += 1) {
    journal.record(exchangeOf({ messageId: String(page) }))
    await journal.flush()
  }
  const found: string[] = []
  for (let after: string | undefined; ; ) {
    const { entries, next } = await journal.search({}, 40, after)
    found.push(...entries.map(({ key }) => key))
    after = next
    if (next === undefined) break
  }
  t.is(new Set(found).size, 250)
  t.is(found.length, 250)
  t.deepEqual(found, found.toSorted().reverse())
  t.is((await journal.search({ id: '7' }, 1)).entries.length, 1)
})

test('the journal is one node of a Cluster', async (t) => {
  const cluster = await redisCluster()
  t.teardown(() => cluster.close())
  const options = optionsOf('')
  const { journal } = opened(t, {
    ...options,
    address: { ...options.address, url: undefined, cluster: cluster.urls },
  })
  journal.record(exchangeOf({ operation: 'One' }))
  journal.capture({
    exchange: 'e',
    at: Date.now(),
    node: 'urn:node:1',
    direction: 'sent',
    envelope: '<a/>',
  })
  await journal.flush()
  t.deepEqual(operations((await journal.search({}, 10)).entries), ['One'])
  t.is((await journal.envelopes('e')).length, 1)
})

async function own(t: ExecutionContext, options: readonly string[] = []): Promise<OwnRedis> {
  const redis = await ownRedis(options)
  t.teardown(() => redis.close())
  return redis
}

test.serial(
  'while Redis is down nothing waits, one warning is given, and what fits is kept later',
  async (t) => {
    const redis = await own(t)
    const { journal, warnings } = opened(t, optionsOf(redis.url))
    journal.record(exchangeOf({ operation: 'Before' }))
    await journal.flush()
    await redis.kill()
    const began = process.cpuUsage()
    journal.record(exchangeOf({ operation: 'Meanwhile' }))
    await journal.flush()
    t.true(process.cpuUsage(began).user < 1_000_000)
    t.is(warnings.filter((line) => line.startsWith('the journal cannot be kept now')).length, 1)
    await redis.start()
    await until(async () => warnings.at(-1) === 'the journal is kept again')
    t.deepEqual(operations((await journal.search({}, 10)).entries), ['Meanwhile', 'Before'])
    t.is((await journal.stats()).lost, 0)
  },
)

test('what does not fit while Redis does not answer is counted as lost', async (t) => {
  const redis = await own(t)
  const { journal } = opened(t, optionsOf(redis.url, { maxBytes: 64 * 1024 ** 2 }))
  journal.record(exchangeOf({ operation: 'Before' }))
  await journal.flush()
  redis.freeze()
  const cause = 'x'.repeat(1000)
  const all = 20_000
  for (let n = 0; n < all; n += 1) journal.record(exchangeOf({ cause: `${n}${cause}` }))
  redis.thaw()
  await until(async () => {
    const { entries, lost } = await journal.stats()
    return lost > 0 && entries + lost === all + 1
  })
  t.pass()
})

test('a Redis that is full loses entries, and messages nothing', async (t) => {
  const redis = await own(t, ['--maxmemory', '3mb'])
  const filler = new Redis(redis.url)
  t.teardown(() => filler.disconnect())
  const text = 'x'.repeat(50_000)
  for (let key = 0, refused = 0; refused < 20; key += 1) {
    await filler.append(`k${key}`, text.slice(0, refused === 0 ? text.length : 100)).catch(() => {
      refused += 1
    })
  }
  const { journal, warnings } = opened(t, optionsOf(redis.url))
  journal.record(exchangeOf({ operation: 'Late' }))
  await journal.flush()
  t.regex(warnings[0] ?? '', /^the journal cannot be kept now/)
  await filler.flushall()
  await until(async () => warnings.at(-1) === 'the journal is kept again')
  t.deepEqual(operations((await journal.search({}, 10)).entries), ['Late'])
})
