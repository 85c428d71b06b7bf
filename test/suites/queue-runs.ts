/** Runs that are no jobs: each holds its claim as long as its process lives, and leaves its outcome. */
import { randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { claimedOnce, type DirectRun, type JobResult } from '../../src/store/queue/job.js'
import { type Begun, type JobQueue, QueueUnavailable } from '../../src/store/queue/queue.js'
import { HeldBinary } from '../../src/xml/binary.js'
import { gate, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import type { Declare, QueueKind, QueueTestOptions } from './job-queue.js'

const HOUR = 3_600_000
const later = () => Date.now() + HOUR

function runOf(claim: DirectRun['claim']): DirectRun {
  const id = randomUUID()
  const label = { operation: '{urn:q}Run', messageId: 'urn:m' }
  return {
    kind: 'direct',
    id,
    claim,
    accepted: Date.now(),
    body: new Uint8Array(),
    soap: '1.1',
    label,
  }
}

const reply = (body: string): JobResult => ({ kind: 'reply', message: { body, soap: '1.1' } })
const fault = (body: string): JobResult => ({
  kind: 'fault',
  code: 'Server',
  message: { body, soap: '1.1' },
})

function ours(begun: Begun) {
  if (!('run' in begun)) throw new Error(`held by ${begun.holder.id}`)
  const { run } = begun
  return {
    end: (result: JobResult, open = false) =>
      run.end(result, { open, unreadable: () => fault('<unreadable/>') }),
  }
}

function holder(begun: Begun) {
  if ('run' in begun) throw new Error('it is ours')
  return begun.holder
}

export function runsContract(
  declare: Declare,
  kind: QueueKind,
  open: (t: ExecutionContext, options?: QueueTestOptions) => Promise<JobQueue>,
): void {
  declare('a run holds its claim, and leaves its outcome to whoever comes later', async (t) => {
    const queue = await open(t)
    const claim = { key: 'k', digest: 'd' }
    const first = runOf(claim)
    const run = ours(await queue.begin(first))
    const second = holder(await queue.begin(runOf(claim)))
    t.like(second, { id: first.id, added: false, digest: 'd', state: 'running' })
    t.deepEqual(await queue.find(first.id), { state: 'running' })
    const waits = queue.ended(first.id, soon())
    t.is(await run.end(reply('<a/>')), undefined)
    const done = { state: 'done', result: reply('<a/>') }
    t.like(await waits, done)
    t.like(await queue.find(first.id), done)
    t.like(holder(await queue.begin(runOf(claim))), { id: first.id, state: 'done' })
    t.like(await queue.add(jobOf({ claim }), planOf()), {
      id: first.id,
      added: false,
      state: 'done',
    })
  })

  declare('a job and a run claim in one name space, whoever comes first', async (t) => {
    const queue = await open(t)
    const claim = { key: 'k', digest: 'd' }
    await queue.add(jobOf({ id: 'job', claim }), planOf())
    t.like(holder(await queue.begin(runOf(claim))), { id: 'job', state: 'waiting', digest: 'd' })
    const other = runOf({ key: 'other', digest: 'd' })
    ours(await queue.begin(other))
    const job = jobOf({ claim: { key: 'other', digest: 'e' } })
    t.like(await queue.add(job, planOf()), { id: other.id, added: false, digest: 'd' })
  })

  declare('of callers at the same time exactly one runs', async (t) => {
    const queue = await open(t)
    for (let round = 0; round < 10; round += 1) {
      const claim = { key: `k${round}`, digest: 'd' }
      const all = await Promise.all(Array.from({ length: 20 }, () => queue.begin(runOf(claim))))
      t.is(all.filter((one) => 'run' in one).length, 1)
    }
  })

  declare('a claim that is open again is taken by the same message, and by no other', async (t) => {
    const queue = await open(t)
    const claim = { key: 'k', digest: 'd', until: later() }
    const first = runOf(claim)
    const run = ours(await queue.begin(first))
    t.false(await queue.remember([claimedOnce('k')], 0))
    const waits = queue.ended(first.id, soon())
    await run.end(fault('<threw/>'), true)
    t.like(await waits, { state: 'done', result: fault('<threw/>') })
    const other = holder(await queue.begin(runOf({ ...claim, digest: 'e' })))
    t.like(other, { id: first.id, digest: 'd' })
    const again = runOf(claim)
    await ours(await queue.begin(again)).end(reply('<a/>'))
    t.like(holder(await queue.begin(runOf(claim))), { id: again.id, state: 'done' })
    // The first is there still, for who fetches it.
    t.like(await queue.find(first.id), { result: fault('<threw/>') })
    t.false(await queue.remember([claimedOnce('k')], 0))
  })

  declare('a job takes a claim that is open again', async (t) => {
    const queue = await open(t)
    const claim = { key: 'k', digest: 'd', until: later() }
    await ours(await queue.begin(runOf(claim))).end(fault('<threw/>'), true)
    t.like(await queue.add(jobOf({ id: 'job', claim }), planOf()), { id: 'job', added: true })
    t.like(holder(await queue.begin(runOf(claim))), { id: 'job' })
  })

  declare('a claim with a time counts once, when its outcome is forgotten, too', async (t) => {
    const queue = await open(t, { retention: 50 })
    await working(t, queue, async () => ({ kind: 'accepted' }))
    const claim = { key: 'k', digest: 'd', until: later() }
    const first = runOf(claim)
    await ours(await queue.begin(first)).end(reply('<a/>'))
    await until(async () => (await queue.find(first.id)) === undefined)
    t.is(holder(await queue.begin(runOf(claim))).state, 'forgotten')
    const plain = { key: 'plain', digest: 'd' }
    const second = runOf(plain)
    await ours(await queue.begin(second)).end(reply('<a/>'))
    await until(async () => (await queue.find(second.id)) === undefined)
    ours(await queue.begin(runOf(plain)))
  })

  declare('a claim that runs is kept beyond all retention', async (t) => {
    const queue = await open(t, { retention: 50, keep: 1 })
    await working(t, queue, async () => ({ kind: 'accepted' }))
    const claim = { key: 'k', digest: 'd' }
    const first = runOf(claim)
    const run = ours(await queue.begin(first))
    const brief = runOf({ key: 'brief', digest: 'd' })
    await ours(await queue.begin(brief)).end(reply('<a/>'))
    await until(async () => (await queue.find(brief.id)) === undefined)
    t.like(holder(await queue.begin(runOf(claim))), { id: first.id, state: 'running' })
    t.is(await run.end(reply('<a/>')), undefined)
  })

  declare('an answer with attachments is kept with them, large ones too', async (t) => {
    const queue = await open(t)
    const contents = [Buffer.from('abc'), Buffer.alloc(1_500_000, 7)]
    const attachments = contents.map((bytes) => ({
      contentType: 'image/png',
      content: new HeldBinary(bytes),
    }))
    const run = runOf({ key: 'k', digest: 'd' })
    const message = { body: `<a>${'x'.repeat(100_000)}</a>`, soap: '1.1', attachments } as const
    t.is(await ours(await queue.begin(run)).end({ kind: 'reply', message }), undefined)
    const found = await queue.find(run.id)
    if (found?.state !== 'done' || found.result.kind !== 'reply') return t.fail(found?.state)
    t.is(found.result.message.body, message.body)
    const kept = found.result.message.attachments ?? []
    for (const [index, one] of kept.entries()) {
      t.deepEqual(Buffer.from(await one.content.bytes()), contents[index])
    }
    t.is(kept.length, 2)
  })

  declare(
    'runs count for no bound, are not listed, and no worker takes them; outcomes are',
    async (t) => {
      const queue = await open(t, { maxDepth: 1 })
      await working(t, queue, async () => ({ kind: 'accepted' }))
      const runs: [DirectRun, ReturnType<typeof ours>][] = []
      for (let each = 0; each < 5; each += 1) {
        const run = runOf({ key: `k${each}`, digest: 'd' })
        runs.push([run, ours(await queue.begin(run))])
      }
      t.like(await queue.admin.stats(), { waiting: 0, running: 0, done: 0 })
      t.deepEqual(await queue.admin.list({}), [])
      await queue.add(jobOf({ id: 'job' }), planOf())
      await until(async () => (await queue.find('job'))?.state === 'done')
      for (const [, run] of runs) t.is(await run.end(reply('<a/>')), undefined)
      t.like(await queue.admin.stats(), { running: 0, done: 6 })
      const listed = await queue.admin.list({ ids: [runs[0]?.[0].id ?? ''] })
      t.like(listed[0], {
        kind: 'direct',
        state: 'done',
        operation: '{urn:q}Run',
        messageId: 'urn:m',
      })
      t.like((await queue.admin.find('urn:m', 1000)).jobs[0], { kind: 'direct' })
    },
  )

  declare('outcomes are kept within the bounds of finished jobs', async (t) => {
    const queue = await open(t, { keep: 3 })
    await working(t, queue, async () => ({ kind: 'accepted' }))
    for (let each = 0; each < 10; each += 1) {
      await ours(await queue.begin(runOf({ key: `k${each}`, digest: 'd' }))).end(reply('<a/>'))
    }
    await until(async () => (await queue.admin.stats()).done <= 3)
    ours(await queue.begin(runOf({ key: 'k0', digest: 'd' })))
    t.is(holder(await queue.begin(runOf({ key: 'k9', digest: 'd' }))).state, 'done')
  })

  declare('who waits for a first attempt only hears that it has failed', async (t) => {
    const queue = await open(t)
    const held = gate()
    await working(t, queue, async (_, { number }) => {
      if (number === 1) throw new Error('away')
      await held.opened
      return { kind: 'accepted' }
    })
    await queue.add(jobOf({ id: 'job' }), planOf({ attempts: 3, delay: 200, maxDelay: 200 }))
    t.like(await queue.ended('job', soon(), 'failed'), { state: 'waiting', failed: true })
    const ends = queue.ended('job', soon())
    held.open()
    t.like(await ends, { state: 'done' })
    t.like(await queue.ended('job', soon(), 'failed'), { state: 'done' })
  })

  declare('nothing begins in a queue that is closed', async (t) => {
    const queue = await open(t)
    await queue.close()
    const run = queue.begin(runOf({ key: 'k', digest: 'd' }))
    await t.throwsAsync(run, { instanceOf: QueueUnavailable })
  })

  declare(
    'one node waits for the run of another, and has its outcome',
    async (t) => {
      const store = await kind.store(t)
      const [one, other] = [await store.open(), await store.open({ node: 'urn:node:other' })]
      t.teardown(() => Promise.all([one.close(), other.close()]).then(() => undefined))
      const claim = { key: 'k', digest: 'd' }
      const first = runOf(claim)
      const run = ours(await one.begin(first))
      t.like(holder(await other.begin(runOf(claim))), { id: first.id, state: 'running' })
      const waits = other.ended(first.id, soon())
      await run.end(reply('<a/>'))
      t.like(await waits, { state: 'done', result: reply('<a/>') })
    },
    'nodes',
  )

  declare(
    'what a node leaves that is closed may run on another at once',
    async (t) => {
      const store = await kind.store(t)
      const [one, other] = [await store.open(), await store.open({ node: 'urn:node:other' })]
      t.teardown(() => other.close())
      await working(t, other, async () => ({ kind: 'accepted' }))
      const claim = { key: 'k', digest: 'd', until: later() }
      const first = runOf(claim)
      const run = ours(await one.begin(first))
      const waits = other.ended(first.id, soon())
      await one.close()
      t.is(await waits, undefined)
      ours(await other.begin(runOf(claim)))
      await t.throwsAsync(run.end(reply('<late/>')), { instanceOf: QueueUnavailable })
    },
    'nodes',
  )
}
