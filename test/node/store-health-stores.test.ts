/** Readiness on real stores: a full disk, a file that is gone, a Redis that is down, full, or a replica. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { StoreHealth } from '../../src/compose/store-health.js'
import { folderOf } from '../support/folder.js'
import { ACCEPTED, jobOf, planOf, until, working } from '../support/jobs.js'
import { openQueue } from '../support/redis/queue.js'
import { ownRedis } from '../support/redis/redis.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { PATIENCE } from '../support/waiting.js'

async function onRedis(t: ExecutionContext, options: readonly string[] = []) {
  const redis = await ownRedis(options)
  const queue = await openQueue({ url: redis.url })
  const client = new Redis(redis.url)
  client.on('error', () => undefined)
  t.teardown(async () => {
    client.disconnect()
    await queue.close()
    await redis.close()
  })
  return { redis, queue, client, health: new StoreHealth(queue, undefined, PATIENCE) }
}

test('a disk without room is not ready, and says how much is free', async (t) => {
  const queue = await openSqlite({ stateDir: folderOf(t, {}), minFree: 2 ** 60 })
  t.teardown(() => queue.close())
  const { ready, checks } = await new StoreHealth(queue, undefined, PATIENCE).look()
  t.false(ready)
  t.regex(checks.queue, /nothing can be written: \d+ MiB are free on its disk/)
})

test('a file that was removed is not ready, and says what to do', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  const worker = await working(t, queue, async () => ACCEPTED)
  const health = new StoreHealth(queue, worker, PATIENCE)
  t.true((await health.look()).ready)
  rmSync(join(stateDir, 'queue.db'))
  await until(() => queue.problem !== undefined)
  const { ready, checks } = await health.look()
  t.false(ready)
  t.regex(checks.queue, /restart the node/)
})

test('a Redis that is down is not ready, and is again once it is back', async (t) => {
  const { redis, queue, health } = await onRedis(t)
  t.true((await health.look()).ready)
  await redis.kill()
  await until(() => queue.problem !== undefined)
  const down = await health.look()
  t.false(down.ready)
  t.regex(down.checks.queue, /does not answer: /)
  await redis.start()
  await until(async () => (await health.look()).ready)
})

test('a Redis that is frozen is not ready when the deadline is over, and is again once it goes on', async (t) => {
  const { redis, queue } = await onRedis(t)
  const health = new StoreHealth(queue, undefined, 200)
  redis.freeze()
  t.teardown(() => redis.thaw())
  const { ready, checks } = await health.look()
  t.false(ready)
  t.regex(checks.queue, /nothing can be kept: |does not answer: /)
  redis.thaw()
  await until(async () => (await new StoreHealth(queue, undefined, PATIENCE).look()).ready)
})

test('a worker on Redis is tried too, and what was tried leaves no key behind', async (t) => {
  const { queue, client } = await onRedis(t)
  const worker = await working(t, queue, async () => ACCEPTED)
  const { ready, checks } = await new StoreHealth(queue, worker, PATIENCE).look()
  t.true(ready)
  t.is(checks.worker, 'running jobs')
  await worker.close(AbortSignal.abort())
  t.deepEqual(await client.keys('*probe-*'), [])
})

test('what a killed process has tried is forgotten by Redis', async (t) => {
  const { queue, client } = await onRedis(t)
  const worker = await working(t, queue, async () => ACCEPTED)
  const health = new StoreHealth(queue, worker, PATIENCE)
  t.true((await health.look()).ready)
  const keys = await client.keys('*probe*')
  t.true(keys.length > 1)
  for (const key of keys) t.true((await client.pttl(key)) > 0, key)
})

test('a Redis without memory is not ready, and says so', async (t) => {
  const { queue, health } = await onRedis(t, ['--maxmemory', '12mb'])
  t.true((await health.look()).ready)
  await t.throwsAsync(async () => {
    for (;;) {
      const job = jobOf({ body: 'x'.repeat(100_000) })
      await queue.add(job, planOf())
      await queue.find(job.id)
    }
  })
  await until(() => queue.problem !== undefined)
  const { ready, checks } = await health.look()
  t.false(ready)
  t.regex(checks.queue, /takes no more: \d+ % of its memory are used/)
})

test('a Redis that refuses to write is not ready, although it answers', async (t) => {
  const { client, health } = await onRedis(t)
  await client.config('SET', 'min-replicas-to-write', '1')
  const { ready, checks } = await health.look()
  t.false(ready)
  t.regex(checks.queue, /^nothing can be kept: .*NOREPLICAS/)
})
