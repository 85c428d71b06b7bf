/** The part of the contract of job queues that is about jobs which are suspended until an answer comes. */
import { setImmediate as turn } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import {
  FinalFailure,
  type Job,
  type JobResult,
  type Suspension,
} from '../../src/store/queue/job.js'
import {
  type Attempt,
  type JobQueue,
  QueueFull,
  QueueUnavailable,
} from '../../src/store/queue/queue.js'
import {
  ACCEPTED,
  answerOf,
  comparable,
  decoded,
  forwardOf,
  gate,
  holderOf,
  jobOf,
  planOf,
  soon,
  takes,
  until,
  working,
} from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000

/** Suspends a job; for longer than any test lasts, unless it is told otherwise. */
const suspending = (milliseconds = HOUR): Suspension => ({
  kind: 'suspended',
  until: Date.now() + milliseconds,
})

const stateOf = async (queue: JobQueue, id: string) =>
  (await queue.admin.list({ ids: [id] }))[0]?.state

const isSuspended = async (queue: JobQueue, id: string) =>
  (await stateOf(queue, id)) === 'suspended'

/** Tells of an attempt what a test may compare. */
const reported = ({ number, last, suspended }: Attempt) => ({ number, last, suspended })

/** Why a queue that is full does not take a job; undefined if it takes it. */
async function refusalOf(adding: Promise<unknown>): Promise<string | undefined> {
  try {
    await adding
    return undefined
  } catch (error) {
    if (error instanceof QueueFull) return error.message
    throw error
  }
}

export function suspensionContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare(
    'suspension: it ends no attempt, counts as none, and its end is waited for',
    async (t) => {
      const queue = await open(t)
      const ran: ReturnType<typeof reported>[] = []
      await working(t, queue, async (_, attempt) => {
        ran.push(reported(attempt))
        return ran.length < 3 ? suspending() : ACCEPTED
      })
      const job = jobOf()
      await queue.add(job, planOf())
      const ended = queue.ended(job.id, soon())
      for (const times of [1, 2]) {
        await until(async () => ran.length === times && (await isSuspended(queue, job.id)))
        t.deepEqual(await queue.find(job.id), { state: 'waiting' })
        t.is(await queue.resume(job.id), 'resumed')
      }
      t.deepEqual(await ended, { state: 'done', result: ACCEPTED })
      t.deepEqual(ran, [
        { number: 1, last: true, suspended: false },
        { number: 1, last: true, suspended: true },
        { number: 1, last: true, suspended: true },
      ])
      t.deepEqual((await queue.admin.show(job.id))?.history, [])
    },
  )

  declare('suspension: it ends by itself, then and not before', async (t) => {
    const queue = await open(t)
    const ran: [number, boolean][] = []
    let end = 0
    await working(t, queue, async (_, { suspended }) => {
      ran.push([Date.now(), suspended])
      if (suspended) return ACCEPTED
      const suspension = suspending(700.5)
      end = suspension.until
      return suspension
    })
    const job = jobOf()
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.deepEqual(
      ran.map(([, suspended]) => suspended),
      [false, true],
    )
    const late = (ran[1]?.[0] ?? 0) - end
    // A timer may be a little early.
    t.true(late >= -20, `it was run ${-late} ms early`)
  })

  declare('suspension: one whose end is over already is run again at once', async (t) => {
    const queue = await open(t)
    await working(t, queue, async (_, { suspended }) => (suspended ? ACCEPTED : suspending(-HOUR)))
    const job = jobOf()
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
  })

  declare('suspension: one without an end is a failure', async (t) => {
    const queue = await open(t)
    await working(t, queue, async () => ({ kind: 'suspended', until: Number.NaN }))
    const job = jobOf()
    await queue.add(job, planOf())
    const state = await queue.ended(job.id, soon())
    t.deepEqual(state, { state: 'dead', cause: 'a job cannot be suspended until NaN' })
  })

  declare(
    'suspension: that it was suspended is told to all later attempts, until a replay',
    async (t) => {
      const queue = await open(t)
      const ran: ReturnType<typeof reported>[] = []
      await working(t, queue, async (_, attempt) => {
        ran.push(reported(attempt))
        // The second attempt is suspended, and then all fail; replayed, the first one is enough.
        if (ran.length === 2) return suspending(1)
        if (ran.length < 5) throw new Error(`failed ${ran.length}`)
        return ACCEPTED
      })
      const job = jobOf()
      await queue.add(job, planOf({ attempts: 3 }))
      t.deepEqual(await queue.ended(job.id, soon()), { state: 'dead', cause: 'failed 4' })
      t.is(await queue.admin.replay(job.id), 'done')
      t.is((await queue.ended(job.id, soon()))?.state, 'done')
      t.deepEqual(ran, [
        { number: 1, last: false, suspended: false },
        { number: 2, last: false, suspended: false },
        { number: 2, last: false, suspended: true },
        { number: 3, last: true, suspended: true },
        { number: 1, last: false, suspended: false },
      ])
      t.deepEqual(
        (await queue.admin.show(job.id))?.history.map(({ attempt, cause }) => [attempt, cause]),
        [
          [1, 'failed 1'],
          [2, 'failed 3'],
          [3, 'failed 4'],
        ],
      )
    },
  )

  declare('suspension: an attempt whose time is over cannot suspend its job', async (t) => {
    const queue = await open(t)
    const late = gate()
    const ran: boolean[] = []
    await working(t, queue, async (_, { number, suspended }) => {
      ran.push(suspended)
      if (number > 1) return ACCEPTED
      await late.opened
      return suspending()
    })
    const job = jobOf()
    await queue.add(job, planOf({ attempts: 2, timeLimit: 50, delay: 300, maxDelay: 300 }))
    await until(async () => (await queue.admin.show(job.id))?.history.length === 1)
    late.open()
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.deepEqual(ran, [false, false])
  })

  declare('suspension: an attempt that was given back cannot suspend its job', async (t) => {
    const queue = await open(t)
    const [taken, late] = [gate(), gate()]
    const worker = await queue.work(
      async () => {
        taken.open()
        await late.opened
        return suspending()
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
    t.like(await again.opened, { number: 1, suspended: false })
  })

  declare('suspension: a suspended job takes no place, so others are run meanwhile', async (t) => {
    const queue = await open(t)
    await working(
      t,
      queue,
      async ({ id }, { suspended }) => (id === 'patient' && !suspended ? suspending() : ACCEPTED),
      { concurrency: 1 },
    )
    await queue.add(jobOf({ id: 'patient' }), planOf())
    await queue.add(jobOf({ id: 'other' }), planOf())
    t.is((await queue.ended('other', soon()))?.state, 'done')
    t.is((await queue.find('patient'))?.state, 'waiting')
    await until(async () => (await queue.resume('patient')) === 'resumed')
    t.is((await queue.ended('patient', soon()))?.state, 'done')
  })

  declare(
    'resume: it tells what the job was doing, and ends nothing but a suspension',
    async (t) => {
      const queue = await open(t)
      t.is(await queue.resume('nobody'), 'unknown')
      await queue.add(jobOf({ id: 'early' }), planOf())
      t.is(await queue.resume('early'), 'active')
      const [running, goOn] = [gate(), gate()]
      const ran: string[] = []
      await working(t, queue, async ({ id }, { suspended }) => {
        ran.push(id)
        if (id === 'badly') throw new FinalFailure('no')
        if (id === 'retried') throw new Error('later')
        if (id === 'after') {
          if (suspended) throw new Error('later')
          return suspending()
        }
        if (id === 'long') {
          running.open()
          await goOn.opened
        }
        return ACCEPTED
      })
      const plan = planOf({ attempts: 2, delay: HOUR, maxDelay: HOUR })
      for (const id of ['badly', 'retried', 'after', 'long']) await queue.add(jobOf({ id }), plan)
      await running.opened
      t.is(await queue.resume('long'), 'active')
      goOn.open()
      for (const id of ['early', 'badly', 'long']) await queue.ended(id, soon())
      t.is(await queue.resume('early'), 'ended')
      t.is(await queue.resume('badly'), 'ended')
      await until(async () => (await stateOf(queue, 'retried')) === 'delayed')
      t.is(await queue.resume('retried'), 'active')
      await until(() => isSuspended(queue, 'after'))
      t.is(await queue.resume('after'), 'resumed')
      // It suspended before, but now it is delayed for its next attempt.
      await until(async () => (await queue.admin.show('after'))?.history.length === 1)
      await until(async () => (await stateOf(queue, 'after')) === 'delayed')
      t.is(await queue.resume('after'), 'active')
      for (const id of ['after', 'retried']) t.is(await stateOf(queue, id), 'delayed')
      t.deepEqual(ran.toSorted(), ['after', 'after', 'badly', 'early', 'long', 'retried'])
    },
  )

  declare('resume: of many at once one ends the suspension, and the job is run once', async (t) => {
    const queue = await open(t)
    let ran = 0
    const goOn = gate()
    await working(t, queue, async (_, { suspended }) => {
      ran += 1
      if (!suspended) return suspending()
      await goOn.opened
      return ACCEPTED
    })
    const job = jobOf()
    await queue.add(job, planOf())
    await until(() => isSuspended(queue, job.id))
    const answers = await Promise.all(Array.from({ length: 20 }, () => queue.resume(job.id)))
    t.is(answers.filter((answer) => answer === 'resumed').length, 1)
    t.is(answers.filter((answer) => answer === 'active').length, 19)
    await until(() => ran === 2)
    t.is(await queue.resume(job.id), 'active')
    goOn.open()
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.is(ran, 2)
  })

  declare('resume: a queue that is closed says so', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    await queue.add(job, planOf())
    await queue.ended(job.id, AbortSignal.timeout(1))
    await queue.close()
    await t.throwsAsync(queue.resume(job.id), { instanceOf: QueueUnavailable })
  })

  declare(
    'suspension: an answer that comes as a job of its own resumes the one it is for',
    async (t) => {
      const queue = await open(t)
      const result: JobResult = {
        kind: 'undelivered',
        report: { status: '5.1.1', text: 'nobody \u00e4', delayed: false },
      }
      const [forward, answer] = [forwardOf(), answerOf()]
      const ran: Job[] = []
      await working(t, queue, async (job, { suspended }) => {
        ran.push(job)
        if (job.kind === 'answer') {
          t.is(await queue.resume(job.of), 'resumed')
          return result
        }
        if (!suspended) return suspending()
        const state = await queue.ended(answer.id, soon())
        t.deepEqual(state, { state: 'done', result })
        return ACCEPTED
      })
      await queue.add(forward, planOf())
      await until(() => isSuspended(queue, forward.id))
      await queue.add(answer, planOf())
      t.is((await queue.ended(forward.id, soon()))?.state, 'done')
      t.deepEqual(comparable(ran), comparable([forward, answer, forward]))
      t.deepEqual((await queue.admin.list({})).map(({ kind }) => kind).toSorted(), [
        'answer',
        'forward',
      ])
    },
  )

  declare('admin: a suspended job has a state of its own, and says until when', async (t) => {
    const queue = await open(t)
    const end = Date.now() + HOUR
    await working(t, queue, async (_, { suspended }) =>
      suspended ? ACCEPTED : { kind: 'suspended', until: end },
    )
    const job = jobOf({ accepted: Date.now() - HOUR })
    await queue.add(job, planOf())
    await until(() => isSuspended(queue, job.id))
    const cause = `waits for an answer until ${new Date(end).toISOString().slice(0, 19)}Z`
    const [listed] = await queue.admin.list({ state: ['suspended'], cause: 'waits for an answer' })
    t.like(listed, { id: job.id, state: 'suspended', attempts: 0, cause, ended: undefined })
    t.is((await queue.admin.show(job.id))?.cause, cause)
    const suspended = { waiting: 0, delayed: 0, suspended: 1, running: 0, oldest: undefined }
    t.like(await queue.admin.stats(), suspended)
    t.is(await queue.admin.remove(job.id), 'not-dead')
    t.is(await queue.admin.replay(job.id), 'not-dead')
    await queue.admin.pause()
    t.is(await queue.resume(job.id), 'resumed')
    // Nor does it make the queue look late once it is resumed.
    t.like(await queue.admin.stats(), { waiting: 1, suspended: 0, oldest: undefined })
    t.is((await queue.admin.show(job.id))?.cause, undefined)
    await queue.admin.resume()
    await queue.ended(job.id, soon())
    t.is((await queue.admin.show(job.id))?.cause, undefined)
  })

  declare('suspension: a suspended job is no load, and is one again when resumed', async (t) => {
    const queue = await open(t, { maxDepth: 3 })
    await working(t, queue, async ({ id }, { suspended }) =>
      id.startsWith('patient') && !suspended ? suspending() : ACCEPTED,
    )
    const ids = ['patient-1', 'patient-2', 'patient-3', 'patient-4']
    for (const id of ids) {
      await until(() => takes(queue, id))
      await until(() => isSuspended(queue, id))
    }
    t.is((await queue.admin.stats()).suspended, 4)
    await until(() => takes(queue))
    await until(async () => (await queue.admin.stats()).waiting === 0)
    await queue.admin.pause()
    for (const id of ids) t.is(await queue.resume(id), 'resumed')
    await until(async () => !(await takes(queue)))
    await queue.admin.resume()
    await until(() => takes(queue))
    t.pass()
  })

  declare('suspension: there is a bound of its own, for what may be suspended', async (t) => {
    const queue = await open(t, { maxSuspended: 2 })
    await working(t, queue, async ({ kind }) => (kind === 'forward' ? suspending() : ACCEPTED))
    const forward = (id: string, answerTime: number) =>
      queue.add(forwardOf({ id, answerTime }), planOf())
    for (const id of ['one', 'two']) {
      await forward(id, HOUR)
      await until(() => isSuspended(queue, id))
    }
    // A queue on Redis looks twice a second.
    let more = 0
    await until(async () => {
      more += 1
      const refusal = await refusalOf(forward(`more-${more}`, HOUR))
      return refusal !== undefined && /^\d+ jobs wait for answers/.test(refusal)
    })
    // What has no such answer is taken as before, and so is what waits for nothing.
    t.true(queue.available)
    t.true((await forward('none', 0)).added)
    t.true((await queue.add(jobOf({ id: 'other' }), planOf())).added)
    t.is(await queue.resume('one'), 'resumed')
    t.deepEqual(
      (await queue.admin.list({ state: ['suspended'], ids: ['two'] })).map(({ id }) => id),
      ['two'],
    )
    t.deepEqual(await queue.admin.list({ state: ['delayed'], ids: ['two'] }), [])
  })

  declare(
    'suspension: one whose time is over waits, though nobody is there to run it',
    async (t) => {
      const queue = await open(t, { maxDepth: 1 })
      const worker = await queue.work(async () => suspending(2_000), {
        concurrency: 1,
        abandoned: async () => undefined,
      })
      await queue.add(jobOf({ id: 'one' }), planOf())
      await until(() => isSuspended(queue, 'one'))
      await worker.close(soon())
      await until(() => queue.available)
      await until(() => !queue.available)
      t.regex(queue.status, /1 jobs wait/)
    },
    'age',
  )

  declare(
    'suspension: one that was accepted long ago makes the queue no later, suspended or resumed',
    async (t) => {
      const queue = await open(t, { maxAge: 60_000 })
      await working(t, queue, async ({ id }, { suspended }) =>
        id === 'old' && !suspended ? suspending() : ACCEPTED,
      )
      await queue.add(jobOf({ id: 'old', accepted: Date.now() - 61_000 }), planOf())
      await until(() => isSuspended(queue, 'old'))
      // Its fill is looked at twice a second.
      const looked = async () => {
        await queue.ended('old', AbortSignal.timeout(1_200))
        return queue.available && takes(queue)
      }
      t.true(await looked())
      await queue.admin.pause()
      t.is(await queue.resume('old'), 'resumed')
      t.true(await looked())
    },
    'age',
  )

  declare(
    'suspension: what belongs to a job is kept while it is suspended, however long',
    async (t) => {
      const queue = await open(t, { retention: 300 })
      const job = jobOf({ body: 'x'.repeat(300_000), claim: { key: 'a key', digest: 'd' } })
      await queue.add(job, planOf())
      const whole: boolean[] = []
      await working(t, queue, async (taken, { suspended }) => {
        whole.push(decoded(taken.body) === decoded(job.body))
        return suspended ? ACCEPTED : suspending(2_000)
      })
      await until(() => isSuspended(queue, job.id))
      await until(async () => {
        t.is(await holderOf(queue, 'a key'), job.id)
        return whole.length === 2
      })
      t.deepEqual(whole, [true, true])
    },
  )

  declare(
    'suspension: a suspended job outlives its queue, and stays suspended in the next',
    async (t) => {
      const store = await kind.store(t)
      const first = await store.open()
      const worker = await first.work(async () => suspending(), {
        concurrency: 2,
        abandoned: async () => undefined,
      })
      const job = jobOf({ body: 'x'.repeat(300_000) })
      await first.add(job, planOf())
      await until(() => isSuspended(first, job.id))
      await worker.close(soon())
      await first.close()
      const second = await store.open()
      t.teardown(() => second.close())
      const ran: [Job, Attempt][] = []
      await working(t, second, async (...args) => {
        ran.push(args)
        return ACCEPTED
      })
      t.is(await second.ended(job.id, AbortSignal.timeout(300)), undefined)
      t.is(await second.resume(job.id), 'resumed')
      t.is((await second.ended(job.id, soon()))?.state, 'done')
      t.deepEqual(comparable(ran[0]?.[0]), comparable(job))
      t.like(ran[0]?.[1], { number: 1, suspended: true })
      t.is(ran.length, 1)
    },
    'outlive',
  )

  declare(
    'suspension: a job is suspended on one node, resumed by another and run by a third',
    async (t) => {
      const store = await kind.store(t)
      const [one, two, three] = [await store.open(), await store.open(), await store.open()]
      t.teardown(() => Promise.all([one.close(), two.close(), three.close()]).then(() => undefined))
      const worker = await one.work(async () => suspending(), {
        concurrency: 1,
        abandoned: async () => undefined,
      })
      const job = jobOf()
      await one.add(job, planOf())
      await until(() => isSuspended(two, job.id))
      await worker.close(soon())
      const ran = gate<Attempt>()
      await working(t, three, async (_, attempt) => {
        ran.open(attempt)
        return ACCEPTED
      })
      const answers = await Promise.all([
        one.resume(job.id),
        two.resume(job.id),
        three.resume(job.id),
      ])
      t.is(answers.filter((answer) => answer === 'resumed').length, 1)
      t.like(await ran.opened, { number: 1, suspended: true })
      t.is((await one.ended(job.id, soon()))?.state, 'done')
    },
    'nodes',
  )
}
