/** Redis at the start: what is promised of it, and the one clear line if it cannot be had. */
import test, { type ExecutionContext } from 'ava'
import { Redis } from 'ioredis'
import { type ErrorCode, WaybillError } from '../../src/errors.js'
import { createLog } from '../../src/log.js'
import { openRedisQueue } from '../../src/store/queue/bullmq/open.js'
import { jobOf, planOf } from '../support/jobs.js'
import { openQueue, SILENT, settingsOf } from '../support/redis/queue.js'
import { freePort, ownRedis } from '../support/redis/redis.js'

async function redisOf(t: ExecutionContext, options: readonly string[] = []) {
  const redis = await ownRedis(options)
  t.teardown(() => redis.close())
  return redis
}

/** Opens it and says what is promised, and of what it was warned. */
async function promised(t: ExecutionContext, url: string) {
  const warnings: string[] = []
  const log = createLog('warn', (line) => warnings.push(JSON.parse(line).msg))
  const queue = await openRedisQueue(settingsOf({ url }), log)
  t.teardown(() => queue.close())
  return { promise: queue.status, warnings }
}

async function refused(
  t: ExecutionContext,
  settings: Parameters<typeof settingsOf>[0],
  code: ErrorCode,
): Promise<WaybillError> {
  const error = await t.throwsAsync(openRedisQueue(settingsOf(settings), SILENT), {
    instanceOf: WaybillError,
  })
  t.is(error?.code, code)
  t.false(error?.message.includes('\n'))
  t.log(error?.message)
  return error as WaybillError
}

for (const [options, promise, warning] of [
  [['--appendfsync', 'always'], /on its disk once it is acknowledged/, undefined],
  [['--appendfsync', 'everysec'], /about the last second may be lost/, /loss of power may lose/],
  [['--appendfsync', 'no'], /last half minute/, /set it to always/],
  [['--appendonly', 'no'], /in its memory only/, /keeps no append-only file.*appendonly yes/],
] as const) {
  test(`a Redis with ${options.join(' ')} promises what it can`, async (t) => {
    const { url } = await redisOf(t, options)
    const reported = await promised(t, url)
    t.regex(reported.promise, promise)
    t.is(reported.warnings.length, warning ? 1 : 0)
    if (warning) t.regex(reported.warnings[0] ?? '', warning)
  })
}

test('where CONFIG is forbidden, INFO tells what it can', async (t) => {
  const { url, port } = await redisOf(t)
  const admin = new Redis(url)
  t.teardown(() => admin.disconnect())
  await admin.call('ACL', 'SETUSER', 'hired', 'on', '>p%w', '~*', '&*', '+@all', '-config')
  const promise = await promised(t, `redis://hired:p%25w@127.0.0.1:${port}`)
  t.regex(promise.promise, /append-only file/)
  await admin.config('SET', 'maxmemory-policy', 'allkeys-lru')
  await refused(t, { url: `redis://hired:p%25w@127.0.0.1:${port}` }, 'WAYBILL_QUEUE_UNSAFE')
})

test('a Redis that may drop jobs is refused', async (t) => {
  const { url } = await redisOf(t, ['--maxmemory-policy', 'allkeys-lru'])
  const error = await refused(t, { url }, 'WAYBILL_QUEUE_UNSAFE')
  t.is(error.exitCode, 78)
  t.regex(error.message, /allkeys-lru/)
})

test('a Redis that is not there is told in one line', async (t) => {
  const port = await freePort()
  const error = await refused(
    t,
    { url: `redis://me:secret@127.0.0.1:${port}/2` },
    'WAYBILL_QUEUE_UNAVAILABLE',
  )
  t.is(error.exitCode, 69)
  t.regex(
    error.message,
    new RegExp(`^redis://127\\.0\\.0\\.1:${port}/2 cannot be reached: .*ECONNREFUSED`),
  )
  t.notRegex(error.message, /secret/)
  await refused(t, { url: 'redis://nobody.invalid' }, 'WAYBILL_QUEUE_UNAVAILABLE')
  const url = `redis://127.0.0.1:${port}`
  const cluster = await refused(t, { cluster: [url] }, 'WAYBILL_QUEUE_UNAVAILABLE')
  t.regex(
    cluster.message,
    /^Redis Cluster at redis:.* cannot be reached: none of its nodes answers$/,
  )
  const sentinel = await refused(t, { sentinels: [url] }, 'WAYBILL_QUEUE_UNAVAILABLE')
  t.regex(
    sentinel.message,
    /^Redis mymaster behind redis:.* cannot be reached: none of its Sentinels answers$/,
  )
})

test('a wrong password is told in one line, and one that is missing', async (t) => {
  const { port } = await redisOf(t, ['--requirepass', 'right'])
  const address = `127.0.0.1:${port}`
  for (const url of [`redis://:wrong@${address}`, `redis://${address}`]) {
    const error = await refused(t, { url, waitAtStart: true }, 'WAYBILL_QUEUE_REFUSED')
    t.is(error.exitCode, 77)
    t.regex(error.message, /(WRONGPASS|NOAUTH)/)
    t.notRegex(error.message, /wrong@/)
  }
  const queue = await openQueue({ url: `redis://:right@${address}` })
  t.teardown(() => queue.close())
  await queue.add(jobOf(), planOf())
})

test('a database of its own is kept to', async (t) => {
  const { url } = await redisOf(t)
  const queue = await openQueue({ url: `${url}/3` })
  t.teardown(() => queue.close())
  await queue.add(jobOf(), planOf())
  const [first, third] = [new Redis(url), new Redis(`${url}/3`)]
  t.teardown(() => {
    first.disconnect()
    third.disconnect()
  })
  t.is(await first.dbsize(), 0)
  t.true((await third.dbsize()) > 0)
})

test('it waits for a Redis if it shall, says so once, and can be stopped', async (t) => {
  const redis = await redisOf(t)
  await redis.kill()
  const warnings: string[] = []
  const log = createLog('warn', (line) => warnings.push(JSON.parse(line).msg))
  const settings = settingsOf({ url: redis.url, waitAtStart: true })
  const stop = new AbortController()
  const stopped = t.throwsAsync(openRedisQueue(settings, SILENT, stop.signal), {
    instanceOf: WaybillError,
  })
  const opened = openRedisQueue(settings, log)
  stop.abort()
  t.is((await stopped)?.code, 'WAYBILL_QUEUE_UNAVAILABLE')
  await redis.start()
  const queue = await opened
  t.teardown(() => queue.close())
  t.is(warnings.length, 2, 'the second is that a loss of power may lose a second')
  t.regex(warnings[0] ?? '', /cannot be reached: .*; waiting for it$/)
})
