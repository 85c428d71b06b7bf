/** Readiness is tried, not assumed: what cannot be kept or run shows with its reason, and a backlog does not. */
import { tmpdir } from 'node:os'
import test, { type ExecutionContext } from 'ava'
import { StoreHealth } from '../../src/compose/store-health.js'
import { takesAttachments } from '../../src/compose/takes-attachments.js'
import { Spools } from '../../src/message/spool/index.js'
import type { JobQueue, JobWorker } from '../../src/store/queue/queue.js'
import { ACCEPTED, jobOf, planOf, until, working } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { PATIENCE } from '../support/waiting.js'

async function memory(t: ExecutionContext, options = {}): Promise<JobQueue> {
  const queue = await openSqlite(options)
  t.teardown(() => queue.close())
  return queue
}

/** A queue whose probes are those of a test. */
function probing(queue: JobQueue, probe: () => Promise<void>, problem?: () => string | undefined) {
  return new Proxy(queue, {
    get: (target, name) => {
      if (name === 'probe') return probe
      if (name === 'problem' && problem) return problem()
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('a node whose store keeps things and whose worker runs them is ready', async (t) => {
  const queue = await memory(t)
  const worker = await working(t, queue, async () => ACCEPTED)
  t.deepEqual(await new StoreHealth(queue, worker, PATIENCE).look(), {
    ready: true,
    checks: {
      queue: 'memory: nothing outlives the process',
      worker: 'running jobs',
      backlog: '0 waiting; 0 delayed; 0 dead',
    },
  })
})

test('a listener is ready without a worker of its own', async (t) => {
  const { ready, checks } = await new StoreHealth(await memory(t), undefined, PATIENCE).look()
  t.true(ready)
  t.is(checks.worker, 'this node runs no jobs')
})

test('a pause and a backlog beyond all bounds are shown, and make nothing unready', async (t) => {
  const queue = await memory(t, { maxDepth: 1 })
  const worker = await working(t, queue, async () => ACCEPTED)
  await queue.admin.pause()
  await queue.add(jobOf(), planOf())
  await until(() => !queue.available)
  const { ready, checks } = await new StoreHealth(queue, worker, PATIENCE).look()
  t.true(ready)
  t.regex(checks.queue, /takes no more: 1 jobs wait/)
  t.is(checks.worker, 'paused: messages are accepted, and no job is run')
  t.regex(checks.backlog, /^1 waiting, the oldest for \d+ s; 0 delayed; 0 dead$/)
})

test('a store that says it keeps things and does not is not ready', async (t) => {
  const queue = probing(await memory(t), async () => {
    throw new Error('what was written is not there')
  })
  const { ready, checks } = await new StoreHealth(queue, undefined, PATIENCE).look()
  t.false(ready)
  t.is(checks.queue, 'nothing can be kept: what was written is not there')
})

test('a store that does not answer is not ready when the deadline is over', async (t) => {
  const queue = probing(await memory(t), () => new Promise(() => undefined))
  const { ready, checks } = await new StoreHealth(queue, undefined, 20).look()
  t.false(ready)
  t.is(checks.queue, 'nothing can be kept: not done after 20ms')
})

test('a worker that takes nothing is not ready, unless the queue is paused', async (t) => {
  // What is kept at once is kept before any deadline, on a busy machine too.
  const queue = probing(await memory(t), async () => undefined)
  const hung: JobWorker = {
    probe: () => new Promise(() => undefined),
    close: async () => undefined,
  }
  const { ready, checks } = await new StoreHealth(queue, hung, 20).look()
  t.false(ready)
  t.is(checks.worker, 'no job is run: not done after 20ms')
  t.is(checks.queue, 'memory: nothing outlives the process')
  await queue.admin.pause()
  t.true((await new StoreHealth(queue, hung, 20).look()).ready)
})

test('it is tried once in five seconds, however often it is asked', async (t) => {
  let tried = 0
  const queue = probing(await memory(t), async () => {
    tried += 1
  })
  const health = new StoreHealth(queue, undefined, PATIENCE)
  await Promise.all(Array.from({ length: 50 }, () => health.look()))
  await health.look()
  t.is(tried, 1)
})

test('a known problem is told at once, and what is mended is tried at once', async (t) => {
  let problem: string | undefined
  let broken = true
  const queue = probing(
    await memory(t),
    async () => {
      if (broken) throw new Error('I/O error')
    },
    () => problem,
  )
  const health = new StoreHealth(queue, undefined, PATIENCE)
  t.false((await health.look()).ready)
  problem = 'disk I/O error'
  t.false((await health.look()).ready)
  problem = undefined
  broken = false
  t.true((await health.look()).ready)
})

test('where operations take attachments, a spool that keeps none makes the node unready', async (t) => {
  const queue = await memory(t)
  const look = (folder: string) =>
    new StoreHealth(queue, undefined, PATIENCE, { attachments: new Spools({ folder }) }).look()
  t.like(await look('/proc/nowhere'), {
    ready: false,
    checks: { attachments: 'no attachments can be kept: attachments.folder' },
  })
  t.like(await look(tmpdir()), { ready: true, checks: { attachments: 'kept' } })
  const operation = { name: '{urn:q}Run', invoke: () => ({}) }
  const plugin = (mtom: boolean) => ({
    name: 'q',
    from: 'q',
    definition: { operations: [{ ...operation, mtom }] },
  })
  t.true(takesAttachments([plugin(false), plugin(true)]))
  t.false(takesAttachments([plugin(false)]))
})

test('where a policy asks for evidence, a disk that takes none makes the node unready', async (t) => {
  let full = true
  const probe = async () => {
    if (full) throw new Error('no space left on device')
  }
  const queue = await memory(t)
  const look = () => new StoreHealth(queue, undefined, PATIENCE, { evidence: { probe } }).look()
  t.like(await look(), {
    ready: false,
    checks: { evidence: 'no evidence can be kept: no space left on device' },
  })
  full = false
  t.like(await look(), { ready: true, checks: { evidence: 'kept' } })
})
