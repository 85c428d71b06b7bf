/** Outages of Redis: what was acknowledged is kept, nobody hangs, and all goes on by itself. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { createLog } from '../../src/log.js'
import { type JobQueue, QueueUnavailable } from '../../src/store/queue/queue.js'
import { ACCEPTED, gate, jobOf, planOf, replyOf, soon, until, working } from '../support/jobs.js'
import { openQueue, SILENT } from '../support/redis/queue.js'
import { type OwnRedis, ownRedis } from '../support/redis/redis.js'

async function redisOf(t: ExecutionContext, options: readonly string[] = []): Promise<OwnRedis> {
  const redis = await ownRedis(options)
  t.teardown(() => redis.close())
  return redis
}

async function queueOf(
  t: ExecutionContext,
  url: string,
  options: Parameters<typeof openQueue>[1] = {},
  log = SILENT,
): Promise<JobQueue> {
  const queue = await openQueue({ url }, options, log)
  t.teardown(() => queue.close())
  return queue
}

test('Redis is killed under load: what was acknowledged is done, and all goes on by itself', async (t) => {
  const redis = await redisOf(t, ['--appendfsync', 'always'])
  const log: string[] = []
  const front = await queueOf(
    t,
    redis.url,
    {},
    createLog('info', (line) => log.push(JSON.parse(line).msg)),
  )
  const back = await queueOf(t, redis.url)
  const acknowledged: string[] = []
  const ran = new Set<string>()
  const errors: unknown[] = []
  const full = gate()
  const adder = async () => {
    for (;;) {
      const job = jobOf()
      try {
        await front.add(job, planOf({ attempts: 3 }))
        acknowledged.push(job.id)
        if (acknowledged.length === 500) full.open()
      } catch (error) {
        errors.push(error)
        return
      }
    }
  }
  await working(t, back, async ({ id }) => {
    ran.add(id)
    return replyOf(`<r>${id}</r>`)
  })
  const adders = Array.from({ length: 20 }, adder)
  await full.opened
  const waiters = acknowledged.slice(0, 100).map((id) => front.ended(id, soon()))
  await redis.kill()
  await Promise.all(adders)
  t.is(errors.length, 20)
  for (const error of errors) t.true(error instanceof QueueUnavailable, String(error))
  await until(() => !front.available && !back.available)
  t.regex(front.status, /does not answer/)
  await t.throwsAsync(front.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  await t.throwsAsync(front.find('any'), { instanceOf: QueueUnavailable })
  await t.throwsAsync(front.awaiting('any'), { instanceOf: QueueUnavailable })
  const meanwhile = front.ended(acknowledged.at(-1) ?? '', soon())

  await redis.start()
  await until(() => front.available && back.available)
  t.notRegex(front.status, /does not answer/)
  const last = jobOf()
  await front.add(last, planOf())
  for (const state of await Promise.all([...waiters, meanwhile])) t.is(state?.state, 'done')
  for (const id of [...acknowledged, last.id]) {
    t.deepEqual(await front.ended(id, soon()), {
      state: 'done',
      result: replyOf(`<r>${id}</r>`),
    })
    t.true(ran.has(id))
  }
  t.log(`${acknowledged.length} acknowledged, all done`)
  const reports = log.filter((sentence) => sentence.startsWith('the queue '))
  t.deepEqual(reports.slice(0, 3), [
    'the queue answers',
    'the queue does not answer',
    'the queue answers',
  ])
  // It may have been slow once more, on a busy machine: nothing is told twice.
  t.true(reports.every((sentence, index) => sentence !== reports[index - 1]))
})

test('Redis does not answer any more: adds end with their deadline, then at once', async (t) => {
  const redis = await redisOf(t)
  const queue = await queueOf(t, redis.url, { acknowledge: 1_000 })
  redis.freeze()
  const error = await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  t.regex(error?.message ?? '', /no answer in 1s/)
  await until(() => !queue.available)
  // Once it is known, nobody waits for it, not even for a turn of the event loop.
  const existing = queue.add(jobOf(), planOf()).catch((error: unknown) => error)
  t.true((await Promise.race([existing, turn()])) instanceof QueueUnavailable)
  redis.thaw()
  await until(() => queue.available)
  await queue.add(jobOf(), planOf())
})

test('a connection that is cut without a word is replaced', async (t) => {
  const redis = await redisOf(t)
  const sockets = new Set<Socket>()
  let silent = false
  const proxy = createServer((near) => {
    const far = connect(redis.port, '127.0.0.1')
    sockets.add(near)
    for (const one of [near, far]) one.on('error', () => undefined)
    const cut = silent
    near.on('data', (bytes) => (silent && !cut ? undefined : far.write(bytes)))
    far.on('data', (bytes) => near.write(bytes))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as { port: number }
  const queue = await queueOf(t, `redis://127.0.0.1:${port}`, { acknowledge: 1_000 })
  await queue.add(jobOf(), planOf())
  // What is connected hears nothing any more; who connects anew is served.
  silent = true
  await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  await until(() => !queue.available)
  await until(() => queue.available)
  await queue.add(jobOf(), planOf())
})

test('a worker closes although Redis is gone', async (t) => {
  const redis = await redisOf(t)
  const queue = await openQueue({ url: redis.url })
  const taken = gate()
  const worker = await queue.work(
    async () => {
      taken.open()
      return new Promise(() => undefined)
    },
    { concurrency: 1, abandoned: async () => undefined },
  )
  await queue.add(jobOf({ id: 'one' }), planOf({ attempts: 2 }))
  await taken.opened
  await redis.kill()
  await worker.close(AbortSignal.timeout(200))
  await queue.close()
  await redis.start()
  const next = await queueOf(t, redis.url)
  await working(t, next, async () => ACCEPTED)
  t.is((await next.ended('one', soon()))?.state, 'done')
})
