/** The part of the contract of job queues that is about destinations which operators have paused. */
import type { ExecutionContext } from 'ava'
import type { ForwardJob, Job, JobResult, Postponement } from '../../src/store/queue/job.js'
import type { Attempt, JobQueue } from '../../src/store/queue/queue.js'
import { ACCEPTED, forwardOf, gate, planOf, soon, until, working } from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000
/** Milliseconds for a thousand jobs on a busy machine. */
const LONG = 600_000

const to = (id: string, parts: Partial<ForwardJob> = {}): Job =>
  forwardOf({ id, destination: 'next', way: 'next', ...parts })

/** Sends as a node does: it asks whether the destination is paused, unless an operator tries the job. */
const sending =
  (queue: JobQueue, ran: string[], result: () => JobResult | Promise<JobResult> = () => ACCEPTED) =>
  async (job: Job, { urgent }: Attempt): Promise<JobResult | Postponement> => {
    const destination = job.kind === 'forward' ? job.destination : undefined
    const paused = queue.pauseOf(destination)
    if (paused && !urgent) {
      const cause = `paused by ${paused.by}`
      return { kind: 'postponed', until: Date.now() + HOUR, cause, paused: paused.destination }
    }
    ran.push(job.id)
    return result()
  }

const delayed = async (queue: JobQueue) => (await queue.admin.stats()).delayed

export function pauseContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare('pauses: one has a name, who made it and when; the first stays', async (t) => {
    const queue = await open(t)
    t.deepEqual(await queue.admin.pausedDestinations(), [])
    t.is(queue.pauseOf('next'), undefined)
    t.is(queue.pauseOf(undefined), undefined)
    const before = Date.now()
    const paused = await queue.admin.pauseDestination('next', 'anna')
    t.like(paused, { destination: 'next', by: 'anna' })
    t.true(paused.at >= before && paused.at <= Date.now())
    t.deepEqual(await queue.admin.pauseDestination('next', 'ben'), paused)
    t.deepEqual(queue.pauseOf('next'), paused)
    await queue.admin.pauseDestination('a "name": \u00e4 \u{1f600}', 'c\u0000d "e"')
    const all = await queue.admin.pausedDestinations()
    t.deepEqual(
      all.map(({ destination, by }) => [destination, by]),
      [
        ['a "name": \u00e4 \u{1f600}', 'c\u0000d "e"'],
        ['next', 'anna'],
      ],
    )
    await queue.admin.resumeDestination('next')
    await queue.admin.resumeDestination('never paused')
    t.is(queue.pauseOf('next'), undefined)
    t.is((await queue.admin.pausedDestinations()).length, 1)
  })

  declare('pauses: jobs sleep, use no attempt, and run in their order when it ends', async (t) => {
    const queue = await open(t)
    const ran: string[] = []
    let attempts = 0
    const send = sending(queue, ran)
    await working(
      t,
      queue,
      async (job, attempt) => {
        attempts += 1
        t.is(attempt.number, 1)
        return send(job, attempt)
      },
      { concurrency: 1 },
    )
    await queue.admin.pauseDestination('next', 'anna')
    const ids = Array.from({ length: 20 }, (_, index) => `job-${String(index).padStart(2, '0')}`)
    const first = Date.now()
    for (const [index, id] of ids.entries()) {
      await queue.add(to(id, { accepted: first + index }), planOf())
    }
    await queue.add(to('elsewhere', { destination: 'other', way: 'other' }), planOf())
    t.is((await queue.ended('elsewhere', soon()))?.state, 'done')
    await until(async () => (await delayed(queue)) === ids.length)
    t.deepEqual(await queue.admin.waitingFor('next'), { waiting: 20, oldest: first })
    t.deepEqual(await queue.admin.waitingFor('other'), { waiting: 0, oldest: undefined })
    t.like(await queue.admin.show('job-00'), { attempts: 0, cause: 'paused by anna', history: [] })
    t.is(attempts, ids.length + 1)
    // Something got through there again: that ends no pause.
    await queue.wake('next')
    t.is(await delayed(queue), ids.length)
    await queue.admin.resumeDestination('next')
    for (const id of ids) t.is((await queue.ended(id, soon()))?.state, 'done')
    t.deepEqual(ran, ['elsewhere', ...ids])
    t.deepEqual(await queue.admin.waitingFor('next'), { waiting: 0, oldest: undefined })
    t.deepEqual(await queue.admin.check(), [])
  })

  declare('pauses: more jobs than are woken at a time, and none of them twice', async (t) => {
    const queue = await open(t)
    const ran: string[] = []
    const again: string[] = []
    let attempts = 0
    const send = sending(queue, ran)
    const sendAgain = sending(queue, again)
    await working(t, queue, (job, attempt) => {
      // Its lease ended on a busy machine; one that is only woken has the number that it had.
      if (attempt.number > 1) return sendAgain(job, attempt)
      attempts += 1
      return send(job, attempt)
    })
    await queue.admin.pauseDestination('next', 'anna')
    const ids = Array.from({ length: 1_100 }, (_, index) => `job-${index}`)
    await Promise.all(ids.map((id) => queue.add(to(id), planOf({ attempts: 10 }))))
    await until(async () => (await delayed(queue)) === ids.length, LONG)
    t.is(attempts, ids.length)
    t.is((await queue.admin.waitingFor('next')).waiting, ids.length)
    await queue.admin.resumeDestination('next')
    await until(() => new Set([...ran, ...again]).size === ids.length, LONG)
    await until(async () => (await queue.admin.stats()).running === 0, LONG)
    t.is(new Set(ran).size, ran.length)
    t.is((await queue.admin.stats()).dead, 0)
  })

  declare('pauses: a job that is about to sleep when the pause ends runs at once', async (t) => {
    const queue = await open(t)
    const sleeps = gate()
    const resumed = gate()
    let runs = 0
    await working(t, queue, async (): Promise<JobResult | Postponement> => {
      runs += 1
      if (runs > 1) return ACCEPTED
      sleeps.open()
      await resumed.opened
      return { kind: 'postponed', until: Date.now() + HOUR, cause: 'paused', paused: 'next' }
    })
    await queue.admin.pauseDestination('next', 'anna')
    await queue.add(to('one'), planOf())
    await sleeps.opened
    await queue.admin.resumeDestination('next')
    resumed.open()
    t.is((await queue.ended('one', soon()))?.state, 'done')
    t.is(runs, 2)
  })

  declare('pauses: those behind one of their lane wait with it, and are counted', async (t) => {
    const queue = await open(t)
    const ran: string[] = []
    await working(t, queue, sending(queue, ran))
    await queue.admin.pauseDestination('next', 'anna')
    const ids = ['one', 'two', 'three']
    for (const id of ids) await queue.add(to(id, { lane: 'lane' }), planOf())
    await until(async () => (await delayed(queue)) === 1)
    t.is((await queue.admin.waitingFor('next')).waiting, 3)
    await queue.admin.resumeDestination('next')
    for (const id of ids) await queue.ended(id, soon())
    t.deepEqual(ran, ids)
  })

  declare('pauses: the oldest job can be tried, and no other runs', async (t) => {
    const queue = await open(t)
    const ran: string[] = []
    let fails = true
    await working(
      t,
      queue,
      sending(queue, ran, () => {
        if (fails) throw new Error('no way')
        return ACCEPTED
      }),
    )
    t.is(await queue.admin.tryOne('next'), undefined)
    await queue.admin.pauseDestination('next', 'anna')
    const plan = planOf({ attempts: 3, delay: 1 })
    for (const [index, id] of ['one', 'two'].entries()) {
      await queue.add(to(id, { accepted: Date.now() + index }), plan)
      await until(async () => (await delayed(queue)) === index + 1)
    }
    t.like(await queue.admin.tryOne('next'), { id: 'one' })
    // The next attempt finds it paused again.
    await until(async () => {
      const job = await queue.admin.show('one')
      return job?.state === 'delayed' && job.attempts === 1 && job.cause === 'paused by anna'
    })
    t.deepEqual(ran, ['one'])
    fails = false
    t.deepEqual(await queue.admin.tryOne('next'), { id: 'one', attempts: 1 })
    t.is((await queue.ended('one', soon()))?.state, 'done')
    t.deepEqual(ran, ['one', 'one'])
    t.is(await delayed(queue), 1)
    t.deepEqual(await queue.admin.tryOne('next'), { id: 'two', attempts: 0 })
    t.is((await queue.ended('two', soon()))?.state, 'done')
    t.is(await queue.admin.tryOne('next'), undefined)
    t.deepEqual(await queue.admin.check(), [])
  })

  if (!('nodes' in kind.cannot)) {
    declare('pauses: one holds at every node of the queue', async (t) => {
      const store = await kind.store(t)
      const one = await store.open({ node: 'urn:one' })
      const two = await store.open({ node: 'urn:two' })
      t.teardown(() => one.close())
      t.teardown(() => two.close())
      const ran: string[] = []
      await working(t, two, sending(two, ran))
      await one.admin.pauseDestination('next', 'anna')
      await until(() => two.pauseOf('next') !== undefined)
      await one.add(to('one'), planOf())
      await until(async () => (await delayed(one)) === 1)
      t.deepEqual(ran, [])
      await one.admin.resumeDestination('next')
      t.is((await one.ended('one', soon()))?.state, 'done')
      t.deepEqual(ran, ['one'])
      await until(() => two.pauseOf('next') === undefined)
    })
  }

  if (!('outlive' in kind.cannot)) {
    declare('pauses: one outlives the node that made it', async (t) => {
      const store = await kind.store(t)
      const before = await store.open()
      await before.admin.pauseDestination('next', 'anna')
      await before.add(to('one'), planOf())
      await before.close()
      const after = await store.open()
      t.teardown(() => after.close())
      const ran: string[] = []
      t.like(after.pauseOf('next'), { by: 'anna' })
      await working(t, after, sending(after, ran))
      await until(async () => (await delayed(after)) === 1)
      await after.admin.resumeDestination('next')
      t.is((await after.ended('one', soon()))?.state, 'done')
      t.deepEqual(ran, ['one'])
    })
  }
}
