/** The place of a queue's file: whose it is, what is there already, and what kind of disk it is on. */
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import test from 'ava'
import { MIGRATIONS } from '../../src/store/queue/sqlite/schema.js'
import { databasePaths, networkKind } from '../../src/store/sqlite/database-folder.js'
import { folderOf } from '../support/folder.js'
import { jobOf, planOf } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'

test('the folder and its files are for their user only', async (t) => {
  const stateDir = join(folderOf(t, {}), 'new', 'state')
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  await queue.add(jobOf(), planOf())
  const modeOf = (...path: string[]) => statSync(join(stateDir, ...path)).mode & 0o777
  t.is(modeOf(), 0o700)
  for (const name of ['queue.db', 'queue.db-wal', 'queue.db-shm']) t.is(modeOf(name), 0o600, name)
  const [lock = ''] = readdirSync(join(stateDir, 'processes'))
  t.is(modeOf('processes', lock), 0o600)
})

test('what version 0.1 has left is refused, and not touched', async (t) => {
  for (const old of ['journal/1.log', 'queue/PG_VERSION', 'queue.closed']) {
    const stateDir = folderOf(t, { [old]: 'x' })
    const error = await t.throwsAsync(openSqlite({ stateDir }), { code: 'WAYBILL_QUEUE_FOREIGN' })
    t.regex(error?.message ?? '', /holds the queue of version 0\.1/)
    t.false(existsSync(databasePaths(stateDir).file))
  }
})

test('a file of something else, or of a newer version, is refused and not changed', async (t) => {
  const other = folderOf(t, {})
  const database = new DatabaseSync(databasePaths(other).file)
  database.exec('CREATE TABLE something (name TEXT)')
  database.close()
  const before = readFileSync(databasePaths(other).file)
  await t.throwsAsync(openSqlite({ stateDir: other }), {
    code: 'WAYBILL_QUEUE_FOREIGN',
    message: /was not written by Waybill$/,
  })
  t.deepEqual(readFileSync(databasePaths(other).file), before)
  const newer = folderOf(t, {})
  await (await openSqlite({ stateDir: newer })).close()
  const raised = new DatabaseSync(databasePaths(newer).file)
  raised.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
  raised.close()
  const raisedBefore = readFileSync(databasePaths(newer).file)
  await t.throwsAsync(openSqlite({ stateDir: newer }), {
    code: 'WAYBILL_QUEUE_FOREIGN',
    message: /is of a newer version of Waybill/,
  })
  t.deepEqual(readFileSync(databasePaths(newer).file), raisedBefore)
  const text = folderOf(t, {
    'queue.db': 'no database at all, but long enough for one'.repeat(200),
  })
  await t.throwsAsync(openSqlite({ stateDir: text }), { code: 'WAYBILL_QUEUE_DAMAGED' })
})

test('a folder that cannot be one is named, with the reason', async (t) => {
  const folder = folderOf(t, { file: 'x' })
  await t.throwsAsync(openSqlite({ stateDir: join(folder, 'file', 'state') }), {
    code: 'WAYBILL_STATE_UNUSABLE',
    message: /file is no folder$/,
  })
})

const root = process.getuid?.() === 0
const asRoot = root ? test : test.skip

asRoot(
  `a file of another user is refused${root ? '' : ' (left out: only root gives files away)'}`,
  async (t) => {
    const stateDir = folderOf(t, {})
    await (await openSqlite({ stateDir })).close()
    chownSync(databasePaths(stateDir).file, 1000, 1000)
    for (const serves of [true, false]) {
      await t.throwsAsync(openSqlite({ stateDir, serves }), {
        code: 'WAYBILL_STATE_REFUSED',
        message: /belongs to the user with the id 1000, and this process runs as 0$/,
      })
    }
    t.deepEqual(readdirSync(stateDir).toSorted(), ['processes', 'queue.db'])
  },
)

test('file systems that lead to other machines are known by their numbers, or as FUSE by their names', (t) => {
  t.is(networkKind(0x6969, ''), 'NFS')
  t.is(networkKind(-0xbd5e_bd5e | 0, ''), undefined)
  // Where the number is taken for a signed one.
  t.is(networkKind(0xff534d42 | 0, ''), 'CIFS')
  t.is(networkKind(0x65735546, 'fuse.sshfs'), 'fuse.sshfs')
  t.is(networkKind(0x65735546, 'fuse.ntfs-3g'), undefined)
  t.is(networkKind(0xef53, ''), undefined)
})

test('two that open the same new folder at once agree on one queue', async (t) => {
  const stateDir = folderOf(t, {})
  mkdirSync(join(stateDir, 'processes'))
  writeFileSync(join(stateDir, 'processes', 'of-before.lock'), '')
  const both = await Promise.all([openSqlite({ stateDir }), openSqlite({ stateDir })])
  t.teardown(() => Promise.all(both.map((queue) => queue.close())).then(() => undefined))
  const [one, two] = both
  await one?.add(jobOf({ id: 'a' }), planOf())
  t.is((await two?.find('a'))?.state, 'waiting')
  t.is(readdirSync(join(stateDir, 'processes')).length, 2)
})

test('a file that another process keeps locked is told as that, and is not called damaged', async (t) => {
  const stateDir = folderOf(t, {})
  await (await openSqlite({ stateDir })).close()
  const other = new DatabaseSync(databasePaths(stateDir).file)
  other.exec('BEGIN IMMEDIATE')
  await t.throwsAsync(openSqlite({ stateDir }), {
    code: 'WAYBILL_STATE_UNUSABLE',
    message: /queue\.db cannot be used: database is locked$/,
  })
  other.close()
  await (await openSqlite({ stateDir })).close()
})
