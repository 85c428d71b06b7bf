/** Whether real stores keep what is accepted: a full disk, a file that is gone, a Redis that is down, full, or a replica. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { queueAvailable } from '../../src/operate/problems/sources/queue-available.js'
import { QueueReadings } from '../../src/operate/problems/sources/queue-readings.js'
import type { JobQueue, JobWorker } from '../../src/store/queue/queue.js'
import { folderOf } from '../support/folder.js'
import { ACCEPTED, jobOf, planOf, until, working } from '../support/jobs.js'
import { openQueue } from '../support/redis/queue.js'
import { ownRedis } from '../support/redis/redis.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { PATIENCE } from '../support/waiting.js'

/** Looks for what may stop acceptance. */
function lookingAt(queue: JobQueue, worker?: JobWorker, deadline = PATIENCE) {
  const source = queueAvailable(
    new QueueReadings({ queue: () => queue, worker: () => worker }, deadline),
  )
  return async () => {
    const found = await source.find()
    const stopping = found.filter(({ stopsAcceptance }) => stopsAcceptance)
    return { ready: stopping.length === 0, why: stopping[0]?.summary ?? '', found }
  }
}

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
  return { redis, queue, client, look: lookingAt(queue) }
}

test('a disk without room is not ready, and says how much is free', async (t) => {
  const queue = await openSqlite({ stateDir: folderOf(t, {}), minFree: 2 ** 60 })
  t.teardown(() => queue.close())
  const { ready, why } = await lookingAt(queue)()
  t.false(ready)
  t.regex(why, /nothing can be written: \d+ MiB are free on its disk/)
})

test('a file that was removed is not ready, and says what to do', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  const worker = await working(t, queue, async () => ACCEPTED)
  const look = lookingAt(queue, worker, PATIENCE)
  t.true((await look()).ready)
  rmSync(join(stateDir, 'queue.db'))
  await until(() => queue.problem !== undefined)
  const { ready, why } = await look()
  t.false(ready)
  t.regex(why, /restart the node/)
})

test('a Redis that is down is not ready, and is again once it is back', async (t) => {
  const { redis, queue, look } = await onRedis(t)
  t.true((await look()).ready)
  await redis.kill()
  await until(() => queue.problem !== undefined)
  const down = await look()
  t.false(down.ready)
  t.regex(down.why, /does not answer: /)
  await redis.start()
  await until(async () => (await look()).ready)
})

test('a Redis that is frozen is not ready when the deadline is over, and is again once it goes on', async (t) => {
  const { redis, queue } = await onRedis(t)
  const look = lookingAt(queue, undefined, 200)
  redis.freeze()
  t.teardown(() => redis.thaw())
  const { ready, why } = await look()
  t.false(ready)
  t.regex(why, /nothing can be kept: |does not answer: /)
  redis.thaw()
  await until(async () => (await lookingAt(queue)()).ready)
})

test('a worker on Redis is tried too, and what was tried leaves no key behind', async (t) => {
  const { queue, client } = await onRedis(t)
  const worker = await working(t, queue, async () => ACCEPTED)
  const { ready } = await lookingAt(queue, worker)()
  t.true(ready)
  await worker.close(AbortSignal.abort())
  t.deepEqual(await client.keys('*probe-*'), [])
})

test('what a killed process has tried is forgotten by Redis', async (t) => {
  const { queue, client } = await onRedis(t)
  const worker = await working(t, queue, async () => ACCEPTED)
  const look = lookingAt(queue, worker, PATIENCE)
  t.true((await look()).ready)
  const keys = await client.keys('*probe*')
  t.true(keys.length > 1)
  for (const key of keys) t.true((await client.pttl(key)) > 0, key)
})

test('a Redis without memory is not ready, and says so', async (t) => {
  const { queue, look } = await onRedis(t, ['--maxmemory', '12mb'])
  t.true((await look()).ready)
  await t.throwsAsync(async () => {
    for (;;) {
      const job = jobOf({ body: 'x'.repeat(100_000) })
      await queue.add(job, planOf())
      await queue.find(job.id)
    }
  })
  await until(() => queue.problem !== undefined)
  const { ready, why } = await look()
  t.false(ready)
  t.regex(why, /takes no more: \d+ % of its memory are used/)
})

test('a Redis that refuses to write is not ready, although it answers', async (t) => {
  const { client, look } = await onRedis(t)
  await client.config('SET', 'min-replicas-to-write', '1')
  const { ready, why } = await look()
  t.false(ready)
  t.regex(why, /nothing can be kept: .*NOREPLICAS/)
})
