/** Jobs that sleep in Redis: how many are counted, what is kept for them, and outages while they fall asleep. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { QueueUnavailable } from '../../src/queue/queue.js'
import { ACCEPTED, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import { ownRedis } from '../support/redis.js'
import { openQueue } from '../support/redis-queue.js'

const HOUR = 3_600_000
const PREFIX = `t${randomBytes(6).toString('hex')}`
const ASLEEP = `{${PREFIX}}:asleep`

async function started(t: ExecutionContext) {
  const redis = await ownRedis([])
  const queue = await openQueue({ url: redis.url, prefix: PREFIX }, { acknowledge: 1_000 })
  const bare = new Redis(redis.url)
  bare.on('error', () => undefined)
  t.teardown(async () => {
    bare.disconnect()
    await queue.close()
    await redis.close()
  })
  return { redis, queue, bare }
}

test('those that sleep are noted until they are woken, or their time is over', async (t) => {
  const { queue, bare } = await started(t)
  await working(t, queue, async (_, { slept }) =>
    slept ? ACCEPTED : { kind: 'sleep', until: Date.now() + HOUR },
  )
  // Of a node that has died while it put this one to sleep, an hour ago.
  await bare.zadd(ASLEEP, Date.now() - 1, 'long ago')
  await queue.add(jobOf({ id: 'a:b' }), planOf())
  await until(async () => (await queue.desk.stats()).delayed === 1)
  t.deepEqual(await bare.zrange(ASLEEP, 0, -1), ['a%3Ab'])
  t.is(await queue.wake('a:b'), 'woken')
  t.is(await bare.zcard(ASLEEP), 0)
})

test('what belongs to a job is kept without an end before it sleeps', async (t) => {
  const { queue, bare } = await started(t)
  const lives = async () => {
    const keys = await bare.keys(`{${PREFIX}}:store:body.*`)
    return Promise.all(keys.map((key) => bare.pttl(key)))
  }
  await working(t, queue, async (_, { slept }) => {
    if (slept) return ACCEPTED
    // As if the node that took the message had died before it could keep it.
    for (const key of await bare.keys(`{${PREFIX}}:store:*`)) await bare.pexpire(key, 600_000)
    return { kind: 'sleep', until: Date.now() + HOUR }
  })
  await queue.add(jobOf({ id: 'one', body: 'x'.repeat(300_000) }), planOf())
  await until(async () => (await queue.desk.stats()).delayed === 1)
  t.deepEqual(await lives(), [-1])
})

test('a job falls asleep when Redis is there again, and who wakes it is told of the outage', async (t) => {
  const { redis, queue } = await started(t)
  const ran: boolean[] = []
  let down = Promise.resolve()
  await working(t, queue, async (_, { slept }) => {
    ran.push(slept)
    if (slept) return ACCEPTED
    if (ran.length === 1) {
      await redis.kill()
      down = (async () => {
        const begun = Date.now()
        await t.throwsAsync(queue.wake('one'), { instanceOf: QueueUnavailable })
        t.true(Date.now() - begun < 2_000)
        await redis.start()
      })()
    }
    return { kind: 'sleep', until: Date.now() + HOUR }
  })
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
  await until(() => ran.length === 1)
  await until(async () => (await down.then(() => queue.wake('one')).catch(String)) === 'woken')
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.is(ran[0], false)
  t.is(ran.at(-1), true)
  t.deepEqual(
    ran.filter((slept) => slept),
    [true],
  )
})
