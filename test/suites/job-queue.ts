/** The contract of job queues: one suite that every implementation is held to. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { FinalFailure, type Job, type JobResult } from '../../src/store/queue/job.js'
import { type JobQueue, QueueFull, QueueUnavailable } from '../../src/store/queue/queue.js'
import {
  ACCEPTED,
  bytesOf,
  comparable,
  decoded,
  gate,
  holderOf,
  jobOf,
  planOf,
  replyOf,
  soon,
  takes,
  until,
  working,
} from '../support/jobs.js'
import { adminContract } from './queue-admin.js'
import { blobContract } from './queue-blobs.js'
import { laneContract } from './queue-lanes.js'
import { memoryContract } from './queue-memory.js'
import { pageContract } from './queue-pages.js'
import { pauseContract } from './queue-pauses.js'
import { postponementContract } from './queue-postponement.js'
import { runsContract } from './queue-runs.js'
import { suspensionContract } from './queue-suspension.js'

/** Where jobs are kept; empty at first. */
export interface QueueStore {
  /** A queue of one node; every further one is of another node. The test closes it. */
  open(options?: QueueTestOptions): Promise<JobQueue>
}

export interface QueueTestOptions {
  readonly node?: string
  /** Milliseconds. */
  readonly retention?: number
  readonly keep?: number
  readonly maxDepth?: number
  readonly maxSuspended?: number
  /** Milliseconds. */
  readonly maxAge?: number
  readonly maxRemembered?: number
  /** Bytes of finished jobs. */
  readonly keepBytes?: number
}

/** What not every queue can do. */
export type Ability =
  /** Jobs are shared with other nodes. */
  | 'nodes'
  /** Jobs outlive the queue that took them. */
  | 'outlive'
  /** What has ended is forgotten after a time. */
  | 'retention'
  /** It takes no more jobs when the oldest has waited for too long. */
  | 'age'

export interface QueueKind {
  readonly name: string
  store(t: ExecutionContext): Promise<QueueStore>
  /** What it cannot do, and why. */
  readonly cannot: Readonly<Partial<Record<Ability, string>>>
}

/** Declares a test, or a skip with its reason. */
export type Declare = (
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
  needs?: Ability,
) => void

export function jobQueueContract(kind: QueueKind): void {
  const declare: Declare = (title, body, needs) => {
    const reason = needs && kind.cannot[needs]
    if (reason === undefined) test(`${kind.name}: ${title}`, body)
    else test.skip(`${kind.name}: ${title} (skipped: ${reason})`, body)
  }
  const open = async (t: ExecutionContext, options?: QueueTestOptions): Promise<JobQueue> => {
    const queue = await (await kind.store(t)).open(options)
    t.teardown(() => queue.close())
    return queue
  }

  declare('a job is run as it was added', async (t) => {
    const queue = await open(t)
    const job = jobOf({
      action: 'urn:x#Do',
      origin: {
        transport: 'memory',
        peer: { address: '192.0.2.7' },
        destination: 'echo',
        replyTo: 'mailto:a@example.com',
      },
      answerHeaders: ['<h xmlns="urn:h"/>'],
      claim: { key: 'a key', digest: 'd' },
      awaits: 'another',
      charset: 'iso-8859-1',
      label: { operation: '{urn:x}Do', to: 'urn:to', sender: 'me', messageId: 'urn:uuid:1' },
    })
    const ran = gate<{ job: Job; number: number; last: boolean }>()
    await working(t, queue, async (taken, { number, last }) => {
      ran.open({ job: taken, number, last })
      return ACCEPTED
    })
    await queue.add(job, planOf())
    t.deepEqual(comparable(await ran.opened), comparable({ job, number: 1, last: true }))
    t.deepEqual(await queue.ended(job.id, soon()), { state: 'done', result: ACCEPTED })
  })

  declare('ids may be any text', async (t) => {
    const queue = await open(t)
    const ran: string[] = []
    await working(t, queue, async ({ id }) => {
      ran.push(id)
      return ACCEPTED
    })
    const ids = ['42', '-7', 'a:b', 'a:b:c', '100%', 'ä ö/\u{1f600}', '0:1', 'x'.repeat(500)]
    for (const id of ids) await queue.add(jobOf({ id }), planOf())
    for (const id of ids) t.is((await queue.ended(id, soon()))?.state, 'done', id)
    t.deepEqual(ran.toSorted(), ids.toSorted())
    t.deepEqual((await queue.admin.list({})).map(({ id }) => id).toSorted(), ids.toSorted())
  })

  declare('a probe is written and read back, and a worker runs one that nobody sees', async (t) => {
    const queue = await open(t)
    t.is(queue.problem, undefined)
    await queue.probe()
    await queue.probe()
    const worker = await working(t, queue, () => Promise.resolve(ACCEPTED))
    const before = await queue.admin.stats()
    await worker.probe(soon())
    await worker.probe(soon())
    t.deepEqual(await queue.admin.stats(), before)
    t.deepEqual(await queue.admin.list({}), [])
    t.deepEqual(await queue.admin.check(), [])
  })

  declare('a probe takes no turn from jobs, and waits for none', async (t) => {
    const queue = await open(t)
    const running = gate()
    const held = gate()
    const run = async () => {
      running.open()
      await held.opened
      return ACCEPTED
    }
    const worker = await working(t, queue, run, { concurrency: 1 })
    const job = jobOf()
    await queue.add(job, planOf())
    await running.opened
    await worker.probe(soon())
    held.open()
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
  })

  declare('a job with an id that is there already changes nothing', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    await queue.add(job, planOf())
    const { id, state } = await queue.add({ ...job, body: bytesOf('<other/>') }, planOf())
    t.deepEqual([id, state], [job.id, 'waiting'])
    const ran: string[] = []
    await working(t, queue, async ({ body }) => {
      ran.push(decoded(body) ?? '')
      return ACCEPTED
    })
    await queue.ended(job.id, soon())
    await queue.add(job, planOf())
    const last = jobOf()
    await queue.add(last, planOf())
    await queue.ended(last.id, soon())
    t.deepEqual(ran, [job.body, last.body].map(decoded))
  })

  declare('results come back as they were, small and large', async (t) => {
    const queue = await open(t)
    const fault = {
      kind: 'fault',
      code: 'Client',
      message: { body: '<f/>', soap: '1.1' },
    } as const
    const results = new Map<string, JobResult>([
      ['accepted', ACCEPTED],
      ['fault', fault],
      ['small', replyOf('<r>\u00e4</r>')],
      ['limit', replyOf('x'.repeat(16 * 1024))],
      ['large', replyOf('\u00e4'.repeat(300_000))],
    ])
    await working(t, queue, async ({ id }) => results.get(id) ?? ACCEPTED)
    for (const [id, result] of results) {
      await queue.add(jobOf({ id }), planOf())
      t.deepEqual(await queue.ended(id, soon()), { state: 'done', result }, id)
      t.deepEqual(await queue.find(id), { state: 'done', result }, id)
    }
  })

  declare('envelopes of any size arrive whole', async (t) => {
    const queue = await open(t)
    const bodies = [0, 10, 1024 ** 2, 1024 ** 2 + 1, 3_000_000].map((size) => 'x'.repeat(size))
    const ran = new Map<string, boolean>()
    await working(t, queue, async ({ id, body }) => {
      ran.set(id, decoded(body) === bodies[Number(id.slice(1))])
      return ACCEPTED
    })
    for (const [index, body] of bodies.entries()) {
      await queue.add(jobOf({ id: `n${index}`, body }), planOf())
      t.is((await queue.ended(`n${index}`, soon()))?.state, 'done')
      t.is(decoded((await queue.admin.show(`n${index}`))?.body), body)
    }
    t.deepEqual([...ran.values()], [true, true, true, true, true])
  })

  declare('a job is found waiting, running and done; another is not found', async (t) => {
    const queue = await open(t)
    const { id } = jobOf()
    t.is(await queue.find(id), undefined)
    await queue.add(jobOf({ id }), planOf())
    t.deepEqual(await queue.find(id), { state: 'waiting' })
    const [taken, goOn] = [gate(), gate()]
    await working(t, queue, async () => {
      taken.open()
      await goOn.opened
      return ACCEPTED
    })
    await taken.opened
    t.deepEqual(await queue.find(id), { state: 'running' })
    goOn.open()
    await queue.ended(id, soon())
    t.deepEqual(await queue.find(id), { state: 'done', result: ACCEPTED })
  })

  declare('everybody who waits for an end hears of it, before and after it', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    t.is(await queue.ended(job.id, soon()), undefined)
    await queue.add(job, planOf())
    t.is(await queue.ended(job.id, AbortSignal.abort()), undefined)
    const impatient = new AbortController()
    const state = queue.ended(job.id, impatient.signal)
    const waiters = Array.from({ length: 50 }, () => queue.ended(job.id, soon()))
    await turn()
    impatient.abort()
    t.is(await state, undefined)
    await working(t, queue, async () => ACCEPTED)
    const expected = { state: 'done', result: ACCEPTED }
    for (const state of await Promise.all(waiters)) t.deepEqual(state, expected as never)
    t.deepEqual(await queue.ended(job.id, soon()), expected as never)
  })

  declare('an end is told, not looked for', async (t) => {
    const queue = await open(t)
    const gates = new Map<string, ReturnType<typeof gate<void>>>()
    await working(t, queue, async ({ id }) => {
      await gates.get(id)?.opened
      return ACCEPTED
    })
    // Who looks does so every two seconds, so what is heard within one was told. On a busy machine it may need several jobs.
    await until(async () => {
      const job = jobOf()
      const goOn = gate()
      gates.set(job.id, goOn)
      await queue.add(job, planOf())
      const ended = queue.ended(job.id, soon())
      // By now the one who waits has looked for the first time.
      await queue.find(job.id)
      goOn.open()
      const heard = await Promise.race([ended, sleep(1_000)])
      t.is((await ended)?.state, 'done')
      return heard !== undefined
    })
  })

  declare('what fails is tried again by its plan, and its attempts are told', async (t) => {
    const queue = await open(t, { node: 'urn:node:one' })
    const job = jobOf()
    const attempts: [number, boolean][] = []
    await working(t, queue, async (_, { number, last }) => {
      attempts.push([number, last])
      if (number < 3) throw new Error(`failed ${number}`)
      return ACCEPTED
    })
    await queue.add(job, planOf({ attempts: 3 }))
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
    t.deepEqual(attempts, [
      [1, false],
      [2, false],
      [3, true],
    ])
    const history = (await queue.admin.show(job.id))?.history ?? []
    t.deepEqual(
      history.map(({ attempt, node, cause }) => [attempt, node, cause]),
      [
        [1, 'urn:node:one', 'failed 1'],
        [2, 'urn:node:one', 'failed 2'],
      ],
    )
    for (const { at } of history) t.true(at >= job.accepted && at <= Date.now())
  })

  declare('an attempt waits for its delay, and no longer than for the longest', async (t) => {
    const queue = await open(t)
    const at: number[] = []
    await working(t, queue, async () => {
      at.push(Date.now())
      throw new Error('no')
    })
    const plan = planOf({ attempts: 3, delay: 3_600_000, maxDelay: 200 })
    await queue.add(jobOf({ id: 'one' }), plan)
    t.is((await queue.ended('one', soon()))?.state, 'dead')
    const [first = 0, second = 0, third = 0] = at
    // A timer may be a little early.
    t.true(second - first >= 80 && third - second >= 80, at.join())
  })

  declare('what fails for the last time becomes a dead letter with its cause', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    await working(t, queue, async (_, { number }) => {
      throw new Error(`failed ${number}`)
    })
    await queue.add(job, planOf({ attempts: 2 }))
    t.deepEqual(await queue.ended(job.id, soon()), { state: 'dead', cause: 'failed 2' })
    t.deepEqual(await queue.find(job.id), { state: 'dead', cause: 'failed 2' })
  })

  declare('a final failure is not tried again', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    let attempts = 0
    await working(t, queue, async () => {
      attempts += 1
      throw new FinalFailure('never')
    })
    await queue.add(job, planOf({ attempts: 5 }))
    t.deepEqual(await queue.ended(job.id, soon()), { state: 'dead', cause: 'never' })
    t.is(attempts, 1)
    t.is((await queue.admin.show(job.id))?.history.length, 1)
  })

  declare('what can be kept nowhere is replaced in labels and causes', async (t) => {
    const queue = await open(t)
    const job = jobOf({ label: { sender: 'a\u0000b\ud800c', to: 'urn:\u{1f600}' } })
    await working(t, queue, async () => {
      throw new FinalFailure('zero \u0000 here')
    })
    await queue.add(job, planOf())
    t.is((await queue.ended(job.id, soon()))?.state, 'dead')
    const shown = await queue.admin.show(job.id)
    t.regex(shown?.sender ?? '', /^a.b.c$/)
    t.is(shown?.to, 'urn:\u{1f600}')
    t.regex(shown?.cause ?? '', /^zero . here$/)
  })

  declare(
    'an attempt ends with its time: its signal, and what it gives later is dropped',
    async (t) => {
      const queue = await open(t)
      const job = jobOf()
      const [ended, late] = [gate(), gate()]
      await working(t, queue, async (_, { number, signal }) => {
        if (number === 2) return replyOf('<second/>')
        signal.addEventListener('abort', () => ended.open())
        await late.opened
        return replyOf('<first/>')
      })
      await queue.add(job, planOf({ attempts: 2, timeLimit: 50 }))
      await ended.opened
      const state = await queue.ended(job.id, soon())
      late.open()
      await turn()
      t.deepEqual(state, { state: 'done', result: replyOf('<second/>') })
      t.deepEqual(await queue.find(job.id), state)
      t.regex((await queue.admin.show(job.id))?.history[0]?.cause ?? '', /took longer than/)
    },
  )

  declare('a node runs so many jobs at once, and no more', async (t) => {
    const queue = await open(t)
    const jobs = Array.from({ length: 12 }, () => jobOf())
    for (const job of jobs) await queue.add(job, planOf())
    let [running, most] = [0, 0]
    const full = gate()
    await working(
      t,
      queue,
      async () => {
        running += 1
        most = Math.max(most, running)
        if (running === 3) full.open()
        await full.opened
        await turn()
        running -= 1
        return ACCEPTED
      },
      { concurrency: 3 },
    )
    for (const { id } of jobs) t.is((await queue.ended(id, soon()))?.state, 'done')
    t.is(most, 3)
  })

  declare('a worker that closes lets what runs end and takes nothing more', async (t) => {
    const queue = await open(t)
    const [first, second] = [jobOf(), jobOf()]
    const [taken, goOn] = [gate(), gate()]
    const worker = await queue.work(
      async () => {
        taken.open()
        await goOn.opened
        return ACCEPTED
      },
      { concurrency: 1, abandoned: async () => undefined },
    )
    await queue.add(first, planOf())
    await queue.add(second, planOf())
    await taken.opened
    const closed = worker.close(soon())
    goOn.open()
    await closed
    t.is((await queue.find(first.id))?.state, 'done')
    t.is((await queue.find(second.id))?.state, 'waiting')
  })

  declare('after the deadline what runs is given back, and counts as no attempt', async (t) => {
    const queue = await open(t)
    const job = jobOf()
    const [taken, cut] = [gate(), gate()]
    const worker = await queue.work(
      async (_, { signal }) => {
        signal.addEventListener('abort', () => cut.open())
        taken.open()
        await new Promise(() => undefined)
        return ACCEPTED
      },
      { concurrency: 1, abandoned: async () => undefined },
    )
    await queue.add(job, planOf())
    await taken.opened
    await worker.close(AbortSignal.abort())
    await cut.opened
    t.is((await queue.find(job.id))?.state, 'waiting')
    const again = gate<number>()
    await working(t, queue, async (_, { number }) => {
      again.open(number)
      return ACCEPTED
    })
    t.is(await again.opened, 1)
    t.is((await queue.ended(job.id, soon()))?.state, 'done')
  })

  declare('bytes are kept as they came, whatever they say of themselves', async (t) => {
    const queue = await open(t)
    const bodies = [
      Buffer.from('\ufeff<a>\u00e4</a>', 'utf16le'),
      Buffer.from([0xef, 0xbb, 0xbf, 0x3c, 0x61, 0x2f, 0x3e]),
      Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0d, 0x0a, 0x1e]),
    ]
    const ran: unknown[] = []
    await working(t, queue, async ({ id, body, charset }) => {
      ran.push(comparable([id, body, charset]))
      throw new FinalFailure('no')
    })
    for (const [index, body] of bodies.entries()) {
      const id = `n${index}`
      await queue.add(jobOf({ id, body, charset: 'utf-16' }), planOf())
      await queue.ended(id, soon())
      const shown = await queue.admin.show(id)
      t.deepEqual(comparable([shown?.body, shown?.charset]), comparable([body, 'utf-16']))
      t.is(await queue.admin.replay(id), 'done')
      await queue.ended(id, soon())
    }
    const expected = bodies.flatMap((body, index) => {
      const one = comparable([`n${index}`, body, 'utf-16'])
      return [one, one]
    })
    t.deepEqual(ran, expected)
  })

  declare('a claim is bound once, with the job that is added for it', async (t) => {
    const queue = await open(t)
    const first = jobOf({ claim: { key: 'a\u0000key', digest: 'd1' } })
    const held = { id: first.id, digest: 'd1' }
    t.deepEqual(await queue.add(first, planOf()), { ...held, added: true, state: 'waiting' })
    const again = jobOf({ claim: { key: 'a\u0000key', digest: 'd2' } })
    t.deepEqual(await queue.add(again, planOf()), { ...held, added: false, state: 'waiting' })
    t.is(await queue.find(again.id), undefined)
    t.deepEqual(await queue.add(first, planOf()), { ...held, added: false, state: 'waiting' })
    t.is(await holderOf(queue, 'a key', 'two'), 'two')
    const rivals = Array.from({ length: 20 }, () => holderOf(queue, 'raced'))
    t.is(new Set(await Promise.all(rivals)).size, 1)
    t.is((await queue.admin.stats()).waiting, 3)
  })

  declare('who awaits an answer is found until it has ended', async (t) => {
    const queue = await open(t)
    t.is(await queue.awaiting('k'), undefined)
    await queue.add(jobOf({ id: 'one', awaits: 'k' }), planOf())
    t.is(await queue.awaiting('k'), 'one')
    await queue.add(jobOf({ id: 'two', awaits: 'k' }), planOf())
    t.is(await queue.awaiting('k'), 'two')
    t.is(await queue.awaiting('another'), undefined)
    await working(t, queue, async () => ACCEPTED)
    await queue.ended('two', soon())
    await queue.ended('one', soon())
    t.is(await queue.awaiting('k'), undefined)
  })

  declare('what follows a job is added with its end, and with no other', async (t) => {
    const queue = await open(t, { maxDepth: 4 })
    const ran: string[] = []
    await working(t, queue, async ({ id }, { number, follow }) => {
      ran.push(id)
      if (id.includes('-after')) return ACCEPTED
      follow(jobOf({ id: `${id}-after-${number}` }), planOf())
      if (id === 'retried' && number === 1) throw new Error('again')
      if (id === 'badly') throw new FinalFailure('no')
      return ACCEPTED
    })
    for (const id of ['well', 'retried', 'badly'])
      await queue.add(jobOf({ id }), planOf({ attempts: 2 }))
    for (const id of ['well-after-1', 'retried-after-2', 'badly-after-1']) {
      await until(async () => (await queue.ended(id, soon()))?.state === 'done')
    }
    t.is(await queue.find('retried-after-1'), undefined)
    t.deepEqual(ran.toSorted(), [
      'badly',
      'badly-after-1',
      'retried',
      'retried',
      'retried-after-2',
      'well',
      'well-after-1',
    ])
  })

  declare('a queue takes only so many jobs, and says when to come again', async (t) => {
    const queue = await open(t, { maxDepth: 3 })
    const jobs = Array.from({ length: 3 }, () => jobOf())
    for (const job of jobs) await queue.add(job, planOf())
    const error = await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueFull })
    t.true((error?.retryAfter ?? 0) >= 1)
    await working(t, queue, async () => ACCEPTED)
    for (const { id } of jobs) await queue.ended(id, soon())
    await until(() => takes(queue))
    t.pass()
  })

  declare(
    'a queue takes no more while its oldest job has waited for too long',
    async (t) => {
      const queue = await open(t, { maxAge: 60_000 })
      t.true(queue.available)
      const old = jobOf({ accepted: Date.now() - 61_000 })
      await queue.add(old, planOf())
      await until(async () => !(await takes(queue)))
      await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueFull })
      t.false(queue.available)
      await working(t, queue, async () => ACCEPTED)
      await queue.ended(old.id, soon())
      await until(() => takes(queue))
    },
    'age',
  )

  declare('a queue says what it is, and is closed for good', async (t) => {
    const queue = await open(t)
    t.true(queue.available)
    t.true(queue.status.length > 10)
    await queue.close()
    t.false(queue.available)
    await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  })

  declare(
    'what has ended is forgotten after its retention, and its key is free',
    async (t) => {
      const queue = await open(t, { retention: 4_000 })
      const claim = { key: 'a key', digest: 'd' }
      const job = jobOf({ claim, body: 'x'.repeat(300_000) })
      await queue.add(job, planOf())
      await working(t, queue, async () => replyOf('y'.repeat(300_000)))
      t.is((await queue.ended(job.id, soon()))?.state, 'done')
      t.is(await holderOf(queue, 'a key'), job.id)
      await until(async () => (await holderOf(queue, 'a key')) !== job.id)
      await until(async () => (await queue.find(job.id)) === undefined)
      await until(async () => (await queue.admin.stats()).done === 0)
      t.pass()
    },
    'retention',
  )

  declare(
    'a key stays bound while its job waits',
    async (t) => {
      const queue = await open(t, { retention: 100 })
      const job = jobOf({ claim: { key: 'a key', digest: 'd' }, lane: 'one' })
      await working(t, queue, async ({ id }) =>
        id === 'before it' ? new Promise(() => undefined) : ACCEPTED,
      )
      await queue.add(jobOf({ id: 'before it', lane: 'one' }), planOf())
      await queue.add(job, planOf())
      await queue.add(jobOf({ id: 'other' }), planOf())
      // The time of what has ended is over.
      await until(async () => (await queue.find('other')) === undefined)
      t.is((await queue.find(job.id))?.state, 'waiting')
      t.is(await holderOf(queue, 'a key'), job.id)
    },
    'retention',
  )

  declare('finished jobs are kept up to a number', async (t) => {
    const queue = await open(t, { keep: 3 })
    const jobs = Array.from({ length: 6 }, (_, index) => jobOf({ id: `n${index}` }))
    await working(t, queue, async () => ACCEPTED, { concurrency: 1 })
    for (const job of jobs) {
      await queue.add(job, planOf())
      await queue.ended(job.id, soon())
    }
    await until(async () => (await queue.admin.stats()).done === 3)
    t.is(await queue.find('n0'), undefined)
    t.is((await queue.find('n5'))?.state, 'done')
  })

  declare(
    'jobs outlive the queue that took them',
    async (t) => {
      const store = await kind.store(t)
      const first = await store.open()
      const job = jobOf({ body: 'x'.repeat(300_000) })
      await first.add(job, planOf())
      await first.close()
      const second = await store.open()
      t.teardown(() => second.close())
      const ran = gate<Job>()
      await working(t, second, async (taken) => {
        ran.open(taken)
        return ACCEPTED
      })
      t.deepEqual(comparable(await ran.opened), comparable(job))
    },
    'outlive',
  )

  declare(
    'a job of one node is run by another, and the first hears of its end',
    async (t) => {
      const store = await kind.store(t)
      const [front, back] = [await store.open(), await store.open({ node: 'urn:node:back' })]
      t.teardown(() => Promise.all([front.close(), back.close()]).then(() => undefined))
      await working(t, back, async ({ id }) => {
        if (id === 'badly') throw new FinalFailure('no')
        return replyOf('z'.repeat(50_000))
      })
      await front.add(jobOf({ id: 'well' }), planOf())
      const state = await front.ended('well', soon())
      t.deepEqual(state, { state: 'done', result: replyOf('z'.repeat(50_000)) })
      await front.add(jobOf({ id: 'badly' }), planOf())
      t.deepEqual(await front.ended('badly', soon()), { state: 'dead', cause: 'no' })
      t.is((await front.admin.show('badly'))?.history[0]?.node, 'urn:node:back')
      const first = await holderOf(front, 'k')
      t.is(await holderOf(back, 'k'), first)
    },
    'nodes',
  )

  blobContract(declare, open)
  adminContract(declare, open)
  pageContract(declare, open)
  laneContract(declare, kind, open)
  suspensionContract(declare, kind, open)
  postponementContract(declare, kind, open)
  pauseContract(declare, kind, open)
  memoryContract(declare, kind, open)
  runsContract(declare, kind, open)
}
