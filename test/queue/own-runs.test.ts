/** Runs of a process whose store fails: an outcome is written as soon as that is possible, and its claim runs nowhere else meanwhile. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { deferred } from '../../src/base/deferred.js'
import type { DirectRun, JobResult } from '../../src/store/queue/job.js'
import { type Begun, type Holder, QueueUnavailable } from '../../src/store/queue/queue.js'
import { OwnRuns } from '../../src/store/queue/sqlite/own-runs.js'
import { jobOf, noBlobs, planOf, until } from '../support/jobs.js'
import { openQueue } from '../support/redis/queue.js'
import { ownRedis } from '../support/redis/redis.js'

const CLAIM = { key: 'k', digest: 'd' }
const REPLY: JobResult = { kind: 'reply', message: { body: '<a/>', soap: '1.1' } }
const UNREADABLE = (): JobResult => ({ kind: 'accepted' })
const UNAVAILABLE = { instanceOf: QueueUnavailable }

function runOf(): DirectRun {
  return {
    kind: 'direct',
    id: randomUUID(),
    claim: CLAIM,
    accepted: Date.now(),
    body: new Uint8Array(),
    soap: '1.1',
    label: {},
  }
}

function ours(begun: Begun) {
  if (!('run' in begun)) throw new Error(`held by ${begun.holder.id}`)
  return { end: () => begun.run.end(REPLY, { unreadable: UNREADABLE }) }
}

function holder(begun: Begun): Holder {
  if ('run' in begun) throw new Error('it may run')
  return begun.holder
}

/** The way to a file whose thread answers as a test says. */
function fileWith(answers: Readonly<Record<string, (...requests: never[]) => unknown>>) {
  const requests: string[] = []
  const ask = async (name: string, ...parameters: never[]) => {
    requests.push(name)
    return answers[name]?.(...parameters)
  }
  const runs = new OwnRuns({
    channel: { request: ask as never },
    blobs: noBlobs(),
    acknowledge: 20,
  })
  return { runs, requested: requests }
}

const heldBy = (id: string, state: Holder['state']): Holder => ({
  id,
  added: false,
  digest: 'd',
  state,
})

test('sqlite: a claim that is durable too late is given back, since nothing runs under it', async (t) => {
  const late = deferred<Holder | undefined>()
  const { runs, requested: requests } = fileWith({ begin: () => late.promise })
  const run = runOf()
  await t.throwsAsync(runs.begin(run), UNAVAILABLE)
  late.resolve(undefined)
  await until(() => requests.includes('dropRun'))
  t.deepEqual(requests, ['begin', 'dropRun'])
})

test('sqlite: an outcome that cannot be written is written later, and until then nobody may run', async (t) => {
  let full = true
  const { runs, requested: requests } = fileWith({
    begin: () => (requests.length === 1 ? undefined : heldBy('first', 'done')),
    endRun: () => {
      if (full) throw new QueueUnavailable('the disk is full')
      return true
    },
  })
  const run = ours(await runs.begin(runOf()))
  await t.throwsAsync(run.end(), UNAVAILABLE)
  await t.throwsAsync(runs.begin(runOf()), UNAVAILABLE)
  await t.throwsAsync(runs.unwritten.written('k'), UNAVAILABLE)
  t.false(requests.slice(1).includes('begin'))
  full = false
  await until(() =>
    runs.unwritten.written('k').then(
      () => true,
      () => false,
    ),
  )
  t.is(holder(await runs.begin(runOf())).id, 'first')
})

test('sqlite: an outcome that was written, but answered too late, is no other claim', async (t) => {
  const run = runOf()
  let ends = 0
  const { runs } = fileWith({
    begin: () => (ends === 0 ? undefined : heldBy(run.id, 'done')),
    endRun: () => {
      ends += 1
      if (ends === 1) throw new QueueUnavailable('no answer in time')
      return false
    },
  })
  await t.throwsAsync(ours(await runs.begin(run)).end(), UNAVAILABLE)
  await until(() =>
    runs.unwritten.written('k').then(
      () => ends === 2,
      () => false,
    ),
  )
  t.is(ends, 2)
})

test('attachments that cannot be read any more leave another outcome, and no claim that runs for ever', async (t) => {
  const results: JobResult[] = []
  const { runs } = fileWith({
    begin: () => undefined,
    endRun: ({ result }: { readonly result: string }) => {
      results.push(JSON.parse(result))
      return true
    },
  })
  const begun = await runs.begin(runOf())
  if (!('run' in begun)) return t.fail()
  const content = {
    size: 1_000_000,
    bytes: () => Promise.reject(new Error('it is closed')),
    stream: () => {
      throw new Error('it is closed')
    },
  }
  const attachments = [{ contentType: 'a/b', content }]
  const reply = { kind: 'reply', message: { body: '<a/>', soap: '1.1', attachments } } as const
  const causes: string[] = []
  const kept = await begun.run.end(reply, {
    unreadable: ({ message }) => {
      causes.push(message)
      return UNREADABLE()
    },
  })
  t.is(kept, undefined)
  t.deepEqual(results, [{ kind: 'accepted' }])
  t.regex(causes.join(), /could not be read/)
})

async function onRedis(t: ExecutionContext) {
  const redis = await ownRedis(['--appendfsync', 'always'])
  t.teardown(() => redis.close())
  const open = async () => {
    const queue = await openQueue({ url: redis.url }, { acknowledge: 2_000 })
    t.teardown(() => queue.close())
    return queue
  }
  const raw = new Redis(redis.url, { lazyConnect: true })
  t.teardown(() => raw.disconnect())
  /** As when its lease ran out, and another node saw that. */
  const lose = async ({ id }: DirectRun) => {
    const keys = await raw.keys(`*${id}*`)
    const [job = ''] = keys.filter((key) => !key.endsWith(':lock'))
    const claim = await raw.hget(job, 'claim')
    await raw.del(...keys, ...(claim ? [claim] : []))
  }
  return { redis, open, lose }
}

test('redis: an outcome that cannot be written is written later, and until then nobody may run', async (t) => {
  const { redis, open } = await onRedis(t)
  const queue = await open()
  const first = runOf()
  const run = ours(await queue.begin(first))
  await redis.kill()
  await t.throwsAsync(run.end(), UNAVAILABLE)
  await t.throwsAsync(queue.begin(runOf()), UNAVAILABLE)
  await t.throwsAsync(queue.add(jobOf({ claim: CLAIM }), planOf()), UNAVAILABLE)
  await redis.start()
  let found: Holder | undefined
  await until(async () => {
    const begun = await queue.begin(runOf()).catch(() => undefined)
    found = begun && holder(begun)
    return found !== undefined
  })
  t.like(found, { id: first.id, state: 'done' })
})

test('redis: a lease that ran out while nobody ran it anew is taken again for the outcome', async (t) => {
  const { open, lose } = await onRedis(t)
  const queue = await open()
  const first = runOf()
  const run = ours(await queue.begin(first))
  await lose(first)
  t.is(await run.end(), undefined)
  t.like(await queue.find(first.id), { state: 'done', result: REPLY })
  t.like(holder(await queue.begin(runOf())), { id: first.id, state: 'done' })
})

test('redis: a run whose lease another has now writes nothing, and learns who that is', async (t) => {
  const { open, lose } = await onRedis(t)
  const [queue, other] = [await open(), await open()]
  const [first, second] = [runOf(), runOf()]
  const run = ours(await queue.begin(first))
  await lose(first)
  const theirs = ours(await other.begin(second))
  t.like(await run.end(), { id: second.id, state: 'running' })
  t.is(await queue.find(first.id), undefined)
  t.is(await theirs.end(), undefined)
  t.like(holder(await queue.begin(runOf())), { id: second.id, state: 'done' })
})

test('redis: the claim of a dead node opens where no node works, too', async (t) => {
  const { open } = await onRedis(t)
  const [queue, other] = [await open(), await open()]
  const first = runOf()
  ours(await queue.begin(first))
  t.is(holder(await other.begin(runOf())).id, first.id)
  const ends = other.ended(first.id, AbortSignal.timeout(60_000))
  await queue.close()
  t.is(await ends, undefined)
  ours(await other.begin(runOf()))
})
