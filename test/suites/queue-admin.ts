/** The part of the contract of job queues that operators use. */
import type { ExecutionContext } from 'ava'
import type { KeyMeant } from '../../src/store/journal/keys/query.js'
import { FinalFailure } from '../../src/store/queue/job.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import {
  ACCEPTED,
  bytesOf,
  decoded,
  forwardOf,
  gate,
  holderOf,
  jobOf,
  planOf,
  replyOf,
  soon,
  until,
  working,
} from '../support/jobs.js'
import type { Declare, QueueTestOptions } from './job-queue.js'

export function adminContract(
  declare: Declare,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  /** Makes dead letters of jobs whose id begins with `dead`. */
  const killing = (t: ExecutionContext, queue: JobQueue) =>
    working(t, queue, async ({ id }) => {
      if (id.startsWith('dead')) throw new FinalFailure(`no ${id}`)
      return ACCEPTED
    })

  declare('admin: it counts, and tells the age of the oldest', async (t) => {
    const queue = await open(t)
    t.is((await queue.admin.stats()).oldest, undefined)
    await queue.add(jobOf({ accepted: Date.now() - 5_000 }), planOf())
    await queue.add(jobOf(), planOf())
    const stats = await queue.admin.stats()
    const { oldest = 0, oldestUndelivered, backend, attachmentBytes = 0, ...counts } = stats
    t.true(oldest >= 5_000 && oldest < 60_000)
    t.true(Math.abs((oldestUndelivered ?? 0) - oldest) < 1_000)
    t.true(backend.length > 3)
    t.is(attachmentBytes, 0)
    t.deepEqual(counts, {
      paused: false,
      waiting: 2,
      delayed: 0,
      suspended: 0,
      running: 0,
      done: 0,
      dead: 0,
    })
  })

  declare('admin: it counts what runs, waits for its next attempt, is done and dead', async (t) => {
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
    await until(async () => (await queue.admin.stats()).delayed === 1)
    t.like(await queue.admin.stats(), { waiting: 0, delayed: 1, running: 1, done: 1, dead: 1 })
    const [later] = await queue.admin.list({ state: ['delayed'] })
    t.like(later, { id: 'later', state: 'delayed', attempts: 1, cause: 'later' })
    t.deepEqual(
      (await queue.admin.list({ state: ['running'] })).map(({ id }) => id),
      ['long'],
    )
  })

  declare('admin: the oldest undelivered is one that waits, is delayed or runs', async (t) => {
    const queue = await open(t)
    const undelivered = async () => (await queue.admin.stats()).oldestUndelivered
    t.is(await undelivered(), undefined)
    const [running, over] = [gate(), gate()]
    await working(t, queue, async ({ id }, { number }) => {
      if (id === 'dead') throw new FinalFailure('no')
      if (id === 'suspended') return { kind: 'suspended', until: Date.now() + 3_600_000 }
      if (id === 'later' && number === 1) throw new Error('later')
      if (id === 'long') {
        running.open()
        await over.opened
      }
      return ACCEPTED
    })
    const plan = planOf({ attempts: 2, delay: 600_000, maxDelay: 600_000 })
    // What is over, or waits for an answer, is not undelivered, however old it is.
    const ages = { well: 900_000, dead: 800_000, suspended: 700_000, later: 300_000, long: 100_000 }
    for (const [id, age] of Object.entries(ages)) {
      await queue.add(jobOf({ id, accepted: Date.now() - age }), plan)
    }
    await running.opened
    await until(async () => {
      const { done, dead, suspended, delayed } = await queue.admin.stats()
      return done === 1 && dead === 1 && suspended === 1 && delayed === 1
    })
    const age = (await undelivered()) ?? 0
    t.true(age >= 300_000 && age < 400_000, String(age))
    over.open()
    await queue.ended('long', soon())
    t.true(((await undelivered()) ?? 0) >= 300_000)
  })

  declare('admin: it lists the newest first, and only what is asked for', async (t) => {
    const queue = await open(t)
    await killing(t, queue)
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
    const ids = async (query: Parameters<typeof queue.admin.list>[0]) =>
      (await queue.admin.list(query)).map(({ id }) => id)
    t.deepEqual(await ids({}), ['well-4', 'dead-3', 'well-2', 'dead-1', 'well-0'])
    t.deepEqual(await ids({ limit: 2 }), ['well-4', 'dead-3'])
    t.deepEqual(await ids({ state: ['dead'] }), ['dead-3', 'dead-1'])
    t.deepEqual(await ids({ state: ['dead', 'done'], limit: 3 }), ['well-4', 'dead-3', 'well-2'])
    t.deepEqual(await ids({ ids: ['dead-1', 'nobody', 'well-0'] }), ['dead-1', 'well-0'])
    t.deepEqual(await ids({ ids: ['dead-1', 'well-0'], state: ['dead'] }), ['dead-1'])
    t.deepEqual(await ids({ ids: ['dead-1', 'dead-1'] }), ['dead-1'])
    t.deepEqual(await ids({ operation: '{urn:x}Remove' }), ['well-4', 'dead-3'])
    t.deepEqual(await ids({ operation: 'Add' }), ['well-2', 'dead-1', 'well-0'])
    t.deepEqual(await ids({ to: 'com/3' }), ['dead-3'])
    t.deepEqual(await ids({ sender: 'sender-1' }), ['dead-3', 'dead-1'])
    t.deepEqual(await ids({ cause: 'no dead-1' }), ['dead-1'])
    t.deepEqual(await ids({ since: now - 7_000 }), ['well-4', 'dead-3'])
    t.deepEqual(await ids({ until: now - 8_000 }), ['dead-1', 'well-0'])
    const [dead] = await queue.admin.list({ ids: ['dead-3'] })
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

  declare('admin: it finds jobs by any id of their message', async (t) => {
    const queue = await open(t)
    await killing(t, queue)
    const exchange = '01a2039e-63e5-7d3e-950e-6acc69d6a90d'
    const trace = { parent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' }
    const origin = { transport: 'smtp', peer: {}, messageId: '<"a b"@mail.example>', trace }
    const jobs = [
      jobOf({ id: exchange, label: { messageId: 'urn:uuid:ä-7' } }),
      jobOf({ id: `${exchange}-reply` }),
      jobOf({ id: 'dead-mail', origin, label: { messageId: 'urn:of:envelope' } }),
      forwardOf({ id: 'onward', marks: { trace } }),
      jobOf({ id: 'other', body: `<a>${exchange}</a>` }),
    ]
    for (const [index, job] of jobs.entries()) {
      await queue.add({ ...job, accepted: Date.now() + index }, planOf())
      await queue.ended(job.id, soon())
    }
    for (const [text, found] of [
      [exchange, [`${exchange}-reply`, exchange]],
      // The trace that an exchange begins has its id.
      [exchange.replaceAll('-', '').toUpperCase(), [`${exchange}-reply`, exchange]],
      [`<${exchange}-reply@bus.example>`, [`${exchange}-reply`]],
      ['urn:uuid:ä-7', [exchange]],
      ['"a b"@mail.example', ['dead-mail']],
      ['<"a b"@mail.example>', ['dead-mail']],
      ['urn:of:envelope', ['dead-mail']],
      ['4bf92f3577b34da6a3ce929d0e0e4736', ['onward', 'dead-mail']],
      ['01a2039e', []],
      ['nobody', []],
      ['', []],
    ] as const) {
      const { jobs: named, ...rest } = await queue.admin.find(text, 100)
      t.deepEqual(named.map(({ id }) => id).sort(), [...found].sort(), text)
      t.deepEqual(rest, { looked: 5, all: true }, text)
    }
    t.is((await queue.admin.find('dead-mail', 100)).jobs[0]?.state, 'dead')
  })

  declare('admin: it finds jobs by their business keys, and by the hashes of those', async (t) => {
    const queue = await open(t)
    const mrn = { name: 'mrn', value: '24DE "1"' }
    const card = { name: 'card', hash: 'c2VjcmV0' }
    const jobs = [
      jobOf({ id: 'both', label: { keys: [mrn, card] } }),
      forwardOf({ id: 'hidden', label: { keys: [card] } }),
      jobOf({ id: 'other', label: { keys: [{ name: 'order', value: '24DE "1"' }] } }),
      jobOf({ id: 'none', label: { messageId: 'urn:m' }, body: '<a>24DE "1"</a>' }),
    ]
    for (const job of jobs) await queue.add(job, planOf())
    const find = async (text: string, keys: readonly KeyMeant[]) =>
      (await queue.admin.find(text, 100, keys)).jobs.map(({ id }) => id).toSorted()
    const meant = (value: string, name?: string, hashes: readonly string[] = []) => [
      { value, name, hashes },
    ]
    t.deepEqual(await find('x', meant('24DE "1"')), ['both', 'other'])
    t.deepEqual(await find('x', meant('24DE "1"', 'mrn')), ['both'])
    t.deepEqual(await find('x', meant('4111', undefined, ['c2VjcmV0'])), ['both', 'hidden'])
    t.deepEqual(await find('urn:m', meant('24DE "1"', 'mrn')), ['both', 'none'])
    t.deepEqual(await find('x', meant('c2VjcmV0')), [])
    t.deepEqual(await find('x', meant('')), [])
    t.deepEqual(await find('24DE "1"', []), [])
    const [listed] = await queue.admin.list({ ids: ['both'] })
    t.deepEqual(listed?.keys, [mrn, card])
  })

  declare('admin: it finds in as many jobs as it is told to look at, and says so', async (t) => {
    const queue = await open(t)
    for (let index = 0; index < 120; index += 1) {
      const label = { messageId: index === 0 ? 'urn:first' : 'urn:later' }
      await queue.add(jobOf({ id: `n${index}`, label }), planOf())
    }
    const far = await queue.admin.find('urn:first', 1_000)
    t.deepEqual([far.jobs.length, far.looked, far.all], [1, 120, true])
    const near = await queue.admin.find('urn:first', 50)
    t.deepEqual([near.jobs.length, near.looked, near.all], [0, 50, false])
    t.is((await queue.admin.find('n0', 50)).jobs.length, 1, 'its own id needs no search')
    t.is((await queue.admin.find('urn:later', 1_000)).jobs.length, 119)
  })

  declare('admin: it searches more jobs than it looks at in one go', async (t) => {
    const queue = await open(t)
    for (let index = 0; index < 120; index += 1) {
      const sender = index === 0 ? 'rare' : 'often'
      await queue.add(jobOf({ id: `n${index}`, label: { sender } }), planOf())
    }
    t.deepEqual(
      (await queue.admin.list({ sender: 'rare' })).map(({ id }) => id),
      ['n0'],
    )
    const often = await queue.admin.list({ sender: 'often', limit: 1_000 })
    t.is(new Set(often.map(({ id }) => id)).size, 119)
    t.is((await queue.admin.list({})).length, 100)
  })

  declare('admin: it shows a job with its envelope; another is not there', async (t) => {
    const queue = await open(t)
    const job = jobOf({ body: `<a>${'\u00e4'.repeat(200_000)}</a>` })
    await queue.add(job, planOf())
    const shown = await queue.admin.show(job.id)
    t.deepEqual(decoded(shown?.body), decoded(job.body))
    t.like(shown, { id: job.id, state: 'waiting', attempts: 0, cause: undefined })
    t.deepEqual(shown?.history, [])
    t.like(shown?.arrival, job.kind === 'invoke' ? { origin: job.origin, action: job.action } : {})
    t.is(job.kind, 'invoke')
    t.is(await queue.admin.show('nobody'), undefined)
  })

  declare(
    'admin: a dead job is run again with the same id and bytes, all attempts anew',
    async (t) => {
      const queue = await open(t)
      const job = jobOf({ body: 'x'.repeat(300_000), claim: { key: 'k', digest: 'd' } })
      const attempts: [number, boolean][] = []
      let mended = false
      await working(t, queue, async (taken, { number }) => {
        attempts.push([number, decoded(taken.body) === decoded(job.body) && taken.id === job.id])
        if (!mended || number < 2) throw new Error(`failed ${number}`)
        return ACCEPTED
      })
      await queue.add(job, planOf({ attempts: 2 }))
      t.is((await queue.ended(job.id, soon()))?.state, 'dead')
      mended = true
      const both = await Promise.all([queue.admin.replay(job.id), queue.admin.replay(job.id)])
      t.deepEqual(both.toSorted(), ['done', 'not-dead'])
      t.is((await queue.ended(job.id, soon()))?.state, 'done')
      t.deepEqual(attempts, [
        [1, true],
        [2, true],
        [1, true],
        [2, true],
      ])
      const shown = await queue.admin.show(job.id)
      t.deepEqual(
        shown?.history.map(({ attempt, cause }) => [attempt, cause]),
        [
          [1, 'failed 1'],
          [2, 'failed 2'],
          [1, 'failed 1'],
        ],
      )
      t.is(await queue.admin.replay(job.id), 'not-dead')
      t.is(await queue.admin.replay('nobody'), 'unknown')
      t.is(await holderOf(queue, 'k'), job.id)
    },
  )

  declare('admin: a dead job is removed with all that is its own, and only once', async (t) => {
    const queue = await open(t)
    await killing(t, queue)
    const claim = { key: 'k', digest: 'd' }
    const job = jobOf({ id: 'dead', claim, body: 'x'.repeat(300_000) })
    await queue.add(job, planOf())
    await queue.ended('dead', soon())
    t.is(await holderOf(queue, 'k'), 'dead')
    const both = await Promise.all([queue.admin.remove('dead'), queue.admin.remove('dead')])
    t.deepEqual(both.toSorted(), ['done', 'unknown'])
    t.is(await queue.find('dead'), undefined)
    t.is(await queue.admin.show('dead'), undefined)
    t.is(await holderOf(queue, 'k', 'new'), 'new')
    await queue.add(jobOf({ id: 'well' }), planOf())
    await queue.ended('well', soon())
    t.is(await queue.admin.remove('well'), 'not-dead')
  })

  declare(
    'admin: a queue that is paused takes jobs but runs none, until it is resumed',
    async (t) => {
      const queue = await open(t)
      let ran = 0
      await working(t, queue, async () => {
        ran += 1
        return ACCEPTED
      })
      await queue.admin.pause()
      t.true((await queue.admin.stats()).paused)
      const job = jobOf()
      await queue.add(job, planOf())
      t.is(await queue.ended(job.id, AbortSignal.timeout(300)), undefined)
      t.is(ran, 0)
      t.is((await queue.admin.stats()).waiting, 1)
      await queue.admin.resume()
      t.is((await queue.ended(job.id, soon()))?.state, 'done')
      t.false((await queue.admin.stats()).paused)
    },
  )

  declare(
    'admin: an edited dead letter is a job of its own, and its answer that of both',
    async (t) => {
      const queue = await open(t)
      const ran: [string, string | undefined][] = []
      await working(t, queue, async ({ id, body }) => {
        ran.push([id, decoded(body)])
        if (decoded(body) === '<wrong/>') throw new FinalFailure('wrong')
        return replyOf('<right/>')
      })
      const claim = { key: 'k', digest: 'd' }
      const label = { operation: '{urn:x}Do', messageId: 'urn:uuid:1' }
      await queue.add(jobOf({ id: 'old', body: '<wrong/>', claim, label }), planOf())
      await queue.ended('old', soon())
      const edit = { id: 'new', body: bytesOf('<mended/>') }
      t.is(await queue.admin.replace('nobody', edit), 'unknown')
      const both = await Promise.all([
        queue.admin.replace('old', edit),
        queue.admin.replace('old', { ...edit, id: 'newer' }),
      ])
      t.deepEqual(both.toSorted(), ['done', 'not-dead'])
      const id = both[0] === 'done' ? 'new' : 'newer'
      const expected = { state: 'done', result: replyOf('<right/>') }
      t.deepEqual(await queue.ended(id, soon()), expected as never)
      // Whoever has the id of the first one is told what came of the second.
      await until(async () => (await queue.find('old'))?.state === 'done')
      t.deepEqual(await queue.find('old'), expected as never)
      t.is(await holderOf(queue, 'k'), 'old')
      t.deepEqual(ran, [
        ['old', '<wrong/>'],
        [id, '<mended/>'],
      ])
      t.like(await queue.admin.show(id), { replaces: 'old', operation: '{urn:x}Do' })
      await until(async () => (await queue.admin.show('old'))?.state === 'done')
      const old = await queue.admin.show('old')
      t.like(old, { replacedBy: id, state: 'done' })
      t.is(decoded(old?.body), '<wrong/>')
      t.is((await queue.admin.stats()).dead, 0)
      t.is(await queue.admin.replace('old', edit), 'not-dead')
    },
  )

  declare(
    'admin: an edited dead letter has the operation that it is said to have, and awaits the same answer',
    async (t) => {
      const queue = await open(t)
      await killing(t, queue)
      const label = { operation: '{urn:x}Do', to: 'http://example.com/' }
      const claim = { key: 'k', digest: 'd' }
      await queue.add(jobOf({ id: 'dead', awaits: 'answer', label, claim }), planOf())
      await queue.ended('dead', soon())
      t.is(await queue.awaiting('answer'), undefined)
      await queue.admin.pause()
      const edit = { id: 'new', body: bytesOf('<mended/>'), operation: '{urn:x}Mended' }
      t.is(await queue.admin.replace('dead', edit), 'done')
      t.like(await queue.admin.show('new'), { operation: '{urn:x}Mended', to: label.to })
      t.is(await queue.awaiting('answer'), 'new')
      t.is(await holderOf(queue, 'k'), 'dead')
    },
  )

  declare('admin: what has ended before a moment is trimmed, and nothing else', async (t) => {
    const queue = await open(t)
    await killing(t, queue)
    for (const id of ['one', 'two', 'dead']) {
      await queue.add(jobOf({ id, claim: { key: id, digest: 'd' } }), planOf())
      await queue.ended(id, soon())
    }
    t.is(await queue.admin.trim(Date.now() - 60_000), 0)
    t.is(await queue.admin.trim(Date.now() + 1), 2)
    t.is(await queue.find('one'), undefined)
    t.is((await queue.find('dead'))?.state, 'dead')
    t.is(await holderOf(queue, 'one', 'free'), 'free')
    t.is(await holderOf(queue, 'dead'), 'dead')
  })

  declare('admin: what is whole has no fault to be found', async (t) => {
    const queue = await open(t)
    await killing(t, queue)
    for (const id of ['well', 'dead']) {
      await queue.add(jobOf({ id, body: 'x'.repeat(3_000_000) }), planOf())
      await queue.ended(id, soon())
    }
    t.deepEqual(await queue.admin.check(), [])
  })
}
