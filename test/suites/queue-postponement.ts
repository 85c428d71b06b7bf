/** The part of the contract of job queues that is about jobs which could not be tried yet, and are woken. */
import type { ExecutionContext } from 'ava'
import type { Job, Postponement, Suspension } from '../../src/store/queue/job.js'
import type { Attempt, JobQueue } from '../../src/store/queue/queue.js'
import {
  ACCEPTED,
  forwardOf,
  gate,
  isIdle,
  jobOf,
  planOf,
  soon,
  takes,
  until,
  working,
} from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000

/** Milliseconds for a thousand jobs on a busy machine. */
const LONG = 600_000
const WAY = 'https://partner.example'
const CAUSE = 'the partner is left alone'

/** Postpones a job; for longer than any test lasts, unless it is told otherwise. */
const postponing = (milliseconds = HOUR): Postponement => ({
  kind: 'postponed',
  until: Date.now() + milliseconds,
  cause: CAUSE,
})

const suspending = (): Suspension => ({ kind: 'suspended', until: Date.now() + HOUR })

/** Tells of an attempt what a test may compare. */
const reported = ({ number, last, suspended, replayed }: Attempt) => ({
  number,
  last,
  suspended,
  replayed,
})

const NEW = { number: 1, last: true, suspended: false, replayed: false }

const later = async (queue: JobQueue) =>
  (await queue.admin.list({ state: ['delayed', 'suspended'] })).map(({ id }) => id).toSorted()

export function postponementContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare('postponed: it ends no attempt, counts as none, and ends when it is woken', async (t) => {
    const queue = await open(t)
    const ran: ReturnType<typeof reported>[] = []
    await working(t, queue, async (_, attempt) => {
      ran.push(reported(attempt))
      return ran.length < 3 ? postponing() : ACCEPTED
    })
    const job = jobOf({ way: WAY })
    await queue.add(job, planOf())
    const ended = queue.ended(job.id, soon())
    for (const times of [1, 2]) {
      await until(async () => ran.length === times && (await later(queue)).length === 1)
      t.deepEqual(await queue.find(job.id), { state: 'waiting' })
      t.like(await queue.admin.show(job.id), { state: 'delayed', attempts: 0, cause: CAUSE })
      t.like(await queue.admin.stats(), { waiting: 0, delayed: 1, suspended: 0, running: 0 })
      // That is for what waits for an answer.
      t.is(await queue.resume(job.id), 'active')
      await queue.wake(WAY)
    }
    t.deepEqual(await ended, { state: 'done', result: ACCEPTED })
    t.deepEqual(ran, [NEW, NEW, NEW])
    t.like(await queue.admin.show(job.id), { history: [], cause: undefined })
  })

  declare('postponed: it runs by itself, then and not before', async (t) => {
    const queue = await open(t)
    let end = 0
    let ran = 0
    await working(t, queue, async () => {
      if (end > 0) {
        ran = Date.now()
        return ACCEPTED
      }
      const postponement = postponing(700.5)
      end = postponement.until
      return postponement
    })
    const job = jobOf({ way: WAY })
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    // A timer may be a little early.
    t.true(ran - end >= -20, `it was run ${end - ran} ms early`)
  })

  declare('postponed: it goes on with the attempts that it has left', async (t) => {
    const queue = await open(t)
    const ran: number[] = []
    await working(t, queue, async (_, { number }) => {
      ran.push(number)
      if (ran.length % 2 === 0) return postponing(1)
      throw new Error(`failed ${ran.length}`)
    })
    const job = jobOf({ way: WAY })
    await queue.add(job, planOf({ attempts: 3 }))
    t.deepEqual(await queue.ended(job.id, soon()), { state: 'dead', cause: 'failed 5' })
    t.deepEqual(ran, [1, 2, 2, 3, 3])
  })

  declare('wake: what is delayed on a way runs now, and nothing else', async (t) => {
    const queue = await open(t)
    let down = true
    const ran: string[] = []
    await working(t, queue, async ({ id }) => {
      ran.push(id)
      if (!down) return ACCEPTED
      if (id === 'tried') throw new Error('no way')
      return id === 'suspended' ? suspending() : postponing()
    })
    const slow = planOf({ attempts: 2, delay: HOUR, maxDelay: HOUR })
    const jobs: readonly Job[] = [
      jobOf({ id: 'postponed', way: WAY }),
      forwardOf({ id: 'forwarded', way: WAY }),
      jobOf({ id: 'tried', way: WAY }),
      jobOf({ id: 'suspended', way: WAY }),
      jobOf({ id: 'elsewhere', way: 'other' }),
      jobOf({ id: 'nowhere' }),
    ]
    for (const job of jobs) await queue.add(job, slow)
    await until(async () => (await later(queue)).length === jobs.length)
    down = false
    ran.length = 0
    await queue.wake('nobody knows it')
    await queue.wake(WAY)
    for (const id of ['postponed', 'forwarded', 'tried']) {
      t.is((await queue.ended(id, soon()))?.state, 'done')
    }
    t.deepEqual(ran.toSorted(), ['forwarded', 'postponed', 'tried'])
    t.deepEqual(await later(queue), ['elsewhere', 'nowhere', 'suspended'])
    t.like(await queue.admin.stats(), { delayed: 2, suspended: 1 })
  })

  declare('wake: more jobs than are woken at a time', async (t) => {
    const queue = await open(t)
    let down = true
    const jobs = Array.from({ length: 1_100 }, () => jobOf({ way: WAY }))
    let tried = 0
    const all = gate()
    const ran = new Set<string>()
    await working(t, queue, async ({ id }) => {
      if (down) {
        tried += 1
        if (tried === jobs.length) all.open()
        return postponing()
      }
      ran.add(id)
      return ACCEPTED
    })
    // On a busy machine a worker may be taken for a dead one, which ends an attempt.
    const plan = planOf({ attempts: 10 })
    await Promise.all(jobs.map((job) => queue.add(job, plan)))
    // However long so many take.
    await all.opened
    await until(async () => (await queue.admin.stats()).delayed === jobs.length, LONG)
    down = false
    await queue.wake(WAY)
    // Not how many are done: the oldest of so many are forgotten meanwhile.
    await until(async () => isIdle(await queue.admin.stats()), LONG)
    t.is(ran.size, jobs.length)
    t.is((await queue.admin.stats()).dead, 0)
  })

  declare('postponed: one that is the first of its lane is waited for', async (t) => {
    const queue = await open(t)
    let down = true
    const ran: string[] = []
    await working(t, queue, async ({ id }) => {
      if (down) return postponing()
      ran.push(id)
      return ACCEPTED
    })
    const ids = ['one', 'two', 'three']
    for (const id of ids) await queue.add(jobOf({ id, way: WAY, lane: 'lane' }), planOf())
    await until(async () => (await later(queue)).length === 1)
    down = false
    await queue.wake(WAY)
    for (const id of ids) await queue.ended(id, soon())
    t.deepEqual(ran, ids)
  })

  if (!('age' in kind.cannot)) {
    declare(
      'postponed: what has waited for a destination does not make the queue late',
      async (t) => {
        const queue = await open(t, { maxAge: HOUR })
        await working(t, queue, async ({ id }) => (id === 'old' ? postponing() : ACCEPTED))
        await queue.add(
          jobOf({ id: 'old', way: WAY, accepted: Date.now() - 5 * 24 * HOUR }),
          planOf(),
        )
        await until(async () => (await later(queue)).length === 1)
        await queue.admin.pause()
        await queue.wake(WAY)
        await until(async () => (await queue.admin.stats()).waiting === 1)
        await until(() => takes(queue))
        t.true(queue.available)
      },
    )
  }

  if (!('age' in kind.cannot)) {
    declare('lanes: one that was held for days does not make the queue late', async (t) => {
      const queue = await open(t, { maxAge: HOUR })
      const first = gate()
      await working(t, queue, async ({ id }) => {
        if (id === 'first') await first.opened
        return ACCEPTED
      })
      const accepted = Date.now() - 5 * 24 * HOUR
      for (const id of ['first', 'second']) {
        await queue.add(jobOf({ id, lane: 'lane', accepted }), planOf())
      }
      await until(async () => (await queue.admin.stats()).running === 1)
      await queue.admin.pause()
      first.open()
      await queue.ended('first', soon())
      await until(async () => (await queue.admin.stats()).waiting === 1)
      await until(() => takes(queue))
      t.true(queue.available)
    })
  }

  declare(
    'replayed: the first attempt of a dead letter that is replayed or edited is told',
    async (t) => {
      const queue = await open(t)
      let fails = true
      const ran: ReturnType<typeof reported>[] = []
      await working(t, queue, async (_, attempt) => {
        ran.push(reported(attempt))
        // The first attempt of each life is postponed, the second fails.
        if (ran.length % 2 === 1) return postponing(1)
        if (fails) throw new Error('no')
        return ACCEPTED
      })
      await queue.add(jobOf({ id: 'one', way: WAY }), planOf())
      t.is((await queue.ended('one', soon()))?.state, 'dead')
      t.is(await queue.admin.replay('one'), 'done')
      await until(async () => ran.length === 4 && (await queue.find('one'))?.state === 'dead')
      fails = false
      const edit = { id: 'edited', body: new TextEncoder().encode('<a xmlns="urn:x"/>') }
      t.is(await queue.admin.replace('one', edit), 'done')
      t.is((await queue.ended('edited', soon()))?.state, 'done')
      const again = { ...NEW, replayed: true }
      t.deepEqual(ran, [NEW, NEW, again, again, again, again])
    },
  )
}
