/** What is accepted is kept, and is run: that is tried, not assumed; a pause and a backlog make no node unready. */
import { tmpdir } from 'node:os'
import test, { type ExecutionContext } from 'ava'
import { takesAttachments } from '../../src/compose/takes-attachments.js'
import { Spools } from '../../src/message/spool/index.js'
import { attachmentsKept, evidenceKept } from '../../src/operate/problems/sources/kept-beside.js'
import { queueAvailable } from '../../src/operate/problems/sources/queue-available.js'
import { queueLoad } from '../../src/operate/problems/sources/queue-load.js'
import { QueueReadings } from '../../src/operate/problems/sources/queue-readings.js'
import { QUEUE_BOUNDS } from '../../src/store/queue/bounds.js'
import type { JobQueue, JobWorker } from '../../src/store/queue/queue.js'
import { readConfig } from '../support/config.js'
import { ACCEPTED, jobOf, planOf, until, working } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { PATIENCE } from '../support/waiting.js'

const { queue: configured } = readConfig({ environment: {}, settings: [] })

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

function readingsOf(queue: JobQueue, worker?: JobWorker, deadline = PATIENCE) {
  return new QueueReadings({ queue: () => queue, worker: () => worker }, deadline)
}

/** Looks for what may stop acceptance. */
function looking(queue: JobQueue, worker?: JobWorker, deadline = PATIENCE) {
  const { find } = queueAvailable(readingsOf(queue, worker, deadline))
  return find
}

test('a queue that keeps things and whose worker runs them has no problem', async (t) => {
  const queue = await memory(t)
  const worker = await working(t, queue, async () => ACCEPTED)
  t.deepEqual(await looking(queue, worker)(), [])
})

test('a listener has none without a worker of its own', async (t) => {
  t.deepEqual(await looking(await memory(t))(), [])
})

test('a pause and a backlog beyond all bounds are problems, and stop no acceptance', async (t) => {
  const queue = await memory(t, { maxDepth: 1 })
  const worker = await working(t, queue, async () => ACCEPTED)
  await queue.admin.pause()
  await queue.add(jobOf(), planOf())
  await until(() => !queue.available)
  t.deepEqual(await looking(queue, worker)(), [])
  const bounds = { ...configured, ...QUEUE_BOUNDS, maxDepth: 1 }
  const [full, paused] = await queueLoad(readingsOf(queue, worker), bounds, 80).find()
  t.like(full, { name: 'queue-full', severity: 'error', stopsAcceptance: false, waiting: 1 })
  t.regex(full?.summary ?? '', /takes no more: 1 jobs wait/)
  t.like(paused, { name: 'queue-paused', stopsAcceptance: false, waiting: 1, shared: true })
})

test('a store that seems to keep things and does not stops acceptance', async (t) => {
  const queue = probing(await memory(t), async () => {
    throw new Error('what was written is not there')
  })
  const [found] = await looking(queue)()
  t.like(found, { name: 'queue-unavailable', stopsAcceptance: true })
  t.regex(found?.summary ?? '', /nothing can be kept: what was written is not there/)
})

test('a store that does not answer stops acceptance when the deadline is over', async (t) => {
  const queue = probing(await memory(t), () => new Promise(() => undefined))
  const [found] = await looking(queue, undefined, 20)()
  t.regex(found?.summary ?? '', /nothing can be kept: not done after 20ms/)
})

test('a worker that takes nothing is a problem, unless the queue is paused', async (t) => {
  // What is kept at once is kept before any deadline, on a busy machine too.
  const queue = probing(await memory(t), async () => undefined)
  const hung: JobWorker = {
    probe: () => new Promise(() => undefined),
    close: async () => undefined,
  }
  const [found, ...more] = await looking(queue, hung, 20)()
  t.like(found, { name: 'jobs-not-run', stopsAcceptance: true })
  t.regex(found?.summary ?? '', /not done after 20ms/)
  t.deepEqual(more, [])
  await queue.admin.pause()
  t.deepEqual(await looking(queue, hung, 20)(), [])
})

test('it is tried once in five seconds, however often it is asked', async (t) => {
  let tried = 0
  const queue = probing(await memory(t), async () => {
    tried += 1
  })
  const look = looking(queue)
  await Promise.all(Array.from({ length: 50 }, () => look()))
  await look()
  t.is(tried, 1)
})

test('what the queue reports is found at once, and what is mended is tried at once', async (t) => {
  let problem: string | undefined
  let broken = true
  const queue = probing(
    await memory(t),
    async () => {
      if (broken) throw new Error('I/O error')
    },
    () => problem,
  )
  const look = looking(queue)
  t.is((await look()).length, 1)
  problem = 'disk I/O error'
  t.is((await look()).length, 1)
  problem = undefined
  broken = false
  t.deepEqual(await look(), [])
})

test('where operations take attachments, a spool that keeps none stops acceptance', async (t) => {
  const look = (folder: string) => attachmentsKept(() => new Spools({ folder }), PATIENCE).find()
  const [found] = await look('/proc/nowhere')
  t.like(found, { name: 'spool-failing', stopsAcceptance: true })
  t.is(found?.summary, 'No attachments can be kept: attachments.folder')
  t.deepEqual(await look(tmpdir()), [])
  t.deepEqual(await attachmentsKept(() => undefined, PATIENCE).find(), [])
  const operation = { name: '{urn:q}Run', invoke: () => ({}) }
  const plugin = (mtom: boolean) => ({
    name: 'q',
    from: 'q',
    definition: { operations: [{ ...operation, mtom }] },
  })
  t.true(takesAttachments([plugin(false), plugin(true)]))
  t.false(takesAttachments([plugin(false)]))
})

test('where a policy asks for evidence, a disk that takes none stops acceptance', async (t) => {
  let full = true
  const probe = async () => {
    if (full) throw new Error('no space left on device')
  }
  const look = () => evidenceKept(() => ({ probe }), PATIENCE).find()
  const [found] = await look()
  t.like(found, { name: 'evidence-failing', stopsAcceptance: true })
  t.is(found?.summary, 'No evidence can be kept: no space left on device')
  full = false
  t.deepEqual(await look(), [])
})
