/** Workers on BullMQ: nodes that die, locks that are lost, jobs that this version cannot read. */
import { createHook } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { Job } from '../../src/store/queue/job.js'
import {
  ACCEPTED,
  comparable,
  gate,
  jobOf,
  planOf,
  replyOf,
  soon,
  until,
  working,
} from '../support/jobs.js'
import { eachLine } from '../support/lines.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis } from '../support/redis/redis.js'

const WORKER = fileURLToPath(new URL('../support/redis/worker.js', import.meta.url))
const { url, close } = await anyRedis()
test.after.always(close)

const newPrefix = () => `t${randomBytes(6).toString('hex')}`

async function queueOf(t: ExecutionContext, prefix: string, node = 'urn:node') {
  const queue = await openQueue({ url, prefix }, { node })
  t.teardown(() => queue.close())
  return queue
}

/** What BullMQ has, without our queue. */
function bare(t: ExecutionContext, prefix: string): Queue {
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const queue = new Queue('jobs', { connection, prefix: `{${prefix}}` })
  t.teardown(async () => {
    await queue.close()
    connection.disconnect()
  })
  return queue
}

/** Starts a worker in a process of its own. */
function victim(
  t: ExecutionContext,
  prefix: string,
): { child: ChildProcess; took: Promise<string> } {
  const child = spawn(process.execPath, [WORKER, url, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  const taken = gate<string>()
  if (child.stdout) eachLine(child.stdout, taken.open)
  return { child, took: taken.opened }
}

test('a job whose node was killed is run by another once its lock of five seconds is over', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  const { child, took } = victim(t, prefix)
  const job = jobOf({ id: 'one', body: 'x'.repeat(300_000), claim: { key: 'k', digest: 'd' } })
  await queue.add(job, planOf({ attempts: 2 }))
  t.is(await took, 'one 1')
  const attempts: [Job, number, boolean][] = []
  await working(t, queue, async (taken, { number, last }) => {
    attempts.push([taken, number, last])
    return ACCEPTED
  })
  child.kill('SIGKILL')
  t.true((await redis.pttl(`{${prefix}}:jobs:one:lock`)) <= 5_000)
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.deepEqual(comparable(attempts), comparable([[job, 2, true]]))
  const history = (await queue.admin.show('one'))?.history ?? []
  t.is(history.length, 1)
  t.like(history[0], { attempt: 1 })
  t.regex(history[0]?.cause ?? '', /crashed/)
})

test('a job whose node dies at its last attempt becomes a dead letter, and that is told', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const { child, took } = victim(t, prefix)
  const job = jobOf({ id: 'one' })
  await queue.add(job, planOf({ timeLimit: 5_000 }))
  await took
  const reports: [Job, string][] = []
  let ran = 0
  await working(
    t,
    queue,
    async () => {
      ran += 1
      return ACCEPTED
    },
    {
      abandoned: async (lost, cause) => {
        reports.push([lost, cause])
      },
    },
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  const state = await queue.ended('one', soon())
  t.is(state?.state, 'dead')
  t.is(ran, 0)
  t.is(reports.length, 1)
  t.deepEqual(comparable(reports[0]?.[0]), comparable(job))
  t.regex(reports[0]?.[1] ?? '', /crashed/)

  t.is(await queue.admin.replay('one'), 'done')
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.is(ran, 1, 'a replayed job has all its attempts anew, those of dead nodes too')
})

test('an attempt that has lost its lock is ended and writes nothing', async (t) => {
  const prefix = newPrefix()
  const [one, two] = [await queueOf(t, prefix, 'urn:1'), await queueOf(t, prefix, 'urn:2')]
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  const [taken, cut, late] = [gate(), gate(), gate()]
  await working(t, one, async (_, { signal, number }) => {
    if (number > 1) return replyOf('s'.repeat(20_000))
    signal.addEventListener('abort', () => cut.open())
    taken.open()
    await late.opened
    return replyOf('f'.repeat(20_000))
  })
  const job = jobOf({ id: 'one' })
  await one.add(job, planOf({ attempts: 3 }))
  await taken.opened
  // As when this node had been cut off for longer than its lock lasts.
  await redis.set(`{${prefix}}:jobs:one:lock`, 'of another', 'PX', 6_000)
  await cut.opened
  await working(t, two, async () => replyOf('s'.repeat(20_000)))
  const state = await two.ended('one', soon())
  late.open()
  t.deepEqual(state, { state: 'done', result: replyOf('s'.repeat(20_000)) })
  const shown = await two.admin.show('one')
  t.deepEqual(
    shown?.history.map(({ attempt, node }) => [attempt, node]),
    [[1, 'unknown']],
  )
  t.deepEqual(await one.find('one'), state)
  const answers = await redis.keys(`{${prefix}}:answer.*`)
  t.is(answers.length, 1, 'the attempt that has lost its lock keeps no answer')
})

test('an attempt that has lost its job to another node cannot suspend it', async (t) => {
  const prefix = newPrefix()
  const [one, two] = [await queueOf(t, prefix), await queueOf(t, prefix)]
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  const ran: [string, number, boolean][] = []
  const worker = await one.work(
    async ({ id }, { number, suspended }) => {
      ran.push(['one', number, suspended])
      // Before this node can have noticed: its lock has run out, and another is handed the job.
      const base = `{${prefix}}:jobs`
      await redis
        .multi()
        .del(`${base}:${id}:lock`)
        .lrem(`${base}:active`, 0, id)
        .rpush(`${base}:wait`, id)
        .zadd(`${base}:marker`, 0, '0')
        .exec()
      await working(t, two, async (_, attempt) => {
        ran.push(['two', attempt.number, attempt.suspended])
        return ACCEPTED
      })
      await two.ended(id, soon())
      return { kind: 'suspended', until: Date.now() + 3_600_000 }
    },
    { concurrency: 1, abandoned: async () => undefined },
  )
  await one.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
  t.is((await one.ended('one', soon()))?.state, 'done')
  await worker.close(soon())
  const [first, ...others] = ran
  t.deepEqual(first, ['one', 1, false])
  // Where the machine held the second for longer than a lock lasts, it has run the job again.
  t.deepEqual(
    new Set(others.map(([who, , suspended]) => `${who} ${suspended}`)),
    new Set(['two false']),
  )
  t.like(await one.admin.stats(), { delayed: 0, running: 0, done: 1 })
})

for (const how of ['by itself', 'resumed'] as const) {
  test(`a suspended job outlives its node, and is run again: ${how}`, async (t) => {
    const prefix = newPrefix()
    const queue = await queueOf(t, prefix)
    const { child, took } = victim(t, prefix)
    const id = how === 'resumed' ? 'sleepy-3600000' : 'sleepy-3000'
    await queue.add(jobOf({ id }), planOf())
    t.is(await took, `${id} 1`)
    await until(async () => (await queue.admin.stats()).suspended === 1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const ran: [number, boolean][] = []
    await working(t, queue, async (_, { number, suspended }) => {
      ran.push([number, suspended])
      return ACCEPTED
    })
    if (how === 'resumed') t.is(await queue.resume(id), 'resumed')
    t.is((await queue.ended(id, soon()))?.state, 'done')
    t.deepEqual(ran, [[1, true]])
    t.deepEqual((await queue.admin.show(id))?.history, [])
  })
}

test('a job whose node is killed after it was resumed is told that it was suspended', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const suspending = await queueOf(t, prefix)
  const worker = await suspending.work(
    async () => ({ kind: 'suspended', until: Date.now() + 3_600_000 }),
    {
      concurrency: 1,
      abandoned: async () => undefined,
    },
  )
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 2 }))
  await until(async () => (await queue.admin.stats()).suspended === 1)
  await worker.close(soon())
  const { child, took } = victim(t, prefix)
  t.is(await queue.resume('one'), 'resumed')
  t.is(await took, 'one 1')
  child.kill('SIGKILL')
  const ran: [number, boolean][] = []
  await working(t, queue, async (_, { number, suspended }) => {
    ran.push([number, suspended])
    return ACCEPTED
  })
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.deepEqual(ran, [[2, true]])
})

test('a job of a newer version becomes a dead letter with its cause, and never run', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  await bare(t, prefix).add('invoke', { v: 5, job: { what: 'ever' } }, { jobId: 'newer' })
  await bare(t, prefix).add('other', 'nonsense', { jobId: 'foreign', attempts: 5 })
  const [waiting] = await queue.admin.list({ ids: ['newer'] })
  t.like(waiting, { id: 'newer', kind: 'unknown', state: 'waiting' })
  let ran = 0
  await working(t, queue, async () => {
    ran += 1
    return ACCEPTED
  })
  const newer = await queue.ended('newer', soon())
  t.true(newer?.state === 'dead' && /newer version \(format 5;/.test(newer.cause))
  const foreign = await queue.ended('foreign', soon())
  t.true(foreign?.state === 'dead' && /not written by Waybill/.test(foreign.cause))
  t.is(ran, 0)
  const shown = await queue.admin.show('newer')
  t.like(shown, { kind: 'unknown', state: 'dead' })
  t.is(shown?.body.length, 0)
  t.regex(shown?.cause ?? '', /newer version/)
  t.is(await queue.admin.replay('newer'), 'done')
  await queue.ended('newer', soon())
  await until(async () => (await queue.find('newer'))?.state === 'dead')
  t.is(await queue.admin.remove('newer'), 'done')
  await queue.add(jobOf({ id: 'well' }), planOf())
  t.is((await queue.ended('well', soon()))?.state, 'done', 'the worker goes on')
})

test('what is beside a job is kept once, and goes with it', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  const keys = async () =>
    (await redis.keys(`{${prefix}}:*`)).map((key) => key.split(/[:.]/)[1]).toSorted()
  const claim = { key: 'k', digest: 'd' }
  const job = jobOf({ id: 'large', body: 'x'.repeat(3_000_000), claim, awaits: 'a', lane: 'l' })
  await queue.add(job, planOf())
  t.false((await queue.add(job, planOf())).added)
  const beside = ['awaits', 'claim', 'content', 'lane', 'lanes']
  const others = ['jobs', 'marker', 'pulse', 'calm']
  const ours = async () => (await keys()).filter((key) => !others.includes(key ?? ''))
  t.deepEqual(await ours(), beside)
  for (const key of await redis.keys(`{${prefix}}:*`)) {
    t.is(await redis.pttl(key), -1, `${key} is kept while its job is`)
  }
  t.true(((await redis.hget(`{${prefix}}:jobs:large`, 'data')) ?? '').length < 2_000)
  await working(t, queue, async () => replyOf('y'.repeat(20_000)))
  await queue.ended('large', soon())
  await until(async () => (await redis.get(`{${prefix}}:kept`)) === '3020000')
  t.deepEqual(await ours(), ['answer', 'awaits', 'claim', 'content', 'kept'])
  t.is(await queue.admin.trim(Date.now() + 1), 1)
  t.deepEqual(await ours(), ['kept'])
  t.is(await redis.get(`{${prefix}}:kept`), '0')
})

for (const [how, change, cause] of [
  ['lost', (redis, key) => redis.del(key), /incomplete: 0 bytes are kept of 3000000/],
  ['short', (redis, key) => redis.hdel(key, '1'), /incomplete: 1951424 bytes are kept of 3000000/],
] satisfies [string, (redis: Redis, key: string) => Promise<number>, RegExp][]) {
  test(`a job whose content is ${how} becomes a dead letter and never runs, and is found by the check`, async (t) => {
    const prefix = newPrefix()
    const queue = await queueOf(t, prefix)
    const redis = new Redis(url)
    t.teardown(() => redis.disconnect())
    await queue.add(jobOf({ id: 'large', body: 'x'.repeat(3_000_000) }), planOf({ attempts: 3 }))
    t.deepEqual(await queue.admin.check(), [])
    const [key = ''] = await redis.keys(`{${prefix}}:content.*`)
    await change(redis, key)
    t.regex((await queue.admin.check())[0] ?? '', /^job large: \d+ bytes are kept of 3000000$/)
    let ran = 0
    await working(t, queue, async () => {
      ran += 1
      return ACCEPTED
    })
    const state = await queue.ended('large', soon())
    t.true(state?.state === 'dead' && cause.test(state.cause), JSON.stringify(state))
    t.is(ran, 0)
    t.is((await queue.admin.check()).length, 1)
  })
}

test('a lane goes on after its worker was killed before it could let the next one go', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  for (const id of ['a1', 'a2', 'a3']) await queue.add(jobOf({ id, lane: 'one' }), planOf())
  t.like(await queue.admin.stats(), { waiting: 3, delayed: 0 })
  const [lane = ''] = await redis.keys(`{${prefix}}:lane.*`)
  // As if two others had ended, and nobody had come to take them off the lane.
  await redis.lpush(lane, 'gone-1', 'gone-2')
  const ran: string[] = []
  await working(t, queue, async ({ id }) => {
    ran.push(id)
    if (id === 'a1') await redis.lpush(lane, 'gone-3')
    return ACCEPTED
  })
  t.is((await queue.ended('a3', soon()))?.state, 'done')
  t.deepEqual(ran, ['a1', 'a2', 'a3'])
  await until(async () => (await redis.keys(`{${prefix}}:lane*`)).length === 0)
})

test('a lane whose end was not seen is mended by the next look', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  await queue.add(jobOf({ id: 'a1', lane: 'one' }), planOf())
  await queue.add(jobOf({ id: 'a2', lane: 'one' }), planOf())
  // BullMQ alone has ended the first one, as a worker that is killed right then.
  const first = await bare(t, prefix).getJob('a1')
  await first?.remove()
  await working(t, queue, async () => ACCEPTED)
  t.is((await queue.ended('a2', soon()))?.state, 'done')
})

test('finished jobs are forgotten beyond their bytes', async (t) => {
  const queue = await openQueue({ url, prefix: newPrefix() }, { keepBytes: 250_000 })
  t.teardown(() => queue.close())
  await working(t, queue, async () => ACCEPTED, { concurrency: 1 })
  for (const id of ['n1', 'n2', 'n3', 'n4']) {
    await queue.add(jobOf({ id, body: 'x'.repeat(100_000) }), planOf())
    await queue.ended(id, soon())
  }
  await until(async () => (await queue.admin.stats()).done === 2)
  t.deepEqual(
    (await queue.admin.list({})).map(({ id }) => id),
    ['n4', 'n3'],
  )
})

test('a job that is abandoned leaves no timer behind', async (t) => {
  // Told apart from all others by its time.
  const timeLimit = 123_457
  const running = new Set<number>()
  const timers = createHook({
    init(id, type, _, resource) {
      if (type === 'Timeout' && Reflect.get(resource, '_idleTimeout') === timeLimit) running.add(id)
    },
    destroy: (id) => running.delete(id),
  }).enable()
  t.teardown(() => timers.disable())
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  await queue.add(jobOf({ id: 'one' }), planOf({ timeLimit }))
  const client = new Redis(url)
  t.teardown(() => client.disconnect())
  // As if its node had died in its only attempt.
  await client.hincrby(`{${prefix}}:jobs:one`, 'stc', 1)
  let begun = 0
  await working(t, queue, async () => ACCEPTED, {
    abandoned: async () => {
      begun = running.size
    },
  })
  t.is((await queue.ended('one', soon()))?.state, 'dead')
  t.is(begun, 1)
  await until(() => running.size === 0)
})
