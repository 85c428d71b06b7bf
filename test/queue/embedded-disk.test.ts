/** The embedded queue on a full disk, and in a folder that it cannot read: it says so, and hangs nobody. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { configSchema } from '../../src/config.js'
import { createLog } from '../../src/log.js'
import { POSTGRES_VERSION, TEMPLATE } from '../../src/queue/embedded.js'
import { EmbeddedSession } from '../../src/queue/embedded-session.js'
import { openQueue } from '../../src/queue/open.js'
import { QueueFull, QueueUnavailable } from '../../src/queue/queue.js'
import { openEmbeddedQueue } from '../support/embedded-queue.js'
import { folderOf } from '../support/folder.js'
import { ACCEPTED, jobOf, planOf, soon, until, working } from '../support/jobs.js'
import { SILENT } from '../support/redis-queue.js'

const open = (folder: string) =>
  openQueue(configSchema.parse({ stateDir: folder }), SILENT, new AbortController().signal)

const root = process.getuid?.() === 0 && existsSync('/usr/bin/mount')
const onDisk = root ? test.serial : test.serial.skip
const why = root ? '' : ' (left out: only root can mount a small disk)'

/** A disk of so many MiB, which can grow. */
function disk(t: ExecutionContext, size: number) {
  const folder = folderOf(t, {})
  const mount = (...args: string[]) => spawnSync('mount', ['-t', 'tmpfs', ...args, 'tmpfs', folder])
  const { status } = mount('-o', `size=${size}m`)
  t.is(status, 0)
  t.teardown(() => spawnSync('umount', ['--lazy', folder]))
  return { folder, grow: (more: number) => mount('-o', `remount,size=${more}m`) }
}

onDisk(`a session on a full disk is given up, and this process lives${why}`, async (t) => {
  const { folder } = disk(t, 64)
  const data = join(folder, 'queue')
  mkdirSync(data)
  const session = await EmbeddedSession.open(
    { folder: data, how: 'make', template: TEMPLATE },
    5_000,
  )
  await session.query('CREATE TABLE t (d text)')
  const fill = async () => {
    for (;;)
      await session.query("INSERT INTO t SELECT repeat('x', 1000) FROM generate_series(1, 500)")
  }
  await t.throwsAsync(fill)
  await until(async () => {
    await session.query('SELECT count(*) FROM t').catch(() => undefined)
    await session.query('CHECKPOINT').catch(() => undefined)
    return session.stopped !== undefined
  })
  t.regex(session.stopped ?? '', /^the embedded queue has stopped until a restart: /)
  await t.throwsAsync(session.query('SELECT 1'), { message: session.stopped ?? '' })
  t.false(await session.close())
})

onDisk(
  `nothing is acknowledged on a full disk, and all is done when there is space${why}`,
  async (t) => {
    const { folder, grow } = disk(t, 128)
    const first = await open(folder)
    t.teardown(() => first.close())
    const acknowledged: string[] = []
    const error = await t.throwsAsync(async () => {
      for (;;) {
        const job = jobOf({ body: 'x'.repeat(200_000) })
        await first.add(job, planOf())
        acknowledged.push(job.id)
      }
    })
    // Full, if it is the store that the disk fails first: then jobs wait in the journal up to a bound.
    t.true(error instanceof QueueUnavailable || error instanceof QueueFull, String(error))
    await until(() => !first.available)
    await first.close()
    t.is(grow(1024).status, 0)
    const second = await open(folder)
    t.teardown(() => second.close())
    await working(t, second, async () => ACCEPTED)
    for (const id of acknowledged) t.is((await second.ended(id, soon()))?.state, 'done')
    t.log(`${acknowledged.length} acknowledged`)
  },
)

onDisk(`without space there is no start, and nothing is taken for damage${why}`, async (t) => {
  const { folder } = disk(t, 32)
  await t.throwsAsync(open(folder), { code: 'WAYBILL_STATE_UNUSABLE' })
  t.deepEqual(readdirSync(folder).toSorted(), ['queue'])
})

test.serial('a second process is refused, and the first works on', async (t) => {
  const folder = folderOf(t, {})
  const first = await open(folder)
  t.teardown(() => first.close())
  await t.throwsAsync(open(folder), { code: 'WAYBILL_STATE_LOCKED' })
  await first.add(jobOf(), planOf())
  t.true(first.available)
})

test.serial(
  'a data folder of another PostgreSQL is told as such, and stays as it is',
  async (t) => {
    const folder = folderOf(t, { 'queue/PG_VERSION': '17\n' })
    const error = await t.throwsAsync(open(folder), { code: 'WAYBILL_QUEUE_FOREIGN' })
    t.regex(error?.message ?? '', /was written by PostgreSQL 17; this version has PostgreSQL 18/)
    t.deepEqual(readdirSync(join(folder, 'queue')), ['PG_VERSION'])
  },
)

const DAMAGE = {
  'global/pg_control': Buffer.alloc(8192),
  // As after power that was lost soon after the folder was made: the name is there, the bytes are not.
  PG_VERSION: Buffer.alloc(0),
}

for (const [file, content] of Object.entries(DAMAGE)) {
  test.serial(`a folder that was damaged is moved aside and told of: ${file}`, async (t) => {
    const folder = join(folderOf(t, {}), 'queue')
    await (await openEmbeddedQueue(folder)).close()
    t.is(readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim(), POSTGRES_VERSION)
    writeFileSync(join(folder, file), content)
    const lines: string[] = []
    const queue = await openEmbeddedQueue(
      folder,
      {},
      createLog('warn', (line) => lines.push(line)),
    )
    t.teardown(() => queue.close())
    t.regex(lines.join(''), /the store of the queue is damaged and is replaced/)
    t.is(readdirSync(join(folder, '..')).filter((name) => /^queue\.damaged-/.test(name)).length, 1)
    await queue.add(jobOf(), planOf())
  })
}

test.serial('a copy made while it ran is looked through and opened', async (t) => {
  const folder = join(folderOf(t, {}), 'queue')
  const first = await openEmbeddedQueue(folder)
  t.teardown(() => first.close())
  const job = jobOf()
  await first.add(job, planOf())
  const copy = join(folderOf(t, {}), 'queue')
  cpSync(folder, copy, { recursive: true })
  const second = await openEmbeddedQueue(copy)
  t.teardown(() => second.close())
  t.deepEqual(await second.find(job.id), { state: 'waiting' })
})
