/** A write-ahead log that a crash left behind: what is damaged in it is told from what was never finished. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { damageIn } from '../../src/store/queue/sqlite/write-ahead-log.js'
import { crashed } from '../support/crashed-queue.js'
import { folderOf } from '../support/folder.js'
import { openSqlite } from '../support/sqlite-queue.js'

const HEAD = 32
const FRAME = 24 + 4096
/** Numbers of the frames that end a transaction. */
function commitsIn(log: Buffer): readonly number[] {
  const frames = Math.floor((log.length - HEAD) / FRAME)
  return Array.from({ length: frames }, (_, frame) => frame).filter(
    (frame) => log.readUInt32BE(HEAD + frame * FRAME + 4) > 0,
  )
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 4
  return copy
}

test('a log that was left behind is whole, and all that was acknowledged is in it', async (t) => {
  const stateDir = await crashed(t)
  t.is(damageIn(join(stateDir, 'queue.db-wal')), undefined)
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  t.is((await queue.admin.stats()).waiting, 20)
})

test('a changed bit in any transaction but the last is damage, and the node does not start', async (t) => {
  const stateDir = await crashed(t)
  const file = join(stateDir, 'queue.db-wal')
  const log = readFileSync(file)
  const commits = commitsIn(log)
  t.true(commits.length >= 20)
  const before = commits.at(-2) ?? 0
  for (let frame = 0; frame <= before; frame += 1) {
    // Of its page number, of one sum, of its content.
    for (const at of [1, 17, 24, 3_000]) {
      writeFileSync(file, flipped(log, HEAD + frame * FRAME + at))
      t.regex(damageIn(file) ?? 'nothing', /^frame \d+ of its log$/, `byte ${at} of frame ${frame}`)
    }
  }
  await t.throwsAsync(openSqlite({ stateDir }), { code: 'WAYBILL_QUEUE_DAMAGED' })
  writeFileSync(file, flipped(log, 16))
  t.is(damageIn(file), 'the head of its log')
})

test('a log that ends within its last transaction, at any byte, was not finished', async (t) => {
  const stateDir = await crashed(t)
  const file = join(stateDir, 'queue.db-wal')
  const log = readFileSync(file)
  const last = HEAD + ((commitsIn(log).at(-2) ?? 0) + 1) * FRAME
  for (let end = last; end < log.length; end += 509) {
    truncateSync(file, end)
    t.is(damageIn(file), undefined)
    writeFileSync(file, flipped(log, end))
    t.is(damageIn(file), undefined)
    writeFileSync(file, log)
  }
  truncateSync(file, last + 100)
  const queue = await openSqlite({ stateDir })
  t.teardown(() => queue.close())
  t.is((await queue.admin.stats()).waiting, 19)
})

test('there need be no log', (t) => {
  t.is(damageIn(join(folderOf(t, {}), 'queue.db-wal')), undefined)
})
