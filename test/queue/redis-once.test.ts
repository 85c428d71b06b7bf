/** Outages of Redis of any length: what one process has run, or still runs, it does not run again. */
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { FinalFailure } from '../../src/store/queue/job.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { ACCEPTED, gate, jobOf, planOf, replyOf, soon, until, working } from '../support/jobs.js'
import { LONG } from '../support/long.js'
import { openQueue } from '../support/redis/queue.js'
import { type OwnRedis, ownRedis } from '../support/redis/redis.js'

/** Longer than a lock lasts, and than it takes to be found out. */
const OUTAGE = 9_000

async function started(t: ExecutionContext): Promise<{ redis: OwnRedis; queue: JobQueue }> {
  // With everysec, Redis may answer before it has written, if the disk is busy.
  const redis = await ownRedis(['--appendfsync', 'always'])
  const queue = await openQueue({ url: redis.url })
  t.teardown(async () => {
    await queue.close()
    await redis.close()
  })
  return { redis, queue }
}

/** The outage itself is what the test is about. */
const outage = () => sleep(OUTAGE)

const OUTAGES: readonly [
  string,
  (redis: OwnRedis) => Promise<void>,
  (redis: OwnRedis) => Promise<void>,
][] = [
  ['killed', (redis) => redis.kill(), (redis) => redis.start()],
  ['frozen', async (redis) => redis.freeze(), async (redis) => redis.thaw()],
]

for (const [how, down, up] of OUTAGES) {
  test(`Redis is ${how} for longer than a lock: what ended meanwhile is settled, not run again`, async (t) => {
    const { redis, queue } = await started(t)
    const ran: string[] = []
    const [goOn, after] = [gate(), gate()]
    await working(t, queue, async ({ id }, { number, suspended, follow }) => {
      ran.push(`${id} ${number} ${suspended}`)
      if (!suspended && !(id === 'retried' && number > 1)) await goOn.opened
      if (id === 'spanning') await after.opened
      if (id === 'retried' && number === 1) throw new Error('again')
      if (id === 'badly') throw new FinalFailure('no')
      if (id === 'suspended' && !suspended) return { kind: 'suspended', until: Date.now() + 500 }
      if (id === 'following') follow(jobOf({ id: 'followed' }), planOf())
      return id === 'large' ? replyOf('x'.repeat(2_000_000)) : ACCEPTED
    })
    const ids = ['small', 'large', 'spanning', 'retried', 'badly', 'suspended', 'following']
    for (const id of ids) await queue.add(jobOf({ id }), planOf({ attempts: 2 }))
    await until(() => ran.length === ids.length)
    await down(redis)
    goOn.open()
    await outage()
    await up(redis)
    await until(() => queue.available)
    after.open()
    for (const id of [...ids, 'followed']) {
      await until(async () => (await queue.ended(id, soon())) !== undefined)
      t.is((await queue.find(id))?.state, id === 'badly' ? 'dead' : 'done', id)
    }
    t.deepEqual(await queue.find('large'), {
      state: 'done',
      result: replyOf('x'.repeat(2_000_000)),
    })
    t.deepEqual(ran.toSorted(), [
      'badly 1 false',
      'followed 1 false',
      'following 1 false',
      'large 1 false',
      'retried 1 false',
      'retried 2 false',
      'small 1 false',
      'spanning 1 false',
      'suspended 1 false',
      'suspended 1 true',
    ])
    const history = async (id: string) => (await queue.admin.show(id))?.history.length
    t.is(await history('small'), 0)
    t.is(await history('spanning'), 0)
    t.is(await history('badly'), 1)
    t.is(await history('retried'), 1)
  })
}

test('under load with outages, long and short, one process runs no job twice at once or again', async (t) => {
  const { redis, queue } = await started(t)
  const ran = new Map<string, number>()
  const running = new Set<string>()
  let beside = 0
  await working(
    t,
    queue,
    async ({ id }) => {
      if (running.has(id)) beside += 1
      running.add(id)
      ran.set(id, (ran.get(id) ?? 0) + 1)
      await sleep(Math.random() * 400)
      running.delete(id)
      return replyOf(id)
    },
    { concurrency: 20 },
  )
  const accepted: string[] = []
  let adding = true
  const adders = Array.from({ length: 4 }, async () => {
    while (adding) {
      const job = jobOf()
      try {
        await queue.add(job, planOf({ attempts: 2 }))
        accepted.push(job.id)
      } catch {
        await sleep(50)
      }
      await sleep(40)
    }
  })
  for (const milliseconds of LONG ? [300, OUTAGE, 2_600, 6_000] : [300, OUTAGE]) {
    await sleep(700)
    await redis.kill()
    await sleep(milliseconds)
    await redis.start()
    await until(() => queue.available)
  }
  await sleep(500)
  adding = false
  await Promise.all(adders)
  for (const id of accepted) t.is((await queue.ended(id, soon()))?.state, 'done')
  t.log(`${accepted.length} jobs, ${ran.size} run`)
  t.is(beside, 0, 'no job runs beside itself')
  t.deepEqual(
    [...ran].filter(([, times]) => times > 1),
    [],
  )
})

for (const [how, down, up] of OUTAGES) {
  test(`Redis is ${how}: each of two nodes goes on with its own jobs, and none is run twice`, async (t) => {
    const { redis, queue } = await started(t)
    const other = await openQueue({ url: redis.url })
    t.teardown(() => other.close())
    const ran: string[] = []
    const goOn = gate()
    for (const one of [queue, other]) {
      await working(t, one, async ({ id }) => {
        ran.push(id)
        if (Number(id.slice(1)) % 2) await goOn.opened
        // Until long after the outage.
        else await sleep(OUTAGE + 8_000)
        return ACCEPTED
      })
    }
    const ids = Array.from({ length: 20 }, (_, index) => `n${index}`)
    for (const id of ids) await queue.add(jobOf({ id }), planOf({ attempts: 2 }))
    await until(() => ran.length === 20)
    await down(redis)
    goOn.open()
    await outage()
    await up(redis)
    for (const id of ids) {
      await until(async () => (await queue.ended(id, soon())) !== undefined)
      t.is((await queue.find(id))?.state, 'done')
    }
    t.is(ran.length, 20)
  })
}

test('a job that is handed to the process that runs it already is not run beside itself', async (t) => {
  const { redis, queue } = await started(t)
  const client = new Redis(redis.url)
  t.teardown(() => client.disconnect())
  const [taken, goOn] = [gate(), gate()]
  let ran = 0
  await working(t, queue, async () => {
    ran += 1
    taken.open()
    await goOn.opened
    return replyOf('once')
  })
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 2 }))
  await taken.opened
  // As if its lock had run out, and that had been found out before this process could take it back.
  await client
    .multi()
    .del('{test}:jobs:one:lock')
    .lrem('{test}:jobs:active', 0, 'one')
    .hincrby('{test}:jobs:one', 'stc', 1)
    .rpush('{test}:jobs:wait', 'one')
    .zadd('{test}:jobs:marker', 0, '0')
    .exec()
  await until(async () => (await client.exists('{test}:jobs:one:lock')) === 1)
  goOn.open()
  t.deepEqual(await queue.ended('one', soon()), { state: 'done', result: replyOf('once') })
  t.is(ran, 1)
  t.deepEqual((await queue.admin.show('one'))?.history, [])
})

test('a node that was cut off has its job back before another is handed it', async (t) => {
  const { redis, queue } = await started(t)
  const other = await openQueue({ url: redis.url })
  t.teardown(() => other.close())
  const [taken, cut] = [gate(), gate()]
  await working(t, queue, async (_, { signal }) => {
    signal.addEventListener('abort', () => cut.open())
    taken.open()
    await cut.opened
    return replyOf('first')
  })
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
  await taken.opened
  redis.freeze()
  await outage()
  redis.thaw()
  // This process takes its lock back; nobody else was handed the job.
  t.is(await other.ended('one', AbortSignal.timeout(3_000)), undefined)
  t.is((await other.find('one'))?.state, 'running')
})
