/** The commands on a queue in Redis: they open it themselves, whether a node runs or not. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { cli } from '../support/cli.js'
import { invokeJob, kill } from '../support/desk.js'
import { anyRedis, ownRedis } from '../support/redis.js'
import { openQueue } from '../support/redis-queue.js'

const { url, close } = await anyRedis()
test.after.always(close)

test('dead letters in Redis are listed, shown, replayed and removed', async (t) => {
  const prefix = `t${randomBytes(6).toString('hex')}`
  const queue = await openQueue({ url, prefix })
  t.teardown(() => queue.close())
  await kill(queue, [
    [invokeJob('j1', { accepted: Date.now() - 3_600_000 }), 'no room'],
    [invokeJob('j2', { accepted: Date.now() - 60_000 }), 'no room'],
    [invokeJob('j3', { accepted: Date.now() }), 'gone'],
  ])
  const run = (...args: string[]) =>
    cli(args, { environment: { WAYBILL_QUEUE__URL: url, WAYBILL_QUEUE__PREFIX: prefix } })

  const { out } = await run('dead', 'ls', '--json', '--since', '2h', '--cause', 'room')
  t.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    ['j2', 'j1'],
  )
  t.is((await run('dead', 'show', '--raw', 'j1')).out, invokeJob('j1').body)
  t.is((await run('queue', 'pause')).code, 0)
  t.deepEqual(await run('dead', 'replay', 'j1', 'j1', 'none'), {
    code: 65,
    out: 'replayed      j1  Record  no room\nunknown       none\n',
    err: 'replayed 1, 1 unknown\n',
  })
  t.is((await run('dead', 'rm', 'j1')).err, 'removed 0, 1 not dead any more\n')
  t.is((await run('dead', 'rm', '--all', '--dry-run')).err, 'would remove 2\n')
  t.is((await run('dead', 'rm', '--all')).err, 'removed 2\n')
  const { paused, waiting, dead } = await queue.desk.stats()
  t.deepEqual({ paused, waiting, dead }, { paused: true, waiting: 1, dead: 0 })
})

test('a Redis that is not there is told at once, though a node would wait for it', async (t) => {
  const gone = await ownRedis()
  await gone.close()
  const { code, err } = await cli(['queue', 'stats'], {
    environment: { WAYBILL_QUEUE__URL: gone.url, WAYBILL_QUEUE__WAIT_AT_START: 'true' },
  })
  t.is(code, 69)
  t.regex(err, /^WAYBILL_QUEUE_UNAVAILABLE: redis:\/\/127\.0\.0\.1:\d+ cannot be reached/)
})
