/** What the queue in a file remembers: after a process that was killed, from an older version, and for how long. */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import test from 'ava'
import { databasePaths } from '../../src/store/sqlite/database-folder.js'
import { folderOf } from '../support/folder.js'
import { jobOf, planOf, until } from '../support/jobs.js'
import { speaking } from '../support/speaking.js'
import { openSqlite } from '../support/sqlite-queue.js'

const later = () => Date.now() + 3_600_000

test('what a process was told is remembered is known after it was killed', async (t) => {
  const stateDir = folderOf(t, {})
  for (let round = 0; round < 3; round += 1) {
    const folder = join(stateDir, `${round}`)
    const other = speaking(t, 'remembering-process.js', [folder])
    await other.until(({ length }) => length > 5 * (round + 1))
    await other.kill()
    const queue = await openSqlite({ stateDir: folder })
    for (const number of other.lines) {
      t.false(await queue.remember([`signature ${number}`], later()), number)
      t.false(await queue.remember([`nonce ${number}`], later()), number)
    }
    t.deepEqual(await queue.admin.check(), [])
    await queue.close()
  }
})

/** What later versions have changed of the indexes, back to what it was. */
const FORMER_INDEXES = `DROP INDEX job_delayed; DROP INDEX job_suspended; DROP INDEX job_held;
    CREATE INDEX job_due ON job (due) WHERE state IN ('delayed', 'suspended');`

test('a file of version 2 is taken over with its jobs', async (t) => {
  const stateDir = folderOf(t, {})
  const { file } = databasePaths(stateDir)
  const first = await openSqlite({ stateDir })
  await first.add(jobOf({ id: 'old' }), planOf())
  await first.close()
  const raw = new DatabaseSync(file)
  raw.function('seal', { deterministic: true }, (text: string) => crc32(text))
  raw.exec(`${FORMER_INDEXES} DROP TABLE remembered; DROP TABLE head;
    DROP TRIGGER job_with_attachments_removed;
    DROP TABLE run; DROP TABLE attached; DROP TABLE piece; DROP TABLE blob;
    DELETE FROM tally WHERE name IN ('remembered', 'blob bytes');
    DELETE FROM setting WHERE name = 'log';
    PRAGMA user_version = 2`)
  raw.close()
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  t.is((await queue.find('old'))?.state, 'waiting')
  t.true(await queue.remember(['a'], later()))
  t.false(await queue.remember(['a'], later()))
  t.deepEqual(await queue.admin.check(), [])
})

test('a claim that a run of version 4 has left is open in version 5', async (t) => {
  const stateDir = folderOf(t, {})
  const { file } = databasePaths(stateDir)
  await (await openSqlite({ stateDir })).close()
  const raw = new DatabaseSync(file)
  raw.function('seal', { deterministic: true }, (text: string) => crc32(text))
  raw.exec(`${FORMER_INDEXES} DROP TRIGGER job_with_attachments_removed; DROP TABLE run;
    DELETE FROM setting WHERE name = 'log';
    INSERT INTO job (id, state, turn, accepted, claim, digest, head, plan, bytes, checksum)
      VALUES ('old', 'running', 0, 1, x'01', 'd', '{"job":{"kind":"direct","id":"old"},"sizes":[0]}', '{}', 0, 0);
    PRAGMA user_version = 4`)
  raw.close()
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  t.is(await queue.find('old'), undefined)
  t.is((await queue.admin.stats()).running, 0)
  t.deepEqual(await queue.admin.check(), [])
})

test('what has expired goes by itself, in portions, and what has not stays', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  const soon = Date.now() + 200
  for (let each = 0; each < 20; each += 1) {
    const keys = Array.from({ length: 100 }, (_, index) => `${each} ${index}`)
    t.true(await queue.remember(keys, soon))
  }
  t.true(await queue.remember(['stays'], later()))
  const raw = new DatabaseSync(databasePaths(stateDir).file)
  t.teardown(() => raw.close())
  const left = () => Number(raw.prepare('SELECT count(*) AS n FROM remembered').get()?.n)
  await until(() => left() === 1)
  t.false(await queue.remember(['stays'], later()))
  t.deepEqual(await queue.admin.check(), [])
})

test('a row of what is remembered that is not as it was written is found', async (t) => {
  for (const change of ['UPDATE remembered SET until = 0', "UPDATE head SET value = '2'"]) {
    const stateDir = folderOf(t, {})
    const queue = await openSqlite({ stateDir })
    await queue.remember(['a'], later())
    await queue.keepHead('chain', undefined, '1')
    await queue.close()
    const raw = new DatabaseSync(databasePaths(stateDir).file)
    raw.function('seal', { deterministic: true }, (text: string) => text.length)
    raw.exec(change)
    raw.close()
    await t.throwsAsync(openSqlite({ stateDir }), {
      code: 'WAYBILL_QUEUE_DAMAGED',
      message: /does not have its checksum/,
    })
  }
})
