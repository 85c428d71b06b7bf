/** The accept journal: nothing acknowledged is missing, whatever the crash left behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { WaybillError } from '../../src/errors.js'
import { Journal, JournalFailed, type JournalOptions } from '../../src/queue/journal.js'
import { encodeRecord } from '../../src/queue/record.js'
import { folderOf } from '../support/folder.js'

const bytes = (text: string) => Buffer.from(text, 'utf8')
const files = (folder: string) => readdirSync(folder).sort()

async function all(journal: Journal) {
  const entries = []
  for await (const entry of journal.unsettled()) entries.push(entry)
  return entries
}

async function opened(t: ExecutionContext, options: JournalOptions) {
  const { journal, cut } = await Journal.open(options)
  t.teardown(() => journal.close())
  const unsettled = await all(journal)
  return {
    journal,
    cut,
    found: unsettled.map(({ id, data }) => [id, Buffer.from(data).toString()]),
  }
}

/** A folder with three messages in it, as an orderly end leaves it. */
async function three(t: ExecutionContext): Promise<string> {
  const folder = folderOf(t, {})
  const { journal } = await Journal.open({ folder })
  for (const id of ['a', 'b', 'c']) await journal.append(id, bytes(`data of ${id}`))
  await journal.close()
  return folder
}

test('what was appended is found again, in order, with its bytes', async (t) => {
  const folder = folderOf(t, {})
  const first = await Journal.open({ folder })
  const binary = Buffer.from([0, 255, 10, 13, 0])
  await first.journal.append('a', binary)
  await first.journal.append('\u00e9/\u{1F600}', bytes(''))
  await first.journal.close()
  const { journal, cut } = await Journal.open({ folder })
  const unsettled = await all(journal)
  t.deepEqual(
    unsettled.map(({ id }) => id),
    ['a', '\u00e9/\u{1F600}'],
  )
  t.deepEqual(
    unsettled.map(({ data }) => Buffer.from(data)),
    [binary, bytes('')],
  )
  t.is(cut, undefined)
  t.is(journal.depth, 2)
  await journal.close()
})

test('what was settled is not found again', async (t) => {
  const folder = folderOf(t, {})
  const first = await Journal.open({ folder })
  for (const id of ['a', 'b', 'c']) await first.journal.append(id, bytes(id))
  await first.journal.settle('b')
  await first.journal.settle('never appended')
  t.is(first.journal.depth, 2)
  await first.journal.close()
  const { found } = await opened(t, { folder })
  t.deepEqual(found, [
    ['a', 'a'],
    ['c', 'c'],
  ])
})

test('a message appended twice is found once', async (t) => {
  const folder = folderOf(t, {})
  const first = await Journal.open({ folder })
  await first.journal.append('a', bytes('one'))
  await first.journal.append('a', bytes('two'))
  t.is(first.journal.depth, 1)
  await first.journal.settle('a')
  await first.journal.close()
  t.deepEqual((await opened(t, { folder })).found, [])
})

test('segments go when all in them is settled, the oldest first', async (t) => {
  const folder = folderOf(t, {})
  const { journal } = await opened(t, { folder, segmentBytes: 100, mostSegments: 100 })
  for (let n = 0; n < 20; n += 1) await journal.append(`m${n}`, bytes('x'.repeat(60)))
  const full = files(folder).length
  t.true(full > 5)
  for (let n = 10; n < 20; n += 1) await journal.settle(`m${n}`)
  t.true(files(folder).includes('000000000001.journal'), 'the oldest still holds m0')
  for (let n = 0; n < 10; n += 1) await journal.settle(`m${n}`)
  t.is(files(folder).length, 1)
})

test('a message that takes long does not keep its segment: it is written anew', async (t) => {
  const folder = folderOf(t, {})
  const { journal } = await opened(t, { folder, segmentBytes: 200, mostSegments: 3 })
  await journal.append('slow', bytes('the slow one'))
  for (let n = 0; n < 100; n += 1) {
    await journal.append(`m${n}`, bytes('x'.repeat(60)))
    await journal.settle(`m${n}`)
  }
  t.true(files(folder).length <= 4, files(folder).join(' '))
  t.is(journal.depth, 1)
  // A copy, as after a kill: the journal itself is still open.
  const copy = folderOf(t, {})
  cpSync(folder, copy, { recursive: true })
  t.deepEqual((await opened(t, { folder: copy })).found, [['slow', 'the slow one']])
})

test('a torn tail is cut off wherever it was torn, and what is before it stays', async (t) => {
  const folder = await three(t)
  const file = '000000000001.journal'
  const whole = readFileSync(join(folder, file))
  const last = encodeRecord({ kind: 'accepted', id: 'c', data: bytes('data of c') }).length
  for (let lost = 1; lost < last; lost += 1) {
    const copy = folderOf(t, {})
    writeFileSync(join(copy, file), whole)
    truncateSync(join(copy, file), whole.length - lost)
    const { found, cut } = await opened(t, { folder: copy })
    t.deepEqual(
      found.map(([id]) => id),
      ['a', 'b'],
      `${lost} bytes lost`,
    )
    t.is(cut?.bytes, last - lost)
    t.is(readFileSync(join(copy, file)).length, whole.length - last)
  }
})

test('a tail of zeros or of other bytes is cut off', async (t) => {
  for (const tail of [Buffer.alloc(4096), Buffer.from('garbage that is no record at all')]) {
    const folder = await three(t)
    appendFileSync(join(folder, '000000000001.journal'), tail)
    const { found, cut } = await opened(t, { folder })
    t.is(found.length, 3)
    t.is(cut?.bytes, tail.length)
  }
})

test('after a cut the journal works on, and the next start finds both', async (t) => {
  const folder = await three(t)
  appendFileSync(join(folder, '000000000001.journal'), 'torn')
  const second = await Journal.open({ folder })
  await second.journal.append('d', bytes('data of d'))
  await second.journal.close()
  t.deepEqual(
    (await opened(t, { folder })).found.map(([id]) => id),
    ['a', 'b', 'c', 'd'],
  )
})

test('damage before the newest segment stops the start, and says where', async (t) => {
  const folder = await three(t)
  await (await Journal.open({ folder })).journal.close()
  const file = join(folder, '000000000001.journal')
  const content = readFileSync(file)
  content[content.length - 1] = 0
  writeFileSync(file, content)
  const error = await t.throwsAsync(Journal.open({ folder }), { instanceOf: WaybillError })
  t.is((error as WaybillError).code, 'WAYBILL_JOURNAL_DAMAGED')
  t.regex(error?.message ?? '', /000000000001\.journal: at byte \d+ the checksum is wrong/)
})

test('a record of a newer version is damage, and nothing is cut off', async (t) => {
  const folder = await three(t)
  const file = join(folder, '000000000001.journal')
  const record = encodeRecord({ kind: 'accepted', id: 'd', data: bytes('d') })
  record[8] = 9
  const { crc32 } = await import('node:zlib')
  record.writeUInt32LE(crc32(record.subarray(8)), 4)
  appendFileSync(file, record)
  const size = readFileSync(file).length
  await t.throwsAsync(Journal.open({ folder }), { code: 'WAYBILL_JOURNAL_DAMAGED' })
  t.is(readFileSync(file).length, size)
})

test('once the disk has failed, nothing is acknowledged any more', async (t) => {
  const folder = folderOf(t, {})
  const { journal } = await Journal.open({ folder, segmentBytes: 1 })
  await journal.append('a', bytes('a'))
  // The next segment cannot be created in a folder that is gone.
  rmSync(folder, { recursive: true })
  const both = await Promise.allSettled([
    journal.append('b', bytes('b')),
    journal.append('c', bytes('c')),
  ])
  t.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await t.throwsAsync(journal.append('d', bytes('d')), { instanceOf: JournalFailed })
  t.is(journal.depth, 1)
  await journal.close()
})

test('a closed journal takes nothing', async (t) => {
  const { journal } = await Journal.open({ folder: folderOf(t, {}) })
  await journal.close()
  await t.throwsAsync(journal.append('a', bytes('a')), { instanceOf: JournalFailed })
})

test('SIGKILL at any moment: everything acknowledged is found again', async (t) => {
  const folder = folderOf(t, {})
  const writer = fileURLToPath(new URL('../support/journal-writer.js', import.meta.url))
  const acknowledged = new Set<string>()
  for (let kill = 0; kill < 5; kill += 1) {
    const child = spawn(process.execPath, [writer, folder, String(kill)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    for await (const chunk of child.stdout) {
      told += chunk
      if (told.length > 2_000 * (kill + 1)) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    t.is(child.signalCode, 'SIGKILL')
    for (const id of told.split('\n').slice(0, -1)) acknowledged.add(id)
  }
  const found = new Map((await opened(t, { folder })).found as [string, string][])
  t.true(acknowledged.size > 500)
  for (const id of acknowledged) t.is(found.get(id), `data of ${id}`)
  t.log(`${acknowledged.size} acknowledged, ${found.size} found`)
})
