/** Redis is watched while the queue is open: its settings, whether it still has the data, its memory. */
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { createLog } from '../../src/log.js'
import { QueueFull, QueueUnavailable } from '../../src/store/queue/queue.js'
import {
  ACCEPTED,
  gate,
  jobOf,
  planOf,
  replyOf,
  soon,
  takes,
  until,
  working,
} from '../support/jobs.js'
import { openQueue } from '../support/redis/queue.js'
import { ownRedis } from '../support/redis/redis.js'

async function started(
  t: ExecutionContext,
  options: readonly string[] = ['--appendfsync', 'always'],
) {
  const redis = await ownRedis(options)
  const reports: string[] = []
  const log = createLog('warn', (line) => {
    const { level, msg } = JSON.parse(line)
    reports.push(`${level} ${msg}`)
  })
  const queue = await openQueue({ url: redis.url }, {}, log)
  const client = new Redis(redis.url)
  client.on('error', () => undefined)
  t.teardown(async () => {
    client.disconnect()
    await queue.close()
    await redis.close()
  })
  const hears = (line: RegExp) => until(() => reports.some((one) => line.test(one)))
  return { redis, queue, client, reported: reports, hears }
}

test('settings that change are told once, and what is promised follows them', async (t) => {
  const { queue, client, reported: reports, hears } = await started(t)
  t.regex(queue.status, /every job is on its disk/)
  t.deepEqual(reports, [])
  await client.config('SET', 'appendfsync', 'everysec')
  await hears(/warn.*have changed: .*appendfsync everysec/)
  t.regex(queue.status, /about the last second may be lost/)
  await client.config('SET', 'appendonly', 'no')
  await hears(/error.*have changed: .*keeps no append-only file/)
  t.regex(queue.status, /in its memory only/)
  t.true(queue.available)
  t.is(reports.length, 2)
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  await hears(/error.*have changed: .*allkeys-lru/)
  t.false(queue.available)
  t.regex(queue.status, /it would drop jobs/)
  await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  await client.config('SET', 'maxmemory-policy', 'noeviction')
  await until(() => queue.available)
  await client.config('SET', 'appendonly', 'yes')
  await client.config('SET', 'appendfsync', 'always')
  await hears(/warn.*safer than before/)
  t.regex(queue.status, /every job is on its disk/)
})

test('a Redis that was started again is told, and that with its data it has lost nothing', async (t) => {
  const { redis, queue, reported: reports, hears } = await started(t)
  await queue.add(jobOf({ id: 'one' }), planOf())
  await redis.kill()
  await redis.start()
  await hears(/warn.*was started again, or another has taken over/)
  await until(() => queue.available)
  t.notRegex(queue.status, /lost/)
  t.deepEqual(
    reports.filter((line) => line.startsWith('error')),
    [],
  )
  t.is((await queue.find('one'))?.state, 'waiting')
})

for (const how of ['started again without its files', 'flushed'] as const) {
  test(`a Redis that was ${how} has lost what was accepted, and that is told`, async (t) => {
    const { redis, queue, client, hears } = await started(t)
    await working(t, queue, async () => ACCEPTED)
    await queue.admin.pause()
    await queue.add(jobOf({ id: 'one' }), planOf())
    if (how === 'flushed') await client.flushall()
    else {
      await redis.wipe()
      await redis.start()
    }
    await hears(/error.*came back without its data: what was accepted is lost/)
    await until(() => queue.available)
    t.regex(queue.status, /what was accepted before \S+Z is lost/)
    t.is(await queue.find('one'), undefined)
    // It goes on with what is there now, and the next loss is told again.
    await queue.add(jobOf({ id: 'two' }), planOf())
    t.is((await queue.ended('two', soon()))?.state, 'done')
    t.is(typeof (await client.get('{test}:marker')), 'string')
  })
}

test('finished jobs make room before memory is a reason to refuse', async (t) => {
  const { queue, client } = await started(t, ['--maxmemory', '24mb'])
  await working(t, queue, async () => replyOf('y'.repeat(50_000)))
  let refused = 0
  // Three times as much as there is room for.
  for (let index = 0; index < 600; index += 1) {
    const job = jobOf({ id: `n${index}`, body: 'x'.repeat(100_000) })
    await until(async () => {
      try {
        return (await queue.add(job, planOf())).id === job.id
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error
        refused += 1
        return false
      }
    })
    if (index % 10 === 0) t.is((await queue.ended(job.id, soon()))?.state, 'done')
  }
  t.log(`${refused} times the queue was full`)
  // One after the other, each has room.
  for (let index = 0; index < 400; index += 1) {
    const job = jobOf({ id: `m${index}`, body: 'x'.repeat(100_000) })
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
  }
  const { done, dead } = await queue.admin.stats()
  t.is(dead, 0)
  t.true(done < 200)
  t.is(await queue.find('n0'), undefined)
  t.is(await client.exists('{test}:jobs:n0'), 0)
})

test('a Redis that is nearly full takes no more, and takes jobs again once it is drained', async (t) => {
  const { queue } = await started(t, ['--maxmemory', '12mb'])
  const added: string[] = []
  const error = await t.throwsAsync(
    async () => {
      for (;;) {
        const job = jobOf({ body: 'x'.repeat(100_000) })
        await queue.add(job, planOf())
        added.push(job.id)
        await queue.find(job.id)
      }
    },
    { instanceOf: QueueFull },
  )
  t.regex(error?.message ?? '', /memory/)
  // Redis may have said so itself, before the next look at how full it is.
  await until(() => !queue.available)
  t.regex(queue.status, /takes no more: \d+ % of its memory/)
  const ran = new Set<string>()
  const all = gate()
  await working(t, queue, async ({ id }) => {
    ran.add(id)
    if (ran.size === added.length) all.open()
    return ACCEPTED
  })
  await all.opened
  await until(() => takes(queue))
  const { dead, waiting } = await queue.admin.stats()
  t.true(dead === 0 && waiting <= 1)
})
