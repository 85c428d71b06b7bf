/** What goes with an exchange: in memory while it is little, in a file without a name beyond. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type Spool, Spools, SpoolUnavailable } from '../../src/message/spool/index.js'

const MIB = 1024 ** 2

const bytesOf = (size: number, seed = 0) =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + seed) % 251)

async function* inPieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function read(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

function withFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

const keep = (spool: Spool, bytes: Uint8Array, size = 64 * 1024) =>
  spool.keep(inPieces(bytes, size))

test('it is tried whether anything can be kept, and nothing stays', async (t) => {
  const { folder, remove } = withFolder()
  t.teardown(remove)
  const spools = new Spools({ folder, maxOnDisk: MIB })
  await spools.probe()
  t.is(spools.onDisk, 0)
  t.deepEqual(readdirSync(folder), [])
  const full = spools.open()
  full.reserve(MIB)
  await t.throwsAsync(spools.probe(), {
    instanceOf: SpoolUnavailable,
    message: 'attachments.maxOnDisk',
  })
  await full.close()
  await spools.probe()
  const nowhere = new Spools({ folder: '/proc/nowhere' })
  await t.throwsAsync(nowhere.probe(), {
    instanceOf: SpoolUnavailable,
    message: 'attachments.folder',
  })
})

test('what is small stays in memory, and nothing is on disk', async (t) => {
  const spools = new Spools({ folder: '/proc/nowhere' })
  const spool = spools.open()
  const bytes = bytesOf(1000)
  const binary = await keep(spool, bytes, 7)
  t.is(binary.size, 1000)
  t.deepEqual(await binary.bytes(), bytes)
  t.deepEqual(await read(binary.stream()), Buffer.from(bytes))
  t.is(spools.onDisk, 0)
  await spool.close()
})

test('beyond 1 MiB of one exchange, bytes are in a file that no folder shows', async (t) => {
  const { folder, remove } = withFolder()
  const spools = new Spools({ folder })
  const spool = spools.open()
  const all = [700_000, 700_000, 10, 3 * MIB].map((size, seed) => bytesOf(size, seed))
  const kept = await Promise.all(all.map((bytes) => keep(spool, bytes)))
  t.deepEqual(readdirSync(folder), [])
  for (const [index, bytes] of all.entries()) {
    const binary = kept[index]
    t.is(binary?.size, bytes.length)
    t.true(Buffer.from(bytes).equals((await binary?.bytes()) ?? new Uint8Array()))
    t.true(Buffer.from(bytes).equals(await read(binary?.stream() ?? inPieces(bytes, 1))))
  }
  t.true(spools.onDisk > 3 * MIB)
  await spool.close()
  t.is(spools.onDisk, 0)
  await t.throwsAsync(() => kept[3]?.bytes() ?? Promise.resolve())
  remove()
})

test('bytes that come one by one are gathered, and are the same', async (t) => {
  const { folder, remove } = withFolder()
  const spool = new Spools({ folder }).open()
  const bytes = bytesOf(2 * MIB)
  const writer = spool.writer()
  let writes = 0
  for (let at = 0; at < bytes.length; at += 16) {
    const writing = writer.write(bytes.subarray(at, at + 16))
    if (!writing) continue
    writes += 1
    await writing
  }
  t.true(writes < 50)
  t.true(Buffer.from(bytes).equals(await (await writer.end()).bytes()))
  await spool.close()
  remove()
})

test('what does not fit on disk beside others is refused before it is written, and fits later', async (t) => {
  const { folder, remove } = withFolder()
  const spools = new Spools({ folder, maxOnDisk: 4 * MIB })
  const [one, other] = [spools.open(), spools.open()]
  one.reserve(3 * MIB)
  t.is(t.throws(() => other.reserve(2 * MIB), { instanceOf: SpoolUnavailable })?.reason, 'full')
  const error = await t.throwsAsync(keep(other, bytesOf(2 * MIB)), {
    instanceOf: SpoolUnavailable,
  })
  t.is(error?.reason, 'full')
  await one.close()
  t.is((await keep(other, bytesOf(2 * MIB))).size, 2 * MIB)
  await other.close()
  t.is(spools.onDisk, 0)
  remove()
})

test('a folder that cannot be written to is told from one that is full', async (t) => {
  const spools = new Spools({ folder: '/proc/nowhere' })
  const spool = spools.open()
  const error = await t.throwsAsync(keep(spool, bytesOf(2 * MIB)), {
    instanceOf: SpoolUnavailable,
  })
  t.is(error?.reason, 'failed')
  await spool.close()
  t.is(spools.onDisk, 0)
})

test('a spool that is closed while it is written to leaves nothing, and keeps nothing more', async (t) => {
  const { folder, remove } = withFolder()
  const spools = new Spools({ folder })
  const spool = spools.open()
  const writing = keep(spool, bytesOf(8 * MIB))
  await spool.close()
  await t.throwsAsync(writing)
  await spool.close()
  t.is(spools.onDisk, 0)
  t.deepEqual(readdirSync(folder), [])
  remove()
})
