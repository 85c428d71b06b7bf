/** Workers on BullMQ: nodes that die, locks that are lost, jobs that this version cannot read. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { Job } from '../../src/queue/job.js'
import { ACCEPTED, gate, jobOf, planOf, replyOf, soon, until, working } from '../support/jobs.js'
import { eachLine } from '../support/lines.js'
import { anyRedis } from '../support/redis.js'
import { openQueue } from '../support/redis-queue.js'

const WORKER = fileURLToPath(new URL('../support/queue-worker.js', import.meta.url))
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

test('a job whose node was killed is run by another within ten seconds', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const { child, took } = victim(t, prefix)
  const job = jobOf({ id: 'one', body: 'x'.repeat(300_000), claim: 'k' })
  await queue.add(job, planOf({ attempts: 2 }))
  t.is(await took, 'one 1')
  const attempts: [Job, number, boolean][] = []
  await working(t, queue, async (taken, { number, last }) => {
    attempts.push([taken, number, last])
    return ACCEPTED
  })
  child.kill('SIGKILL')
  const killed = Date.now()
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.log(`run again ${Date.now() - killed} ms after the kill`)
  t.true(Date.now() - killed < 10_000)
  t.deepEqual(attempts, [[job, 2, true]])
  const history = (await queue.desk.show('one'))?.history ?? []
  t.is(history.length, 1)
  t.like(history[0], { attempt: 1 })
  t.regex(history[0]?.cause ?? '', /died/)
})

test('a job whose node dies at its last attempt is parked, and that is told', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const { child, took } = victim(t, prefix)
  const job = jobOf({ id: 'one' })
  await queue.add(job, planOf())
  await took
  const told: [Job, string][] = []
  let ran = 0
  await working(
    t,
    queue,
    async () => {
      ran += 1
      return ACCEPTED
    },
    {
      abandoned: async (...args) => {
        told.push(args)
      },
    },
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  const state = await queue.ended('one', soon())
  t.is(state?.state, 'dead')
  t.is(ran, 0)
  t.is(told.length, 1)
  t.deepEqual(told[0]?.[0], job)
  t.regex(told[0]?.[1] ?? '', /died/)

  t.is(await queue.desk.replay('one'), 'done')
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
  await redis.set(`{${prefix}}:jobs:one:lock`, 'of another', 'PX', 100)
  await cut.opened
  await working(t, two, async () => replyOf('s'.repeat(20_000)))
  const state = await two.ended('one', soon())
  late.open()
  t.deepEqual(state, { state: 'done', result: replyOf('s'.repeat(20_000)) })
  const shown = await two.desk.show('one')
  t.deepEqual(
    shown?.history.map(({ attempt, node }) => [attempt, node]),
    [[1, 'unknown']],
  )
  t.deepEqual(await one.find('one'), state)
  const answers = await redis.keys(`{${prefix}}:store:result.*`)
  t.is(answers.length, 1, 'the attempt that has lost its lock keeps no answer')
})

test('an attempt that has lost its lock cannot put its job to sleep', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  const ran: [number, boolean][] = []
  await working(t, queue, async (_, { number, slept }) => {
    ran.push([number, slept])
    if (number > 1) return ACCEPTED
    // Before this node can have noticed.
    await redis.set(`{${prefix}}:jobs:one:lock`, 'of another', 'PX', 100)
    return { kind: 'sleep', until: Date.now() + 3_600_000 }
  })
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 3 }))
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.deepEqual(ran, [
    [1, false],
    [2, false],
  ])
})

for (const how of ['by itself', 'woken'] as const) {
  test(`a job goes on sleeping when its node was killed, and is run again: ${how}`, async (t) => {
    const prefix = newPrefix()
    const queue = await queueOf(t, prefix)
    const { child, took } = victim(t, prefix)
    const id = how === 'woken' ? 'sleepy-3600000' : 'sleepy-3000'
    await queue.add(jobOf({ id }), planOf())
    t.is(await took, `${id} 1`)
    await until(async () => (await queue.desk.stats()).delayed === 1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const ran: [number, boolean][] = []
    await working(t, queue, async (_, { number, slept }) => {
      ran.push([number, slept])
      return ACCEPTED
    })
    if (how === 'woken') t.is(await queue.wake(id), 'woken')
    t.is((await queue.ended(id, soon()))?.state, 'done')
    t.deepEqual(ran, [[1, true]])
    t.deepEqual((await queue.desk.show(id))?.history, [])
  })
}

test('a job whose node is killed after it was woken is told that it slept', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const sleeping = await queueOf(t, prefix)
  const worker = await sleeping.work(
    async () => ({ kind: 'sleep', until: Date.now() + 3_600_000 }),
    {
      concurrency: 1,
      abandoned: async () => undefined,
    },
  )
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 2 }))
  await until(async () => (await queue.desk.stats()).delayed === 1)
  await worker.close(soon())
  const { child, took } = victim(t, prefix)
  t.is(await queue.wake('one'), 'woken')
  t.is(await took, 'one 1')
  child.kill('SIGKILL')
  const ran: [number, boolean][] = []
  await working(t, queue, async (_, { number, slept }) => {
    ran.push([number, slept])
    return ACCEPTED
  })
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.deepEqual(ran, [[2, true]])
})

test('a job of a newer version is parked with its cause, and never run', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  await bare(t, prefix).add('invoke', { v: 3, job: { what: 'ever' } }, { jobId: 'newer' })
  await bare(t, prefix).add('other', 'nonsense', { jobId: 'foreign', attempts: 5 })
  const [waiting] = await queue.desk.list({ ids: ['newer'] })
  t.like(waiting, { id: 'newer', kind: 'unknown', state: 'waiting' })
  let ran = 0
  await working(t, queue, async () => {
    ran += 1
    return ACCEPTED
  })
  const newer = await queue.ended('newer', soon())
  t.true(newer?.state === 'dead' && /newer version \(format 3;/.test(newer.cause))
  const foreign = await queue.ended('foreign', soon())
  t.true(foreign?.state === 'dead' && /not written by Waybill/.test(foreign.cause))
  t.is(ran, 0)
  const shown = await queue.desk.show('newer')
  t.like(shown, { kind: 'unknown', state: 'dead', body: '' })
  t.regex(shown?.cause ?? '', /newer version/)
  t.is(await queue.desk.replay('newer'), 'done')
  await queue.ended('newer', soon())
  await until(async () => (await queue.find('newer'))?.state === 'dead')
  t.is(await queue.desk.remove('newer'), 'done')
  await queue.add(jobOf({ id: 'well' }), planOf())
  t.is((await queue.ended('well', soon()))?.state, 'done', 'the worker goes on')
})

test('an envelope beside its job is kept once and goes with the job', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  const body = 'x'.repeat(300_000)
  await queue.claim('k', { id: 'large', digest: 'd' })
  await queue.add(jobOf({ id: 'large', body, claim: 'k' }), planOf())
  const keys = await redis.keys(`{${prefix}}:store:*`)
  t.is(keys.length, 2)
  for (const key of keys) t.is(await redis.pttl(key), -1, `${key} is kept while its job is`)
  t.true(((await redis.hget(`{${prefix}}:jobs:large`, 'data')) ?? '').length < 2_000)
  await working(t, queue, async () => replyOf('y'.repeat(20_000)))
  await queue.ended('large', soon())
  const after = await redis.keys(`{${prefix}}:store:*`)
  t.is(after.length, 3)
  for (const key of after) t.true((await redis.pttl(key)) > 0, `${key} expires`)
  // Added again from a journal, it stays so.
  await queue.add(jobOf({ id: 'large', body, claim: 'k', accepted: Date.now() - 60_000 }), planOf())
  for (const key of after) t.true((await redis.pttl(key)) > 0, `${key} expires`)
})

test('a job whose envelope is lost is parked', async (t) => {
  const prefix = newPrefix()
  const queue = await queueOf(t, prefix)
  const redis = new Redis(url)
  t.teardown(() => redis.disconnect())
  await queue.add(jobOf({ id: 'large', body: 'x'.repeat(300_000) }), planOf({ attempts: 3 }))
  await redis.del(await redis.keys(`{${prefix}}:store:body.*`))
  await working(t, queue, async () => ACCEPTED)
  const state = await queue.ended('large', soon())
  t.true(state?.state === 'dead' && /envelope is not in the store/.test(state.cause))
})
