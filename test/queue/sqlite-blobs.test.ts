/** Attachments in the file: over a kill, on a full disk, damaged, in a backup, and those of the version before. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import test from 'ava'
import { QueueFull, QueueUnavailable } from '../../src/store/queue/queue.js'
import { APPLICATION, MIGRATIONS } from '../../src/store/queue/sqlite/schema.js'
import { databasePaths, prepare } from '../../src/store/sqlite/database-folder.js'
import { folderOf } from '../support/folder.js'
import {
  ACCEPTED,
  bytesOf,
  decoded,
  gate,
  jobOf,
  planOf,
  soon,
  until,
  working,
} from '../support/jobs.js'
import { eachLine } from '../support/lines.js'
import { digestOf, NumberedBinary } from '../support/numbered-binary.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { inFile } from '../support/stored-jobs.js'

const MIB = 1024 ** 2
const UNUSED = fileURLToPath(new URL('../support/unused-blobs-process.js', import.meta.url))
const ADDING = fileURLToPath(new URL('../support/adding-process.js', import.meta.url))

const blobsIn = (stateDir: string): number =>
  inFile(stateDir, (database) =>
    Number(database.prepare('SELECT count(*) AS n FROM blob').get()?.n),
  )

const withBytes = (size: number, seed = 1) => [
  { contentType: 'image/png', content: new NumberedBinary(size, seed) },
]

test('a process that is killed while it keeps an attachment leaves what it has acknowledged, and nothing else', async (t) => {
  const stateDir = folderOf(t, {})
  const child = spawn(process.execPath, [ADDING, stateDir, String(4 * MIB)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const added: string[] = []
  const enough = gate()
  eachLine(child.stdout, (line) => {
    if (line.startsWith('added ')) added.push(line.slice('added '.length))
    if (added.length === 3) enough.open()
  })
  await enough.opened
  // In the middle of one: some of its pieces are there, and no job. What this process opens it closes whenever its memory
  // is collected, and it would be the last that has the file open.
  const looking = spawn(process.execPath, [UNUSED, stateDir], { stdio: 'inherit' })
  await once(looking, 'exit')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const unused = () =>
    inFile(stateDir, (database) =>
      Number(database.prepare('SELECT count(*) AS n FROM blob WHERE uses = 0').get()?.n),
    )
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  for (const id of added) {
    const [one] = (await queue.admin.show(id))?.attachments ?? []
    const seed = Number(id.slice(1))
    t.is(await digestOf(one?.content), await digestOf(new NumberedBinary(4 * MIB, seed)), id)
  }
  await until(() => unused() === 0)
  const { waiting } = await queue.admin.stats()
  t.true(waiting >= added.length && waiting <= added.length + 1)
  t.is(blobsIn(stateDir), waiting)
  t.deepEqual(await queue.admin.check(), [])
})

test('beyond the bound of attachments none is taken, and nothing of it stays', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir, maxBytes: 3 * MIB })
  t.teardown(() => queue.close())
  await queue.add(jobOf({ id: 'one', attachments: withBytes(2 * MIB) }), planOf())
  const two = [...withBytes(MIB / 2), ...withBytes(2 * MIB)]
  await t.throwsAsync(queue.add(jobOf({ id: 'two', attachments: two }), planOf()), {
    instanceOf: QueueFull,
    message: /bytes of attachments are kept/,
  })
  await until(() => blobsIn(stateDir) === 1)
  // What a job leaves at its end has no such bound: it could never end.
  await working(t, queue, async () => {
    const message = { body: '<r/>', soap: '1.1', attachments: withBytes(4 * MIB) } as const
    return { kind: 'reply', message }
  })
  t.is((await queue.ended('one', soon()))?.state, 'done')
  t.deepEqual(await queue.admin.check(), [])
})

test('an attachment that its disk has no room for is refused before any of it is written', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  const content = {
    size: 2 ** 52,
    bytes: async () => new Uint8Array(),
    stream: () => new NumberedBinary(1, 1).stream(),
  }
  const attachments = [{ contentType: 'image/png', content }]
  await t.throwsAsync(queue.add(jobOf({ attachments }), planOf()), {
    instanceOf: QueueUnavailable,
    message: /have to stay so beside \d+ MiB that come/,
  })
  t.is(blobsIn(stateDir), 0)
})

test('a piece that is damaged is found by a check, and is not given to anybody', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  await queue.add(jobOf({ id: 'one', attachments: withBytes(2 * MIB) }), planOf())
  inFile(stateDir, (database) =>
    database.exec('UPDATE piece SET bytes = zeroblob(1048576) WHERE at % 2 = 1'),
  )
  t.deepEqual(await queue.admin.check(), ['an attachment is incomplete: 1'])
  const [one] = (await queue.admin.show('one'))?.attachments ?? []
  await t.throwsAsync(digestOf(one?.content), { message: /no longer kept/ })
})

test('a backup has the attachments, and can be used', async (t) => {
  const stateDir = folderOf(t, {})
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  await queue.add(jobOf({ id: 'one', attachments: withBytes(2 * MIB) }), planOf())
  const other = folderOf(t, {})
  await queue.admin.backup(join(other, 'queue.db'))
  const copy = await openSqlite({ stateDir: other })
  t.teardown(() => copy.close())
  const [one] = (await copy.admin.show('one'))?.attachments ?? []
  t.is(await digestOf(one?.content), await digestOf(new NumberedBinary(2 * MIB, 1)))
})

test('a file of version 3 is brought to this one: what came with its jobs arrives with them', async (t) => {
  const stateDir = folderOf(t, {})
  prepare(databasePaths(stateDir))
  const { file } = databasePaths(stateDir)
  const old = new DatabaseSync(file)
  const { crc32 } = await import('node:zlib')
  old.function('seal', { deterministic: true }, (text: string) => crc32(text))
  old.exec('PRAGMA journal_mode = WAL')
  for (const migration of MIGRATIONS.slice(0, 3)) old.exec(migration)
  old.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = 3`)
  // As version 0.2 has written it: the bytes of an attachment stand behind the envelope.
  const { attachments: _, body: __, ...job } = { ...jobOf({ id: 'old' }), attachments: [] }
  const content = Buffer.from('<a/>ABC')
  const head = { job, sizes: [4, 3], attachments: [{ contentType: 'text/plain', name: 'a.txt' }] }
  old
    .prepare(
      `INSERT INTO job (id, state, turn, accepted, head, plan, bytes, checksum)
       VALUES ('old', 'waiting', 1, ?, ?, ?, ?, ?)`,
    )
    .run(Date.now(), JSON.stringify(head), JSON.stringify(planOf()), content.length, crc32(content))
  old.prepare('INSERT INTO content (at, bytes) VALUES (?, ?)').run(2 ** 20, content)
  old.exec(`UPDATE tally SET n = 1 WHERE name = 'turn'`)
  old.close()

  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  t.deepEqual(await queue.admin.check(), [])
  const arrived = gate<readonly unknown[]>()
  await working(t, queue, async ({ body, attachments: [one] = [] }) => {
    arrived.open([decoded(body), one?.name, one?.contentType, decoded(await one?.content.bytes())])
    return ACCEPTED
  })
  t.deepEqual(await arrived.opened, ['<a/>', 'a.txt', 'text/plain', 'ABC'])
  await queue.ended('old', soon())
  await queue.add(
    jobOf({ id: 'new', body: bytesOf('<b/>'), attachments: withBytes(MIB) }),
    planOf(),
  )
  t.is((await queue.ended('new', soon()))?.state, 'done')
  t.deepEqual(await queue.admin.check(), [])
})
