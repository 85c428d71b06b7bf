/** The part of the contract of job queues that operators use. */
import type { ExecutionContext } from 'ava'
import { FinalFailure } from '../../src/queue/job.js'
import type { JobQueue } from '../../src/queue/queue.js'
import { ACCEPTED, gate, jobOf, planOf, soon, working } from '../support/jobs.js'
import type { Declare, QueueTestOptions } from './job-queue.js'

export function deskContract(
  declare: Declare,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  /** Parks jobs whose id begins with `dead`. */
  const parking = (t: ExecutionContext, queue: JobQueue) =>
    working(t, queue, async ({ id }) => {
      if (id.startsWith('dead')) throw new FinalFailure(`no ${id}`)
      return ACCEPTED
    })

  declare('desk: it counts, and tells the age of the oldest', async (t) => {
    const queue = await open(t)
    t.is((await queue.desk.stats()).oldest, undefined)
    await queue.add(jobOf({ accepted: Date.now() - 5_000 }), planOf())
    await queue.add(jobOf(), planOf())
    const { oldest = 0, backend, ...counts } = await queue.desk.stats()
    t.true(oldest >= 5_000 && oldest < 60_000)
    t.true(backend.length > 3)
    t.deepEqual(counts, { paused: false, waiting: 2, delayed: 0, running: 0, done: 0, dead: 0 })
  })

  declare('desk: it counts what runs, waits for its next attempt, is done and dead', async (t) => {
    const queue = await open(t)
    const [running, delayed] = [gate(), gate()]
    await working(t, queue, async ({ id }) => {
      if (id === 'dead') throw new FinalFailure('no')
      if (id === 'later') {
        queueMicrotask(() => delayed.open())
        throw new Error('later')
      }
      if (id === 'long') {
        running.open()
        await new Promise(() => undefined)
      }
      return ACCEPTED
    })
    for (const id of ['dead', 'well', 'later', 'long']) {
      await queue.add(jobOf({ id }), planOf({ attempts: 2, delay: 60_000, maxDelay: 60_000 }))
    }
    await Promise.all([running.opened, delayed.opened, queue.ended('dead', soon())])
    await queue.ended('well', soon())
    let stats = await queue.desk.stats()
    const deadline = Date.now() + 10_000
    while (stats.delayed === 0 && Date.now() < deadline) stats = await queue.desk.stats()
    const { waiting, done, dead } = stats
    t.deepEqual([waiting, stats.delayed, stats.running, done, dead], [0, 1, 1, 1, 1])
    const [later] = await queue.desk.list({ states: ['delayed'] })
    t.like(later, { id: 'later', state: 'delayed', attempts: 1, cause: 'later' })
    t.deepEqual(
      (await queue.desk.list({ states: ['running'] })).map(({ id }) => id),
      ['long'],
    )
  })

  declare('desk: it lists the newest first, and only what is asked for', async (t) => {
    const queue = await open(t)
    await parking(t, queue)
    const now = Date.now()
    for (let index = 0; index < 5; index += 1) {
      const id = `${index % 2 ? 'dead' : 'well'}-${index}`
      const label = {
        operation: index < 3 ? '{urn:x}Add' : '{urn:x}Remove',
        to: `http://example.com/${index}`,
        sender: `sender-${index % 2}`,
        messageId: `urn:uuid:${index}`,
      }
      await queue.add(jobOf({ id, label, accepted: now - 10_000 + index * 1_000 }), planOf())
      await queue.ended(id, soon())
    }
    const ids = async (query: Parameters<typeof queue.desk.list>[0]) =>
      (await queue.desk.list(query)).map(({ id }) => id)
    t.deepEqual(await ids({}), ['well-4', 'dead-3', 'well-2', 'dead-1', 'well-0'])
    t.deepEqual(await ids({ limit: 2 }), ['well-4', 'dead-3'])
    t.deepEqual(await ids({ states: ['dead'] }), ['dead-3', 'dead-1'])
    t.deepEqual(await ids({ states: ['dead', 'done'], limit: 3 }), ['well-4', 'dead-3', 'well-2'])
    t.deepEqual(await ids({ ids: ['dead-1', 'nobody', 'well-0'] }), ['dead-1', 'well-0'])
    t.deepEqual(await ids({ ids: ['dead-1', 'well-0'], states: ['dead'] }), ['dead-1'])
    t.deepEqual(await ids({ operation: '{urn:x}Remove' }), ['well-4', 'dead-3'])
    t.deepEqual(await ids({ operation: 'Add' }), ['well-2', 'dead-1', 'well-0'])
    t.deepEqual(await ids({ to: 'com/3' }), ['dead-3'])
    t.deepEqual(await ids({ sender: 'sender-1' }), ['dead-3', 'dead-1'])
    t.deepEqual(await ids({ cause: 'no dead-1' }), ['dead-1'])
    t.deepEqual(await ids({ since: now - 7_000 }), ['well-4', 'dead-3'])
    t.deepEqual(await ids({ until: now - 8_000 }), ['dead-1', 'well-0'])
    const [dead] = await queue.desk.list({ ids: ['dead-3'] })
    t.like(dead, {
      kind: 'invoke',
      state: 'dead',
      operation: '{urn:x}Remove',
      to: 'http://example.com/3',
      sender: 'sender-1',
      messageId: 'urn:uuid:3',
      accepted: now - 7_000,
      attempts: 1,
      cause: 'no dead-3',
    })
    t.true((dead?.ended ?? 0) >= now)
  })

  declare('desk: it searches more jobs than it looks at in one go', async (t) => {
    const queue = await open(t)
    for (let index = 0; index < 120; index += 1) {
      const sender = index === 0 ? 'rare' : 'often'
      await queue.add(jobOf({ id: `n${index}`, label: { sender } }), planOf())
    }
    t.deepEqual(
      (await queue.desk.list({ sender: 'rare' })).map(({ id }) => id),
      ['n0'],
    )
    const often = await queue.desk.list({ sender: 'often', limit: 1_000 })
    t.is(new Set(often.map(({ id }) => id)).size, 119)
    t.is((await queue.desk.list({})).length, 100)
  })

  declare('desk: it shows a job with its envelope; another is not there', async (t) => {
    const queue = await open(t)
    const job = jobOf({ body: `<a>${'\u00e4'.repeat(200_000)}</a>` })
    await queue.add(job, planOf())
    const shown = await queue.desk.show(job.id)
    t.is(shown?.body, job.body)
    t.like(shown, { id: job.id, state: 'waiting', attempts: 0, cause: undefined })
    t.deepEqual(shown?.history, [])
    t.is(await queue.desk.show('nobody'), undefined)
  })

  declare(
    'desk: a dead job is run again with the same id and bytes, all attempts anew',
    async (t) => {
      const queue = await open(t)
      const job = jobOf({ body: 'x'.repeat(300_000), claim: 'k' })
      await queue.claim('k', { id: job.id, digest: 'd' })
      const attempts: [number, boolean][] = []
      let mended = false
      await working(t, queue, async (taken, { number }) => {
        attempts.push([number, taken.body === job.body && taken.id === job.id])
        if (!mended || number < 2) throw new Error(`failed ${number}`)
        return ACCEPTED
      })
      await queue.add(job, planOf({ attempts: 2 }))
      t.is((await queue.ended(job.id, soon()))?.state, 'dead')
      mended = true
      const both = await Promise.all([queue.desk.replay(job.id), queue.desk.replay(job.id)])
      t.deepEqual(both.toSorted(), ['done', 'not-dead'])
      t.is((await queue.ended(job.id, soon()))?.state, 'done')
      t.deepEqual(attempts, [
        [1, true],
        [2, true],
        [1, true],
        [2, true],
      ])
      const shown = await queue.desk.show(job.id)
      t.deepEqual(
        shown?.history.map(({ attempt, cause }) => [attempt, cause]),
        [
          [1, 'failed 1'],
          [2, 'failed 2'],
          [1, 'failed 1'],
        ],
      )
      t.is(await queue.desk.replay(job.id), 'not-dead')
      t.is(await queue.desk.replay('nobody'), 'unknown')
      t.is((await queue.claim('k', { id: 'x', digest: 'x' })).id, job.id)
    },
  )

  declare('desk: a dead job is removed with all that is its own, and only once', async (t) => {
    const queue = await open(t)
    await parking(t, queue)
    const job = jobOf({ id: 'dead', claim: 'k', body: 'x'.repeat(300_000) })
    await queue.claim('k', { id: 'dead', digest: 'd' })
    await queue.add(job, planOf())
    await queue.ended('dead', soon())
    t.is((await queue.claim('k', { id: 'x', digest: 'x' })).id, 'dead')
    const both = await Promise.all([queue.desk.remove('dead'), queue.desk.remove('dead')])
    t.deepEqual(both.toSorted(), ['done', 'unknown'])
    t.is(await queue.find('dead'), undefined)
    t.is(await queue.desk.show('dead'), undefined)
    t.is((await queue.claim('k', { id: 'new', digest: 'x' })).id, 'new')
    await queue.add(jobOf({ id: 'well' }), planOf())
    await queue.ended('well', soon())
    t.is(await queue.desk.remove('well'), 'not-dead')
  })

  declare(
    'desk: a queue that is paused takes jobs but runs none, until it is resumed',
    async (t) => {
      const queue = await open(t)
      let ran = 0
      await working(t, queue, async () => {
        ran += 1
        return ACCEPTED
      })
      await queue.desk.pause()
      t.true((await queue.desk.stats()).paused)
      const job = jobOf()
      await queue.add(job, planOf())
      t.is(await queue.ended(job.id, AbortSignal.timeout(300)), undefined)
      t.is(ran, 0)
      t.is((await queue.desk.stats()).waiting, 1)
      await queue.desk.resume()
      t.is((await queue.ended(job.id, soon()))?.state, 'done')
      t.false((await queue.desk.stats()).paused)
    },
  )
}
