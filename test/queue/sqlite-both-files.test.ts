/** The file of a queue and the log beside it belong together: one without the other is refused, and neither is changed. */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { inspectQueue } from '../../src/store/queue/open.js'
import { readConfig } from '../support/config.js'
import { crashed } from '../support/crashed-queue.js'
import { folderOf } from '../support/folder.js'
import { jobOf, planOf } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'

const FILES = ['queue.db', 'queue.db-wal'] as const

/** Bytes of each file; undefined for one that is not there. */
function filesIn(stateDir: string): readonly (Buffer | undefined)[] {
  return FILES.map((name) =>
    existsSync(join(stateDir, name)) ? readFileSync(join(stateDir, name)) : undefined,
  )
}

/** A node and a command refuse it with the sentence, `config check` too, and nothing is made or changed. */
async function refuse(t: ExecutionContext, stateDir: string, sentence: RegExp): Promise<void> {
  const before = filesIn(stateDir)
  const expected = { code: 'WAYBILL_QUEUE_DAMAGED', message: sentence }
  for (const serves of [true, false]) {
    await t.throwsAsync(openSqlite({ stateDir, serves }), expected)
  }
  const config = readConfig({ environment: {}, settings: [`stateDir=${stateDir}`] })
  t.throws(() => inspectQueue(config), expected)
  t.deepEqual(filesIn(stateDir), before)
}

test('an empty queue.db beside its log is refused', async (t) => {
  const stateDir = await crashed(t)
  truncateSync(join(stateDir, 'queue.db'))
  await refuse(
    t,
    stateDir,
    /queue\.db is damaged: it is empty; put back the file that queue\.db-wal/,
  )
})

test('a log without its queue.db is refused', async (t) => {
  const stateDir = await crashed(t)
  rmSync(join(stateDir, 'queue.db'))
  await refuse(
    t,
    stateDir,
    /queue\.db is damaged: it is missing; put back the file that queue\.db-wal/,
  )
})

test('an empty queue.db is no queue, and a backup of 0 bytes no backup', async (t) => {
  const stateDir = folderOf(t, { 'queue.db': '' })
  await refuse(t, stateDir, /queue\.db is damaged: it is empty$/)
})

test('a queue.db whose process was killed is refused without its log', async (t) => {
  const stateDir = await crashed(t)
  const log = join(stateDir, 'queue.db-wal')
  rmSync(log)
  await refuse(t, stateDir, /queue\.db-wal is missing, and with it what was written last/)
  // The way out that the sentence names.
  writeFileSync(log, '')
  await (await openSqlite({ stateDir })).close()
})

test('a copy of queue.db alone, while a process has it open, is no backup', async (t) => {
  const folder = folderOf(t, {})
  const [live, restored] = [join(folder, 'live'), folderOf(t, {})]
  const queue = await openSqlite({ stateDir: live })
  t.teardown(() => queue.close())
  await queue.add(jobOf(), planOf())
  copyFileSync(join(live, 'queue.db'), join(restored, 'queue.db'))
  await refuse(t, restored, /queue\.db-wal is missing/)
})

test('what was closed has no log, whoever closed it last', async (t) => {
  const stateDir = join(folderOf(t, {}), 'state')
  const [one, other] = [await openSqlite({ stateDir }), await openSqlite({ stateDir })]
  const command = await openSqlite({ stateDir, serves: false })
  await Promise.all([one.close(), other.close()])
  await command.close()
  t.is(filesIn(stateDir)[1], undefined)
  await (await openSqlite({ stateDir })).close()
})

test('a command that opens what a killed process has left moves its log into the file', async (t) => {
  const stateDir = await crashed(t)
  const command = await openSqlite({ stateDir, serves: false })
  t.is((await command.admin.stats()).waiting, 20)
  await command.close()
  t.is(filesIn(stateDir)[1], undefined)
  const queue = await openSqlite({ stateDir })
  t.is((await queue.admin.stats()).waiting, 20)
  await queue.close()
})

test('a backup has no log, is whole under its name, and goes over no file', async (t) => {
  const stateDir = join(folderOf(t, {}), 'state')
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  await queue.add(jobOf(), planOf())
  const restored = folderOf(t, {})
  const file = join(restored, 'queue.db')
  await queue.admin.backup(file)
  t.deepEqual(readdirSync(restored), ['queue.db'])
  t.is(statSync(file).mode & 0o777, 0o600)
  const before = readFileSync(file)
  await t.throwsAsync(queue.admin.backup(file), { code: 'WAYBILL_QUEUE_BACKUP' })
  t.deepEqual(readFileSync(file), before)
  t.deepEqual(readdirSync(restored), ['queue.db'])
  const other = await openSqlite({ stateDir: restored })
  t.is((await other.admin.stats()).waiting, 1)
  await other.close()
})
