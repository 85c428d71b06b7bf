/** The commands on a queue in Redis: they open it themselves, whether a node runs or not. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { FinalFailure, type InvokeJob } from '../../src/store/queue/job.js'
import type { JobQueue } from '../../src/store/queue/queue.js'
import { jobOf, planOf, soon } from '../support/jobs.js'
import { cli } from '../support/nodes/cli.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis, ownRedis } from '../support/redis/redis.js'
import { recordOf } from '../support/stored-jobs.js'

const { url, close } = await anyRedis()
test.after.always(close)

function record(id: string, accepted: number) {
  const label: InvokeJob['label'] = { operation: '{urn:example:ledger}Record' }
  return jobOf({ id, accepted, body: recordOf(id), label })
}

/** Adds jobs, has each fail for good with its cause, and takes no more jobs afterwards. */
async function kill(
  queue: JobQueue,
  jobs: readonly (readonly [ReturnType<typeof record>, string])[],
): Promise<void> {
  const causes = new Map(jobs.map(([{ id }, cause]) => [id, cause]))
  const worker = await queue.work(
    async ({ id }) => {
      throw new FinalFailure(causes.get(id) ?? 'no cause')
    },
    { concurrency: 1, abandoned: async () => undefined },
  )
  for (const [job] of jobs) await queue.add(job, planOf())
  for (const [{ id }] of jobs) await queue.ended(id, soon())
  await worker.close(AbortSignal.abort())
}

test('dead letters in Redis are listed, shown, replayed and removed', async (t) => {
  const prefix = `t${randomBytes(6).toString('hex')}`
  const queue = await openQueue({ url, prefix })
  t.teardown(() => queue.close())
  // The newest is the one that ended last.
  await kill(queue, [
    [record('j1', Date.now() - 1_800_000), 'no room'],
    [record('j2', Date.now() - 60_000), 'no room'],
    [record('j3', Date.now()), 'gone'],
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
  t.is((await run('dead', 'show', '--raw', 'j1')).out, recordOf('j1'))
  t.is((await run('queue', 'pause')).code, 0)
  t.deepEqual(await run('dead', 'replay', 'j1', 'j1', 'none'), {
    code: 65,
    out: 'replayed      j1  Record  no room\nunknown       none\n',
    err: 'replayed 1, 1 unknown\n',
  })
  t.is((await run('dead', 'rm', 'j1')).err, 'removed 0, 1 not dead any more\n')
  t.is((await run('dead', 'rm', '--all', '--dry-run')).err, 'would remove 2\n')
  t.is((await run('dead', 'rm', '--all')).err, 'removed 2\n')
  const { paused, waiting, dead } = await queue.admin.stats()
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

test('a backup of Redis is made by its own means, and the command says so', async (t) => {
  const prefix = `t${randomBytes(6).toString('hex')}`
  const { code, err } = await cli(['queue', 'backup', '/nowhere/queue.db'], {
    environment: { WAYBILL_QUEUE__URL: url, WAYBILL_QUEUE__PREFIX: prefix },
  })
  t.is(code, 74)
  t.regex(err, /^WAYBILL_QUEUE_BACKUP: \S.*\n {2}\S.*Redis.*\n$/)
})
