/** The part of the contract of job queues by which operators read the jobs of one state, page by page. */
import type { ExecutionContext } from 'ava'
import { FinalFailure, type Suspension } from '../../src/store/queue/job.js'
import type { ListedState } from '../../src/store/queue/listing.js'
import type { PagedJob, Position } from '../../src/store/queue/page.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { ACCEPTED, forwardOf, gate, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import type { Declare, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000

/** A second attempt after so long, of which up to a half is left off by chance. */
const laterBy = (delay: number) => planOf({ attempts: 2, delay, maxDelay: delay })
const LATER = laterBy(HOUR)

const suspended = (milliseconds: number): Suspension => ({
  kind: 'suspended',
  until: Date.now() + milliseconds,
})

const idsOf = (jobs: readonly PagedJob[]) => jobs.map(({ id }) => id)

/** All pages of a state, each with so many jobs. */
async function pages(
  queue: JobQueue,
  state: ListedState,
  limit: number,
): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = []
  let after: Position | undefined
  do {
    const { jobs, next } = await queue.admin.page({ state, after, limit })
    found.push(idsOf(jobs))
    after = next
  } while (after)
  return found
}

async function counts(queue: JobQueue, state: 'delayed' | 'suspended' | 'running', count: number) {
  await until(async () => (await queue.admin.stats())[state] === count)
}

export function pageContract(
  declare: Declare,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare('pages: those that wait stand as they will run', async (t) => {
    const queue = await open(t)
    t.deepEqual(await pages(queue, 'waiting', 2), [[]])
    for (const id of ['c', 'a', 'e', 'b', 'd']) await queue.add(jobOf({ id }), planOf())
    t.deepEqual(await pages(queue, 'waiting', 2), [['c', 'a'], ['e', 'b'], ['d']])
    t.deepEqual(await pages(queue, 'waiting', 5), [['c', 'a', 'e', 'b', 'd']])
    const { jobs } = await queue.admin.page({ state: 'waiting', limit: 1 })
    t.like(jobs[0], { id: 'c', state: 'waiting', attempts: 0, due: undefined })
    for (const state of ['delayed', 'suspended', 'running', 'done', 'dead'] as const) {
      t.deepEqual(await queue.admin.page({ state, limit: 2 }), { jobs: [], next: undefined }, state)
    }
  })

  declare('pages: those that are held for their lane stand behind the others', async (t) => {
    const queue = await open(t)
    for (const [id, lane] of [
      ['z-first', 'one'],
      ['z-held', 'one'],
      ['x-held', 'one'],
      ['y-first', 'two'],
      ['y-held', 'two'],
      ['a', undefined],
    ] as const) {
      await queue.add(jobOf({ id, lane }), planOf())
    }
    t.deepEqual(await pages(queue, 'waiting', 4), [
      ['z-first', 'y-first', 'a', 'x-held'],
      ['y-held', 'z-held'],
    ])
    t.deepEqual((await pages(queue, 'waiting', 1)).flat(), [
      'z-first',
      'y-first',
      'a',
      'x-held',
      'y-held',
      'z-held',
    ])
  })

  declare('pages: delayed and suspended ones stand by when they go on', async (t) => {
    const queue = await open(t)
    await working(t, queue, async ({ id }) => {
      if (id.startsWith('answer')) return suspended(HOUR * Number(id.at(-1)))
      throw new Error(`no ${id}`)
    })
    const began = Date.now()
    const label = { to: 'mailto:b@example.com', sender: 'a sender', operation: '{urn:x}Do' }
    for (const number of [3, 1, 2]) {
      await queue.add(forwardOf({ id: `answer-${number}`, awaits: `key ${number}`, label }), LATER)
      await queue.add(jobOf({ id: `later-${number}` }), laterBy(HOUR * 3 ** (number - 1)))
    }
    await counts(queue, 'delayed', 3)
    await counts(queue, 'suspended', 3)
    t.deepEqual(await pages(queue, 'delayed', 2), [['later-1', 'later-2'], ['later-3']])
    t.deepEqual(await pages(queue, 'suspended', 2), [['answer-1', 'answer-2'], ['answer-3']])
    const { jobs: delayed } = await queue.admin.page({ state: 'delayed', limit: 1 })
    t.like(delayed[0], { state: 'delayed', attempts: 1, cause: 'no later-1' })
    const { jobs: waiting } = await queue.admin.page({ state: 'suspended', limit: 1 })
    t.like(waiting[0], { state: 'suspended', attempts: 0, destination: 'next', ...label })
    for (const { due = 0 } of [...delayed, ...waiting]) {
      t.true(due >= began + HOUR / 2 && due <= Date.now() + HOUR, `${due - began}`)
    }
  })

  declare(
    'pages: more that are suspended than are looked at together hide no delayed one',
    async (t) => {
      const queue = await open(t)
      await working(t, queue, async ({ id }) => {
        if (id !== 'later') return suspended(HOUR / 2)
        throw new Error('later')
      })
      const many = Array.from({ length: 450 }, (_, index) => `s${String(index).padStart(3, '0')}`)
      await queue.add(jobOf({ id: 'later' }), LATER)
      await Promise.all(many.map((id) => queue.add(forwardOf({ id }), LATER)))
      await counts(queue, 'suspended', many.length)
      t.deepEqual(await pages(queue, 'delayed', 50), [['later']])
      const found = await pages(queue, 'suspended', 100)
      t.deepEqual(
        found.map(({ length }) => length),
        [100, 100, 100, 100, 50],
      )
      t.deepEqual(found.flat().toSorted(), many)
    },
  )

  declare('pages: the last accepted that runs, and the last ended, stand first', async (t) => {
    const queue = await open(t)
    const cut = gate()
    await working(t, queue, async ({ id }) => {
      if (id.startsWith('long')) await cut.opened
      if (id.startsWith('dead')) throw new FinalFailure(`no ${id}`)
      return ACCEPTED
    })
    const now = Date.now()
    for (const number of [2, 1, 3]) {
      await queue.add(jobOf({ id: `long-${number}`, accepted: now + number }), planOf())
      for (const id of [`dead-${number}`, `well-${number}`]) {
        await queue.add(jobOf({ id }), planOf())
        await queue.ended(id, soon())
        const ended = Date.now()
        await until(() => Date.now() > ended)
      }
    }
    await counts(queue, 'running', 3)
    t.deepEqual(await pages(queue, 'running', 2), [['long-3', 'long-2'], ['long-1']])
    t.deepEqual(await pages(queue, 'dead', 2), [['dead-3', 'dead-1'], ['dead-2']])
    t.deepEqual(await pages(queue, 'done', 1), [['well-3'], ['well-1'], ['well-2']])
    const { jobs } = await queue.admin.page({ state: 'dead', limit: 1 })
    t.like(jobs[0], {
      id: 'dead-3',
      state: 'dead',
      attempts: 1,
      cause: 'no dead-3',
      due: undefined,
    })
    const { jobs: running } = await queue.admin.page({ state: 'running', limit: 1 })
    t.like(running[0], { id: 'long-3', state: 'running', attempts: 1, accepted: now + 3 })
    cut.open()
  })

  declare(
    'pages: a page goes on where the one before ended, though that job has gone on',
    async (t) => {
      const queue = await open(t)
      await working(t, queue, async ({ id }) => {
        throw id.startsWith('dead') ? new FinalFailure('no') : new Error('later')
      })
      for (const number of [1, 2, 3, 4]) {
        await queue.add(jobOf({ id: `dead-${number}` }), planOf())
        await queue.ended(`dead-${number}`, soon())
        // Each longer than the one before, whatever its jitter.
        const delay = 4 ** number * HOUR
        const plan = planOf({ attempts: 2, delay, maxDelay: delay })
        await queue.add(jobOf({ id: `later-${number}`, way: `way ${number}` }), plan)
      }
      await counts(queue, 'delayed', 4)
      const dead = await queue.admin.page({ state: 'dead', limit: 2 })
      t.deepEqual(idsOf(dead.jobs), ['dead-4', 'dead-3'])
      await queue.admin.remove('dead-3')
      const older = await queue.admin.page({ state: 'dead', after: dead.next, limit: 2 })
      t.deepEqual([idsOf(older.jobs), older.next], [['dead-2', 'dead-1'], undefined])
      const delayed = await queue.admin.page({ state: 'delayed', limit: 2 })
      await queue.admin.pause()
      await queue.wake('way 2')
      await counts(queue, 'delayed', 3)
      const later = await queue.admin.page({ state: 'delayed', after: delayed.next, limit: 2 })
      t.deepEqual(idsOf(later.jobs), ['later-3', 'later-4'])
      t.deepEqual(await pages(queue, 'waiting', 5), [['later-2']])
    },
  )

  declare('pages: what is taken meanwhile leaves no job out', async (t) => {
    const queue = await open(t)
    await queue.admin.pause()
    for (const id of ['a', 'b', 'c', 'd']) await queue.add(jobOf({ id }), planOf())
    const { jobs, next } = await queue.admin.page({ state: 'waiting', limit: 2 })
    t.deepEqual(idsOf(jobs), ['a', 'b'])
    const [ran, cut] = [new Set<string>(), gate()]
    await working(
      t,
      queue,
      async ({ id }) => {
        ran.add(id)
        await cut.opened
        return ACCEPTED
      },
      { concurrency: 2 },
    )
    await queue.admin.resume()
    await until(() => ran.size === 2)
    const rest = await queue.admin.page({ state: 'waiting', after: next, limit: 2 })
    t.deepEqual(idsOf(rest.jobs), ['c', 'd'])
    cut.open()
  })

  declare('pages: ids of any text and as many as there are', async (t) => {
    const queue = await open(t)
    const ids = ['42', 'a:b', '100%', '\u00e4 \u{1f600}', '1.2.3', 'x\ny']
    for (const id of ids) await queue.add(jobOf({ id }), planOf())
    t.deepEqual((await pages(queue, 'waiting', 1)).flat(), ids)
    const more = Array.from({ length: 430 }, (_, index) => `n${index}`)
    for (const id of more) await queue.add(jobOf({ id }), planOf())
    t.deepEqual((await pages(queue, 'waiting', 150)).flat(), [...ids, ...more])
  })
}
