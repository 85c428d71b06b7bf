/** The accept journal before a queue: under the contract of job queues, and when all goes wrong. */
import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Log } from '../../src/plugin.js'
import type { InnerQueue } from '../../src/queue/inner-queue.js'
import { FinalFailure, type Job, type RetryPlan } from '../../src/queue/job.js'
import { Journal } from '../../src/queue/journal.js'
import { JournaledQueue } from '../../src/queue/journaled-queue.js'
import { MemoryQueue } from '../../src/queue/memory-queue.js'
import { QueueFull, QueueUnavailable } from '../../src/queue/queue.js'
import { jobQueueContract } from '../contract/job-queue.js'
import { openEmbeddedQueue } from '../support/embedded-queue.js'
import { folderOf } from '../support/folder.js'
import { ACCEPTED, forwardOf, gate, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import { SILENT } from '../support/redis-queue.js'

const before = (inner: InnerQueue, folder: string, log: Log = SILENT) =>
  JournaledQueue.open(inner, { folder: join(folder, 'journal') }, log)

jobQueueContract({
  name: 'journal and memory',
  place: async (t) => {
    const folder = folderOf(t, {})
    return { open: (options) => before(new MemoryQueue({ node: 'urn:node', ...options }), folder) }
  },
  cannot: {
    nodes: 'they are in the memory of one process',
    outlive: 'what has ended and what is bound is in the memory of one process',
    retention: 'a queue in memory keeps a number of jobs',
    age: 'a queue in memory has no such bound',
  },
})

jobQueueContract({
  name: 'journal and embedded',
  place: async (t) => {
    const folder = folderOf(t, {})
    const open = (options: object) => openEmbeddedQueue(join(folder, 'queue'), options)
    return { open: async (options) => before(await open(options ?? {}), folder) }
  },
  heavy: true,
  cannot: { nodes: 'one process has the folder' },
})

/** A queue in memory that does not answer while it is told so, and may tell nobody of ends. */
class Unsteady extends MemoryQueue {
  down = false
  quiet = false

  override async addAll(jobs: readonly { job: Job; plan: RetryPlan }[]): Promise<void> {
    if (this.down) throw new QueueUnavailable('it is down')
    await super.addAll(jobs)
  }

  override onEnd(listener: (id: string, how: 'done' | 'dead' | 'removed') => void): void {
    super.onEnd((id, how) => {
      if (!this.quiet) listener(id, how)
    })
  }
}

const unsteady = (maxDepth?: number) =>
  new Unsteady({ node: 'urn:node', ...(maxDepth === undefined ? {} : { maxDepth }) })

async function opened(t: ExecutionContext, folder: string, inner: InnerQueue = unsteady()) {
  const queue = await before(inner, folder)
  t.teardown(() => queue.close())
  return queue
}

/** Runs all that is there. @returns ids in the order they were run */
async function ranBy(t: ExecutionContext, queue: JournaledQueue): Promise<string[]> {
  const ran: string[] = []
  await working(t, queue, async ({ id }) => {
    ran.push(id)
    if (id.startsWith('dead')) throw new FinalFailure('no')
    return ACCEPTED
  })
  return ran
}

const depth = (queue: JournaledQueue) => Number(/journal has (\d+) jobs/.exec(queue.status)?.[1])

test('what the queue behind it has forgotten is run, but not what has ended', async (t) => {
  const folder = folderOf(t, {})
  const first = await opened(t, folder)
  const ran = await ranBy(t, first)
  for (const id of ['one', 'dead', 'two']) await first.add(jobOf({ id }), planOf())
  for (const id of ['one', 'dead', 'two']) await first.ended(id, soon())
  t.is(ran.length, 3)
  await until(() => depth(first) === 1)
  await first.desk.pause()
  await first.add(jobOf({ id: 'three' }), planOf())
  await first.close()
  const second = await opened(t, folder)
  const again = await ranBy(t, second)
  for (const id of ['dead', 'three']) await second.ended(id, soon())
  t.deepEqual(again, ['dead', 'three'], 'a parked one is not lost with the store either')
  t.is(await second.desk.remove('dead'), 'done')
  await until(() => depth(second) === 0)
  await second.close()
  t.is(depth(await opened(t, folder)), 0)
})

test('while the queue behind it is down, jobs are taken and wait; then they are run in order', async (t) => {
  const inner = unsteady()
  inner.down = true
  const queue = await opened(t, folderOf(t, {}), inner)
  const ids = Array.from({ length: 250 }, (_, index) => `n${index}`)
  for (const id of ids) await queue.add(jobOf({ id }), planOf())
  await queue.add(jobOf({ id: 'n0' }), planOf())
  t.deepEqual(await queue.find('n7'), { state: 'waiting' })
  t.is(await inner.find('n7'), undefined)
  t.is(await queue.ended('n7', AbortSignal.timeout(50)), undefined)
  const ended = queue.ended('n249', soon())
  inner.down = false
  const ran = await ranBy(t, queue)
  t.is((await ended)?.state, 'done')
  t.deepEqual(ran, ids)
})

test('so much waits for a queue that is down, and then it is told that there is too much', async (t) => {
  const inner = unsteady()
  inner.down = true
  const queue = await opened(t, folderOf(t, {}), inner)
  const body = 'x'.repeat(8 * 1024 ** 2)
  for (let times = 0; times < 8; times += 1) await queue.add(jobOf({ body }), planOf())
  t.true(queue.available)
  await queue.add(jobOf({ body }), planOf())
  t.false(queue.available)
  t.regex(queue.status, /has 9 jobs, and the queue does not take them: it is down$/)
  await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueFull })
  inner.down = false
  await until(() => queue.available)
  await queue.add(jobOf(), planOf())
})

test('the bounds of the queue behind it hold before anything is written', async (t) => {
  const folder = folderOf(t, {})
  const queue = await opened(t, folder, unsteady(1))
  await queue.add(jobOf(), planOf())
  await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueFull })
  t.is(depth(queue), 1)
})

test('once the disk has failed nothing is acknowledged any more, and it says so', async (t) => {
  const folder = folderOf(t, {})
  const options = { folder: join(folder, 'journal'), segmentBytes: 1 }
  const queue = await JournaledQueue.open(unsteady(), options, SILENT)
  t.teardown(() => queue.close())
  await queue.add(jobOf(), planOf())
  t.true(queue.available)
  rmSync(options.folder, { recursive: true })
  for (let times = 0; times < 2; times += 1) {
    await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  }
  t.false(queue.available)
  t.regex(queue.status, /cannot be written any more; nothing is acknowledged until a restart/)
})

test('a job that is not in the queue yet is awake, one that waits in the journal only, too', async (t) => {
  const inner = unsteady()
  inner.down = true
  const queue = await opened(t, folderOf(t, {}), inner)
  await queue.add(jobOf({ id: 'one' }), planOf())
  t.is(await queue.wake('one'), 'awake')
  t.is(await inner.wake('one'), 'unknown')
  t.is(await queue.wake('other'), 'unknown')
})

test('a job that sleeps stays in the journal, from which it is run anew if the store is lost', async (t) => {
  const folder = folderOf(t, {})
  const first = await opened(t, folder)
  const job = forwardOf()
  await working(t, first, async () => ({ kind: 'sleep', until: Date.now() + 3_600_000 }))
  await first.add(job, planOf())
  await until(async () => (await first.desk.stats()).delayed === 1)
  t.is(depth(first), 1)
  await first.close()
  // What is behind it is in memory, and lost.
  const second = await opened(t, folder)
  const ran = gate<[Job, number, boolean]>()
  await working(t, second, async (taken, { number, slept }) => {
    ran.open([taken, number, slept])
    return ACCEPTED
  })
  t.deepEqual(await ran.opened, [job, 1, false])
  await until(() => depth(second) === 0)
})

test('keys are bound again with their jobs', async (t) => {
  const folder = folderOf(t, {})
  const first = await opened(t, folder)
  const job = jobOf({ claim: 'a key' })
  const claim = { id: job.id, digest: 'd' }
  t.deepEqual(await first.claim('a key', claim), claim)
  await first.add(job, planOf())
  await first.close()
  const second = await opened(t, folder)
  t.deepEqual(await second.claim('a key', { id: 'other', digest: 'e' }), claim)
})

test('an end that nobody told of is found by looking', async (t) => {
  const inner = unsteady()
  inner.quiet = true
  const queue = await opened(t, folderOf(t, {}), inner)
  await ranBy(t, queue)
  await queue.add(jobOf(), planOf())
  await until(() => depth(queue) === 0)
  t.pass()
})

test('a job of a newer version stops the start', async (t) => {
  const folder = folderOf(t, {})
  const { journal } = await Journal.open({ folder: join(folder, 'journal') })
  await journal.append('new', Buffer.from(JSON.stringify({ v: 3, job: {} })))
  await journal.close()
  const error = await t.throwsAsync(opened(t, folder), { code: 'WAYBILL_QUEUE_FOREIGN' })
  t.regex(error?.message ?? '', /a job of format 3 under new; this version reads format 2/)
})

test('a torn tail is told and does not matter', async (t) => {
  const folder = folderOf(t, {})
  const first = await opened(t, folder)
  await first.add(jobOf({ id: 'whole' }), planOf())
  await first.close()
  const [segment = ''] = readdirSync(join(folder, 'journal'))
  appendFileSync(join(folder, 'journal', segment), 'torn')
  const told = gate<string>()
  const log = {
    ...SILENT,
    info: () => undefined,
    warn: (_: object, text: string) => told.open(text),
  }
  const second = await before(unsteady(), folder, log as unknown as Log)
  t.teardown(() => second.close())
  t.regex(await told.opened, /torn tail/)
  t.deepEqual(await second.find('whole'), { state: 'waiting' })
})
