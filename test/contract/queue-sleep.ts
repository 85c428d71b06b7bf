/** The part of the contract of job queues that is about jobs which sleep until an answer comes. */
import { setImmediate as turn } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { FinalFailure, type Job, type JobResult, type Sleep } from '../../src/queue/job.js'
import { type Attempt, type JobQueue, QueueUnavailable } from '../../src/queue/queue.js'
import {
  ACCEPTED,
  answerOf,
  forwardOf,
  gate,
  jobOf,
  planOf,
  soon,
  takes,
  until,
  working,
} from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000

/** Sleeps; as long as no test lasts, unless it is told otherwise. */
const asleep = (milliseconds = HOUR): Sleep => ({
  kind: 'sleep',
  until: Date.now() + milliseconds,
})

const sleeps = async (queue: JobQueue, id: string) =>
  (await queue.desk.list({ ids: [id] }))[0]?.state === 'delayed'

/** Tells of an attempt what a test may compare. */
const told = ({ number, last, slept }: Attempt) => ({ number, last, slept })

export function sleepContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare('sleep: it ends no attempt, counts as none, and its end is waited through', async (t) => {
    const queue = await open(t)
    const ran: ReturnType<typeof told>[] = []
    await working(t, queue, async (_, attempt) => {
      ran.push(told(attempt))
      return ran.length < 3 ? asleep() : ACCEPTED
    })
    const job = jobOf()
    await queue.add(job, planOf())
    const ended = queue.ended(job.id, soon())
    for (const times of [1, 2]) {
      await until(async () => ran.length === times && (await sleeps(queue, job.id)))
      t.deepEqual(await queue.find(job.id), { state: 'waiting' })
      t.is(await queue.wake(job.id), 'woken')
    }
    t.deepEqual(await ended, { state: 'done', result: ACCEPTED })
    t.deepEqual(ran, [
      { number: 1, last: true, slept: false },
      { number: 1, last: true, slept: true },
      { number: 1, last: true, slept: true },
    ])
    t.deepEqual((await queue.desk.show(job.id))?.history, [])
  })

  declare('sleep: it ends by itself, then and not before', async (t) => {
    const queue = await open(t)
    const ran: [number, boolean][] = []
    let end = 0
    await working(t, queue, async (_, { slept }) => {
      ran.push([Date.now(), slept])
      if (slept) return ACCEPTED
      const sleep = asleep(700.5)
      end = sleep.until
      return sleep
    })
    const job = jobOf()
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.deepEqual(
      ran.map(([, slept]) => slept),
      [false, true],
    )
    const late = (ran[1]?.[0] ?? 0) - end
    // A timer may be a little early, and a busy machine late.
    t.true(late >= -20 && late < 5_000, `it was run ${late} ms late`)
  })

  declare('sleep: one whose end is over already is run again at once', async (t) => {
    const queue = await open(t)
    await working(t, queue, async (_, { slept }) => (slept ? ACCEPTED : asleep(-HOUR)))
    const job = jobOf()
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
  })

  declare('sleep: one without an end is a failure', async (t) => {
    const queue = await open(t)
    await working(t, queue, async () => ({ kind: 'sleep', until: Number.NaN }))
    const job = jobOf()
    await queue.add(job, planOf())
    const state = await queue.ended(job.id, soon())
    t.deepEqual(state, { state: 'dead', cause: 'a job cannot sleep until NaN' })
  })

  declare('sleep: that it was asleep is told to all later attempts, until a replay', async (t) => {
    const queue = await open(t)
    const ran: ReturnType<typeof told>[] = []
    await working(t, queue, async (_, attempt) => {
      ran.push(told(attempt))
      // The second attempt sleeps, and then all fail; replayed, the first one is enough.
      if (ran.length === 2) return asleep(1)
      if (ran.length < 5) throw new Error(`failed ${ran.length}`)
      return ACCEPTED
    })
    const job = jobOf()
    await queue.add(job, planOf({ attempts: 3 }))
    t.deepEqual(await queue.ended(job.id, soon()), { state: 'dead', cause: 'failed 4' })
    t.is(await queue.desk.replay(job.id), 'done')
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.deepEqual(ran, [
      { number: 1, last: false, slept: false },
      { number: 2, last: false, slept: false },
      { number: 2, last: false, slept: true },
      { number: 3, last: true, slept: true },
      { number: 1, last: false, slept: false },
    ])
    t.deepEqual(
      (await queue.desk.show(job.id))?.history.map(({ attempt, cause }) => [attempt, cause]),
      [
        [1, 'failed 1'],
        [2, 'failed 3'],
        [3, 'failed 4'],
      ],
    )
  })

  declare('sleep: an attempt whose time is over cannot put its job to sleep', async (t) => {
    const queue = await open(t)
    const late = gate()
    const ran: boolean[] = []
    await working(t, queue, async (_, { number, slept }) => {
      ran.push(slept)
      if (number > 1) return ACCEPTED
      await late.opened
      return asleep()
    })
    const job = jobOf()
    await queue.add(job, planOf({ attempts: 2, timeLimit: 50, delay: 300, maxDelay: 300 }))
    await until(async () => (await queue.desk.show(job.id))?.history.length === 1)
    late.open()
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.deepEqual(ran, [false, false])
  })

  declare('sleep: an attempt that was given back cannot put its job to sleep', async (t) => {
    const queue = await open(t)
    const [taken, late] = [gate(), gate()]
    const worker = await queue.work(
      async () => {
        taken.open()
        await late.opened
        return asleep()
      },
      { concurrency: 1, abandoned: async () => undefined },
    )
    const job = jobOf()
    await queue.add(job, planOf())
    await taken.opened
    await worker.close(AbortSignal.abort())
    late.open()
    await turn()
    const again = gate<Attempt>()
    await working(t, queue, async (_, attempt) => {
      again.open(attempt)
      return ACCEPTED
    })
    t.like(await again.opened, { number: 1, slept: false })
  })

  declare('sleep: who sleeps runs nothing, so others are run meanwhile', async (t) => {
    const queue = await open(t)
    await working(
      t,
      queue,
      async ({ id }, { slept }) => (id === 'sleepy' && !slept ? asleep() : ACCEPTED),
      { concurrency: 1 },
    )
    await queue.add(jobOf({ id: 'sleepy' }), planOf())
    await queue.add(jobOf({ id: 'other' }), planOf())
    t.is((await queue.ended('other', soon()))?.state, 'done')
    t.is((await queue.find('sleepy'))?.state, 'waiting')
    await until(async () => (await queue.wake('sleepy')) === 'woken')
    t.is((await queue.ended('sleepy', soon()))?.state, 'done')
  })

  declare('wake: it tells what the job was doing, and changes nothing but sleep', async (t) => {
    const queue = await open(t)
    t.is(await queue.wake('nobody'), 'unknown')
    await queue.add(jobOf({ id: 'early' }), planOf())
    t.is(await queue.wake('early'), 'awake')
    const [running, goOn] = [gate(), gate()]
    const ran: string[] = []
    await working(t, queue, async ({ id }, { slept }) => {
      ran.push(id)
      if (id === 'badly') throw new FinalFailure('no')
      if (id === 'retried') throw new Error('later')
      if (id === 'after') {
        if (slept) throw new Error('later')
        return asleep()
      }
      if (id === 'long') {
        running.open()
        await goOn.opened
      }
      return ACCEPTED
    })
    const patient = planOf({ attempts: 2, delay: HOUR, maxDelay: HOUR })
    for (const id of ['badly', 'retried', 'after', 'long']) await queue.add(jobOf({ id }), patient)
    await running.opened
    t.is(await queue.wake('long'), 'awake')
    goOn.open()
    for (const id of ['early', 'badly', 'long']) await queue.ended(id, soon())
    t.is(await queue.wake('early'), 'ended')
    t.is(await queue.wake('badly'), 'ended')
    await until(() => sleeps(queue, 'retried'))
    t.is(await queue.wake('retried'), 'awake')
    await until(() => sleeps(queue, 'after'))
    t.is(await queue.wake('after'), 'woken')
    // It slept before, but now it is delayed for its next attempt.
    await until(async () => (await queue.desk.show('after'))?.history.length === 1)
    await until(() => sleeps(queue, 'after'))
    t.is(await queue.wake('after'), 'awake')
    t.true(await sleeps(queue, 'after'))
    t.true(await sleeps(queue, 'retried'))
    t.deepEqual(ran.toSorted(), ['after', 'after', 'badly', 'early', 'long', 'retried'])
  })

  declare('wake: of many at once one ends the sleep, and the job is run once', async (t) => {
    const queue = await open(t)
    let ran = 0
    const goOn = gate()
    await working(t, queue, async (_, { slept }) => {
      ran += 1
      if (!slept) return asleep()
      await goOn.opened
      return ACCEPTED
    })
    const job = jobOf()
    await queue.add(job, planOf())
    await until(() => sleeps(queue, job.id))
    const answers = await Promise.all(Array.from({ length: 20 }, () => queue.wake(job.id)))
    t.is(answers.filter((answer) => answer === 'woken').length, 1)
    t.is(answers.filter((answer) => answer === 'awake').length, 19)
    await until(() => ran === 2)
    t.is(await queue.wake(job.id), 'awake')
    goOn.open()
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.is(ran, 2)
  })

  declare('wake: a queue that is closed says so', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    await queue.add(job, planOf())
    await queue.ended(job.id, AbortSignal.timeout(1))
    await queue.close()
    await t.throwsAsync(queue.wake(job.id), { instanceOf: QueueUnavailable })
  })

  declare('sleep: an answer that comes as a job of its own wakes the one it is for', async (t) => {
    const queue = await open(t)
    const result: JobResult = {
      kind: 'undelivered',
      report: { status: '5.1.1', text: 'nobody \u00e4', delayed: false },
    }
    const [forward, answer] = [forwardOf(), answerOf()]
    const ran: Job[] = []
    await working(t, queue, async (job, { slept }) => {
      ran.push(job)
      if (job.kind === 'answer') {
        t.is(await queue.wake(job.of), 'woken')
        return result
      }
      if (!slept) return asleep()
      const came = await queue.ended(answer.id, soon())
      t.deepEqual(came, { state: 'done', result })
      return ACCEPTED
    })
    await queue.add(forward, planOf())
    await until(() => sleeps(queue, forward.id))
    await queue.add(answer, planOf())
    t.is((await queue.ended(forward.id, soon()))?.state, 'done')
    t.deepEqual(ran, [forward, answer, forward])
    t.deepEqual((await queue.desk.list({})).map(({ kind }) => kind).toSorted(), [
      'answer',
      'forward',
    ])
  })

  declare('desk: a job that sleeps is delayed, and says until when', async (t) => {
    const queue = await open(t)
    const end = Date.now() + HOUR
    await working(t, queue, async (_, { slept }) =>
      slept ? ACCEPTED : { kind: 'sleep', until: end },
    )
    const job = jobOf({ accepted: Date.now() - HOUR })
    await queue.add(job, planOf())
    await until(() => sleeps(queue, job.id))
    const cause = `waits for an answer until ${new Date(end).toISOString().slice(0, 19)}Z`
    const [listed] = await queue.desk.list({ states: ['delayed'] })
    t.like(listed, { id: job.id, state: 'delayed', attempts: 0, cause, ended: undefined })
    t.is((await queue.desk.show(job.id))?.cause, cause)
    t.like(await queue.desk.stats(), { waiting: 0, delayed: 1, running: 0, oldest: undefined })
    t.is(await queue.desk.remove(job.id), 'not-dead')
    t.is(await queue.desk.replay(job.id), 'not-dead')
    await queue.desk.pause()
    t.is(await queue.wake(job.id), 'woken')
    // Nor does it make the queue look late once it is awake.
    t.like(await queue.desk.stats(), { waiting: 1, delayed: 0, oldest: undefined })
    t.is((await queue.desk.show(job.id))?.cause, undefined)
    await queue.desk.resume()
    await queue.ended(job.id, soon())
    t.is((await queue.desk.show(job.id))?.cause, undefined)
  })

  declare('sleep: who sleeps is no load, and is one again when awake', async (t) => {
    const queue = await open(t, { maxDepth: 3 })
    await working(t, queue, async ({ id }, { slept }) =>
      id.startsWith('sleepy') && !slept ? asleep() : ACCEPTED,
    )
    const ids = ['sleepy-1', 'sleepy-2', 'sleepy-3', 'sleepy-4']
    for (const id of ids) {
      await until(() => takes(queue, id))
      await until(() => sleeps(queue, id))
    }
    t.is((await queue.desk.stats()).delayed, 4)
    await until(() => takes(queue))
    await until(async () => (await queue.desk.stats()).waiting === 0)
    await queue.desk.pause()
    for (const id of ids) t.is(await queue.wake(id), 'woken')
    await until(async () => !(await takes(queue)))
    await queue.desk.resume()
    await until(() => takes(queue))
    t.pass()
  })

  declare(
    'sleep: one whose time is over waits, though nobody is there to run it',
    async (t) => {
      const queue = await open(t, { maxDepth: 1 })
      const worker = await queue.work(async () => asleep(2_000), {
        concurrency: 1,
        abandoned: async () => undefined,
      })
      await queue.add(jobOf({ id: 'one' }), planOf())
      await until(() => sleeps(queue, 'one'))
      await worker.close(soon())
      await until(() => queue.available)
      await until(() => !queue.available)
      t.regex(queue.status, /1 jobs wait/)
    },
    'age',
  )

  declare(
    'sleep: one that was accepted long ago makes the queue no later, asleep or awake',
    async (t) => {
      const queue = await open(t, { maxAge: 60_000 })
      await working(t, queue, async ({ id }, { slept }) =>
        id === 'old' && !slept ? asleep() : ACCEPTED,
      )
      await queue.add(jobOf({ id: 'old', accepted: Date.now() - 61_000 }), planOf())
      await until(() => sleeps(queue, 'old'))
      // Its fill is looked at twice a second.
      const looked = async () => {
        await queue.ended('old', AbortSignal.timeout(1_200))
        return queue.available && takes(queue)
      }
      t.true(await looked())
      await queue.desk.pause()
      t.is(await queue.wake('old'), 'woken')
      t.true(await looked())
    },
    'age',
  )

  declare('sleep: what belongs to a job is kept while it sleeps, however long', async (t) => {
    const queue = await open(t, { retention: 300 })
    const job = jobOf({ body: 'x'.repeat(300_000), claim: 'a key' })
    const claim = { id: job.id, digest: 'd' }
    await queue.claim('a key', claim)
    await queue.add(job, planOf())
    const whole: boolean[] = []
    await working(t, queue, async (taken, { slept }) => {
      whole.push(taken.body === job.body)
      return slept ? ACCEPTED : asleep(2_000)
    })
    await until(() => sleeps(queue, job.id))
    await until(async () => {
      t.deepEqual(await queue.claim('a key', { id: 'x', digest: 'x' }), claim)
      return whole.length === 2
    })
    t.deepEqual(whole, [true, true])
  })

  declare(
    'sleep: a job that sleeps outlives its queue, and goes on sleeping in the next',
    async (t) => {
      const place = await kind.place(t)
      const first = await place.open()
      const worker = await first.work(async () => asleep(), {
        concurrency: 2,
        abandoned: async () => undefined,
      })
      const job = jobOf({ body: 'x'.repeat(300_000) })
      await first.add(job, planOf())
      await until(() => sleeps(first, job.id))
      await worker.close(soon())
      await first.close()
      const second = await place.open()
      t.teardown(() => second.close())
      const ran: [Job, Attempt][] = []
      await working(t, second, async (...args) => {
        ran.push(args)
        return ACCEPTED
      })
      t.is(await second.ended(job.id, AbortSignal.timeout(300)), undefined)
      t.is(await second.wake(job.id), 'woken')
      t.is((await second.ended(job.id, soon()))?.state, 'done')
      t.deepEqual(ran[0]?.[0], job)
      t.like(ran[0]?.[1], { number: 1, slept: true })
      t.is(ran.length, 1)
    },
    'outlive',
  )

  declare(
    'sleep: a job is put to sleep on one node, woken by another and run by a third',
    async (t) => {
      const place = await kind.place(t)
      const [one, two, three] = [await place.open(), await place.open(), await place.open()]
      t.teardown(() => Promise.all([one.close(), two.close(), three.close()]).then(() => undefined))
      const worker = await one.work(async () => asleep(), {
        concurrency: 1,
        abandoned: async () => undefined,
      })
      const job = jobOf()
      await one.add(job, planOf())
      await until(() => sleeps(two, job.id))
      await worker.close(soon())
      const ran = gate<Attempt>()
      await working(t, three, async (_, attempt) => {
        ran.open(attempt)
        return ACCEPTED
      })
      const answers = await Promise.all([one.wake(job.id), two.wake(job.id), three.wake(job.id)])
      t.is(answers.filter((answer) => answer === 'woken').length, 1)
      t.like(await ran.opened, { number: 1, slept: true })
      t.is((await one.ended(job.id, soon()))?.state, 'done')
    },
    'nodes',
  )
}
