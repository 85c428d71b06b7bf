/** What a queue's file keeps: up to its bounds, and on the disk no more than it needs. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { QueueUnavailable } from '../../src/store/queue/queue.js'
import { openDatabase } from '../../src/store/queue/sqlite/database.js'
import { Transaction } from '../../src/store/queue/sqlite/transaction.js'
import { shrink } from '../../src/store/queue/sqlite/trim.js'
import { numberOf } from '../../src/store/sqlite/database.js'
import { databasePaths } from '../../src/store/sqlite/database-folder.js'
import { folderOf } from '../support/folder.js'
import { ACCEPTED, bytesOf, jobOf, planOf, replyOf, soon, until, working } from '../support/jobs.js'
import { openSqlite } from '../support/sqlite-queue.js'

const LARGE = bytesOf('x'.repeat(400_000))

test('finished jobs go beyond a number of bytes, those of their answers among them', async (t) => {
  const queue = await openSqlite({ keepBytes: 2_000_000 })
  t.teardown(() => queue.close())
  await working(t, queue, async () => replyOf('y'.repeat(400_000)), { concurrency: 1 })
  for (let index = 0; index < 5; index += 1) {
    await queue.add(jobOf({ id: `n${index}`, body: LARGE }), planOf())
    await queue.ended(`n${index}`, soon())
  }
  await until(async () => (await queue.admin.stats()).done === 2)
  t.is(await queue.find('n2'), undefined)
  t.is((await queue.find('n4'))?.state, 'done')
})

test('with a smaller bound of bytes as many go as have to, and the newest stays, however large', async (t) => {
  const stateDir = folderOf(t, {})
  const before = await openSqlite({ stateDir })
  await working(t, before, async () => ACCEPTED, { concurrency: 1 })
  for (let index = 0; index < 6; index += 1) {
    await before.add(jobOf({ id: `n${index}`, body: LARGE }), planOf())
    await before.ended(`n${index}`, soon())
  }
  await before.close()
  for (const [keepBytes, kept] of [
    [1_000_000, ['n5', 'n4']],
    [0, ['n5']],
  ] satisfies [number, string[]][]) {
    const queue = await openSqlite({ stateDir, keepBytes })
    await until(async () => (await queue.admin.stats()).done <= kept.length)
    t.deepEqual(
      (await queue.admin.list({})).map(({ id }) => id),
      kept,
    )
    await queue.close()
  }
})

test('beyond their number a hundredth goes with the oldest; a small number is kept to the letter', async (t) => {
  for (const [keep, kept] of [
    [500, 495],
    [99, 99],
  ] satisfies [number, number][]) {
    const queue = await openSqlite({ keep })
    t.teardown(() => queue.close())
    await working(t, queue, async () => ACCEPTED, { concurrency: 1 })
    const add = async (index: number) => {
      await queue.add(jobOf({ id: `n${index}` }), planOf())
      await queue.ended(`n${index}`, soon())
    }
    for (let index = 0; index < keep; index += 1) await add(index)
    t.is((await queue.admin.stats()).done, keep)
    await add(keep)
    t.is((await queue.admin.stats()).done, kept)
    t.is(await queue.find(`n${keep - kept}`), undefined)
    t.is((await queue.find(`n${keep - kept + 1}`))?.state, 'done')
  }
})

test('the file shrinks again when what was in it is gone', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir, keep: 1 })
  t.teardown(() => queue.close())
  const { file } = databasePaths(stateDir)
  const sizes = () => statSync(file).size + statSync(`${file}-wal`).size
  for (let index = 0; index < 100; index += 1) {
    await queue.add(jobOf({ body: LARGE }), planOf())
  }
  t.true(sizes() > 40_000_000)
  await working(t, queue, async () => ACCEPTED)
  await until(async () => (await queue.admin.stats()).done === 1)
  await until(() => statSync(file).size < 10_000_000)
  // The log is kept for what comes next, but not without a bound.
  t.true(statSync(`${file}-wal`).size <= 64 * 1024 ** 2)
})

test('while jobs come and go the file shrinks only if more than half of it is free', (t) => {
  const database = openDatabase(join(folderOf(t, {}), 'queue.db'))
  t.teardown(() => database.close())
  const tx = new Transaction(database)
  database.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, page BLOB)')
  database.exec(`INSERT INTO filler WITH RECURSIVE every(id) AS
    (SELECT 1 UNION ALL SELECT id + 1 FROM every WHERE id < 8000) SELECT id, zeroblob(4000) FROM every`)
  const free = () => numberOf(database, 'PRAGMA freelist_count')
  const RESTLESS = -1
  database.exec('DELETE FROM filler WHERE id <= 3000')
  const little = free()
  t.true(little > 2_900)
  t.is(shrink(tx, RESTLESS), little)
  t.is(shrink(tx, little), little - 1_000)
  database.exec('DELETE FROM filler WHERE id <= 6000')
  const much = free()
  t.is(shrink(tx, RESTLESS), much - 1_000)
  t.is(free(), much - 1_000)
})

test('below the floor of free space nothing is taken, and it is said why', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir, minFree: Number.MAX_SAFE_INTEGER })
  t.teardown(() => queue.close())
  t.false(queue.available)
  t.regex(queue.status, /MiB are free on its disk, and \d+ have to stay so$/)
  await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  t.is((await queue.admin.stats()).waiting, 0)
})

test('nothing is taken into a file that somebody has removed, and it is said why', async (t) => {
  for (const remove of ['queue.db', '.']) {
    const stateDir = folderOf(t, {})
    const queue = await openSqlite({ stateDir })
    t.teardown(() => queue.close())
    await queue.add(jobOf(), planOf())
    rmSync(join(stateDir, remove), { recursive: true })
    await until(() => !queue.available)
    t.regex(queue.status, /its file was removed|its disk cannot be asked/)
    await t.throwsAsync(queue.add(jobOf(), planOf()), { instanceOf: QueueUnavailable })
  }
})

test('so many jobs may wait, and not one more, however many come at once', async (t) => {
  const queue = await openSqlite({ maxDepth: 100 })
  t.teardown(() => queue.close())
  const all = await Promise.allSettled(
    Array.from({ length: 300 }, () => queue.add(jobOf(), planOf())),
  )
  t.is(all.filter(({ status }) => status === 'fulfilled').length, 100)
  t.is((await queue.admin.stats()).waiting, 100)
})
