/** What a queue remembers beside its jobs: keys that count once, named values that only move on. */
import type { ExecutionContext } from 'ava'
import { claimedOnce } from '../../src/store/queue/job.js'
import { type JobQueue, QueueFull, QueueUnavailable } from '../../src/store/queue/queue.js'
import { forwardOf, gate, jobOf, planOf, until, working } from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000
const later = () => Date.now() + HOUR

export function memoryContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare('keys are remembered once, and none of them if one is known', async (t) => {
    const queue = await open(t)
    t.true(await queue.remember(['a', 'b'], later()))
    t.false(await queue.remember(['a'], later()))
    t.false(await queue.remember(['c', 'b'], later()))
    t.true(await queue.remember(['c'], later()))
    t.true(await queue.remember(['twice', 'twice'], later()))
    t.true(await queue.remember([], later()))
  })

  declare('keys may be any text', async (t) => {
    const queue = await open(t)
    const keys = ['', ' ', '42', 'a:b', '\u0000', 'ä/\u{1f600}', 'x'.repeat(100_000)]
    for (const key of keys) t.true(await queue.remember([key], later()), key.slice(0, 20))
    for (const key of keys) t.false(await queue.remember([key], later()), key.slice(0, 20))
    t.true(await queue.remember(['x'.repeat(100_001)], later()))
  })

  declare('of callers at the same time exactly one wins', async (t) => {
    const queue = await open(t)
    for (let round = 0; round < 20; round += 1) {
      const requested = Array.from({ length: 20 }, (_, index) =>
        queue.remember([`own ${round} ${index}`, `signature ${round}`], later()),
      )
      t.is((await Promise.all(requested)).filter((won) => won).length, 1)
    }
  })

  declare('what is forgotten may come again', async (t) => {
    const queue = await open(t)
    t.true(await queue.remember(['a', 'b'], later()))
    await queue.forget(['a', 'unknown'])
    await queue.forget([])
    t.false(await queue.remember(['b'], later()))
    t.true(await queue.remember(['a'], later()))
  })

  declare('a time that is over asks whether a key is known, and remembers nothing', async (t) => {
    const queue = await open(t, { maxRemembered: 1 })
    for (let each = 0; each < 20; each += 1) t.true(await queue.remember(['a'], 0))
    t.true(await queue.remember(['a'], later()))
    t.false(await queue.remember(['a'], 0))
    t.true(await queue.remember(['b', 'c'], 0))
  })

  declare('a key is known until its time, and not beyond it', async (t) => {
    const queue = await open(t)
    t.true(await queue.remember(['short'], Date.now() + 50))
    t.true(await queue.remember(['long'], later()))
    await until(() => queue.remember(['short'], later()))
    t.false(await queue.remember(['short'], later()))
    t.false(await queue.remember(['long'], later()))
  })

  declare('when no more are remembered it says so, and forgets none', async (t) => {
    const queue = await open(t, { maxRemembered: 4 })
    t.true(await queue.remember(['a', 'b'], later()))
    t.true(await queue.remember(['c'], later()))
    const error = await t.throwsAsync(queue.remember(['d', 'e'], later()), {
      instanceOf: QueueFull,
    })
    t.true((error?.retryAfter ?? 0) >= 1)
    for (const key of ['a', 'b', 'c']) t.false(await queue.remember([key], later()))
    t.true(await queue.remember(['d'], later()))
    await t.throwsAsync(queue.remember(['e'], later()), { instanceOf: QueueFull })
  })

  declare('what has expired makes room', async (t) => {
    const queue = await open(t, { maxRemembered: 4 })
    t.true(await queue.remember(['a', 'b', 'c', 'd'], Date.now() + 200))
    await until(() => remembers(queue, 'e'))
    t.false(await queue.remember(['e'], later()))
  })

  declare(
    'what one node remembers another knows, and one wins',
    async (t) => {
      const store = await kind.store(t)
      const [one, other] = [await store.open(), await store.open({ node: 'urn:node:other' })]
      t.teardown(() => Promise.all([one.close(), other.close()]).then(() => undefined))
      for (let round = 0; round < 20; round += 1) {
        const requested = [one, other, one, other].map((queue) =>
          queue.remember([`signature ${round}`], later()),
        )
        t.is((await Promise.all(requested)).filter((won) => won).length, 1)
      }
      t.true(await one.keepHead('chain', undefined, '1'))
      t.false(await other.keepHead('chain', undefined, '2'))
      t.is(await other.head('chain'), '1')
    },
    'nodes',
  )

  declare(
    'what is remembered, and named values, outlive the queue',
    async (t) => {
      const store = await kind.store(t)
      const first = await store.open()
      t.true(await first.remember(['a'], later()))
      t.true(await first.keepHead('chain', undefined, '1 abc'))
      await first.close()
      const second = await store.open()
      t.teardown(() => second.close())
      t.false(await second.remember(['a'], later()))
      t.is(await second.head('chain'), '1 abc')
    },
    'outlive',
  )

  declare('a claim with a time counts once, when its job is forgotten, too', async (t) => {
    const queue = await open(t)
    await working(t, queue, async () => ({ kind: 'accepted' }))
    const [dated, plain] = ['dated', 'plain']
    const claimed = (key: string, at?: number) =>
      jobOf({ claim: { key, digest: 'one', until: at } })
    const jobs = [claimed(dated, later()), claimed(plain)]
    for (const job of jobs) {
      t.is((await queue.add(job, planOf())).added, true)
      await queue.ended(job.id, AbortSignal.timeout(60_000))
    }
    t.false(await queue.remember([claimedOnce(dated)], 0))
    t.true(await queue.remember([claimedOnce(plain)], 0))
    t.like(await queue.add(claimed(dated, later()), planOf()), { id: jobs[0]?.id, added: false })
    t.is(await queue.admin.trim(later()), 2)
    t.like(await queue.add(claimed(dated, later()), planOf()), { added: false, state: 'forgotten' })
    t.is((await queue.add(claimed(plain, later()), planOf())).added, true)
  })

  declare(
    'a claim with a time is remembered within the bound, and no job without it',
    async (t) => {
      const queue = await open(t, { maxRemembered: 2 })
      t.true(await queue.remember(['a'], later()))
      const job = () => jobOf({ claim: { key: 'own', digest: 'one', until: later() } })
      t.is((await queue.add(job(), planOf())).added, true)
      const other = jobOf({ claim: { key: 'other', digest: 'one', until: later() } })
      await t.throwsAsync(queue.add(other, planOf()), { instanceOf: QueueFull })
      t.is(await queue.find(other.id), undefined)
      t.is((await queue.add(job(), planOf())).added, false)
      t.is((await queue.add(jobOf(), planOf())).added, true)
    },
  )

  declare('a named value moves on from what it was only', async (t) => {
    const queue = await open(t)
    t.is(await queue.head('chain'), undefined)
    t.false(await queue.keepHead('chain', '1', '2'))
    t.true(await queue.keepHead('chain', undefined, '1'))
    t.false(await queue.keepHead('chain', undefined, '2'))
    t.true(await queue.keepHead('chain', '1', '2'))
    t.false(await queue.keepHead('chain', '1', '3'))
    t.is(await queue.head('chain'), '2')
    t.is(await queue.head('another'), undefined)
    const requested = Array.from({ length: 20 }, (_, index) =>
      queue.keepHead('chain', '2', `new ${index}`),
    )
    t.is((await Promise.all(requested)).filter((won) => won).length, 1)
  })

  declare('a closed queue remembers nothing', async (t) => {
    const queue = await open(t)
    await queue.close()
    await t.throwsAsync(queue.remember(['a'], later()), { instanceOf: QueueUnavailable })
    await t.throwsAsync(queue.head('a'), { instanceOf: QueueUnavailable })
  })

  declare('a job that goes to a destination is found with its name', async (t) => {
    const queue = await open(t)
    await queue.add(forwardOf({ destination: 'bank' }), planOf())
    await queue.add(forwardOf({ id: 'other', destination: undefined }), planOf())
    t.deepEqual(await queue.find('forwarded'), { state: 'waiting', destination: 'bank' })
    t.deepEqual(await queue.find('other'), { state: 'waiting' })
    const begun = gate()
    await working(t, queue, async ({ id }) => {
      if (id === 'forwarded') begun.open()
      return new Promise(() => undefined)
    })
    await begun.opened
    t.deepEqual(await queue.find('forwarded'), { state: 'running', destination: 'bank' })
    await queue.add(jobOf({ id: 'invoked' }), planOf())
    t.false('destination' in ((await queue.find('invoked')) ?? {}))
  })
}

async function remembers(queue: JobQueue, key: string): Promise<boolean> {
  try {
    return await queue.remember([key, `${key}2`], later())
  } catch (error) {
    if (error instanceof QueueFull) return false
    throw error
  }
}
