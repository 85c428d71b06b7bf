/** Suspended jobs in Redis: how many are counted, and outages while they are suspended. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { QueueUnavailable } from '../../src/store/queue/queue.js'
import { ACCEPTED, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import { openQueue } from '../support/redis/queue.js'
import { ownRedis } from '../support/redis/redis.js'

const HOUR = 3_600_000
const PREFIX = `t${randomBytes(6).toString('hex')}`
const SUSPENDED = `{${PREFIX}}:suspended`

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

test('suspended jobs are noted until they are resumed, or their time is over', async (t) => {
  const { queue, bare } = await started(t)
  await working(t, queue, async (_, { suspended }) =>
    suspended ? ACCEPTED : { kind: 'suspended', until: Date.now() + HOUR },
  )
  // Of a node that has died while it suspended this one, an hour ago.
  await bare.zadd(SUSPENDED, Date.now() - 1, 'long ago')
  await queue.add(jobOf({ id: 'a:b' }), planOf())
  await until(async () => (await queue.admin.stats()).suspended === 1)
  t.deepEqual(await bare.zrange(SUSPENDED, 0, -1), ['a%3Ab'])
  t.is(await queue.resume('a:b'), 'resumed')
  t.is(await bare.zcard(SUSPENDED), 0)
})

test('a job is suspended when Redis is there again, and who resumes it is told of the outage', async (t) => {
  const { redis, queue } = await started(t)
  const ran: boolean[] = []
  let down = Promise.resolve()
  await working(t, queue, async (_, { suspended }) => {
    ran.push(suspended)
    if (suspended) return ACCEPTED
    if (ran.length === 1) {
      await redis.kill()
      down = (async () => {
        await t.throwsAsync(queue.resume('one'), { instanceOf: QueueUnavailable })
        await redis.start()
      })()
    }
    return { kind: 'suspended', until: Date.now() + HOUR }
  })
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
  await until(() => ran.length === 1)
  await until(async () => (await down.then(() => queue.resume('one')).catch(String)) === 'resumed')
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.is(ran[0], false)
  t.is(ran.at(-1), true)
  t.deepEqual(
    ran.filter((suspended) => suspended),
    [true],
  )
})
