/** Evidence that is altered, cut, reordered or unsigned: the first place of it is named. */
import { appendFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Verified } from '../../src/evidence/verify.js'
import { folderOf } from '../support/folder.js'
import {
  chainFiles,
  entryOf,
  linesIn,
  memoryHeads,
  opening,
  ownKey,
  relinked,
  rewrite,
  verifying,
} from '../support/security/evidence.js'
import { SILENT } from '../support/silent.js'

type Heads = ReturnType<typeof memoryHeads>

interface Written {
  readonly folder: string
  readonly heads: Heads
  /** Three or more: all but the last are ended and signed. */
  readonly files: readonly string[]
  /** Copies all of it, for one change. */
  copy(): { readonly folder: string; readonly files: readonly string[] }
}

async function written(t: ExecutionContext): Promise<Written> {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads, { fileSize: 3_000 })
  for (let each = 0; each < 18; each += 1) {
    await evidence.append(entryOf({ exchange: `exchange-${each}` }))
  }
  await evidence.close()
  let copies = 0
  const copy = () => {
    copies += 1
    const to = join(folderOf(t, {}), `copy-${copies}`)
    cpSync(folder, to, { recursive: true })
    return { folder: to, files: chainFiles(to) }
  }
  return { folder, heads, files: chainFiles(folder), copy }
}

/** The only fault. */
function location(t: ExecutionContext, { faults }: Verified, how: string) {
  t.is(faults.length, 1, `${how}: ${JSON.stringify(faults)}`)
  return faults[0]
}

const altered = (line: string) => line.replace('"policy":"contracts"', '"policy":"contractz"')

test('one line altered, anywhere: its file and its line are named', async (t) => {
  const { files, heads, copy } = await written(t)
  for (const [which, original] of files.entries()) {
    for (const [index] of linesIn(original).entries()) {
      const { folder, files: copied } = copy()
      const file = copied[which] ?? ''
      rewrite(file, (lines) =>
        lines.map((line, at) => (at === index ? line.replace('"time":"2', '"time":"3') : line)),
      )
      const found = location(t, await verifying(folder, heads), `file ${which}, line ${index + 1}`)
      t.like(found, { file, line: index + 1 })
    }
  }
})

test('one byte of a message altered, with its hash or without', async (t) => {
  const { copy } = await written(t)
  const { folder, files } = copy()
  const file = files.at(-1) ?? ''
  const last = linesIn(file).length
  rewrite(file, (lines) =>
    lines.map((line, at) =>
      at === last - 1 ? line.replace('"bytes":"PGE', '"bytes":"PGI') : line,
    ),
  )
  const found = location(t, await verifying(folder, undefined), 'bytes')
  t.like(found, { file, line: last, what: 'its bytes do not have the hash that it says' })
})

test('lines cut, inserted or reordered, and the chain made to fit again by who has no key', async (t) => {
  const changes: Readonly<Record<string, (lines: string[]) => readonly string[]>> = {
    cut: (lines) => lines.filter((_, at) => at !== 2),
    inserted: (lines) => [...lines.slice(0, 3), altered(lines[2] ?? ''), ...lines.slice(3)],
    reordered: (lines) => [...lines.slice(0, 2), lines[3] ?? '', lines[2] ?? '', ...lines.slice(4)],
    altered: (lines) => lines.map((line, at) => (at === 2 ? altered(line) : line)),
  }
  const { files: originals, heads, copy } = await written(t)
  for (const [how, change] of Object.entries(changes)) {
    for (const [which] of originals.entries()) {
      for (const mend of [false, true]) {
        const { folder, files } = copy()
        const file = files[which] ?? ''
        rewrite(file, (lines) => (mend ? relinked(change(lines)) : change(lines)))
        const name = `${how}, file ${which}, ${mend ? 'mended' : 'as it is'}`
        const found = location(t, await verifying(folder, heads), name)
        t.is(found?.file, file, name)
        // In the open file nothing but the noted end shows what was mended with all that follows.
        const isOpen = which === originals.length - 1
        if (!(mend && isOpen)) {
          t.true([3, 4].includes(found?.line ?? 0), `${name}: ${JSON.stringify(found)}`)
        }
      }
    }
  }
})

test('lines cut off at the end of the open file: what the queue has noted shows it', async (t) => {
  const { heads, copy } = await written(t)
  for (const cut of [1, 2]) {
    const { folder, files } = copy()
    const file = files.at(-1) ?? ''
    rewrite(file, (lines) => lines.slice(0, -cut))
    t.like(location(t, await verifying(folder, heads), `${cut}`), { file, line: undefined })
    const { faults, notes } = await verifying(folder, undefined)
    t.deepEqual(faults, [])
    t.true(notes.some((note) => note.startsWith('the queue was not asked')))
  }
})

test('files that are removed: the first, one in between, the last, all', async (t) => {
  const { files: originals, heads, copy } = await written(t)
  for (const [which] of originals.entries()) {
    const { folder, files } = copy()
    rmSync(files[which] ?? '')
    const found = location(t, await verifying(folder, heads), `file ${which}`)
    const next = files[which + 1] ?? files[which - 1]
    t.is(found?.file, next, `file ${which}: ${JSON.stringify(found)}`)
    t.regex(found?.what ?? '', /missing/)
  }
  const { folder, files } = copy()
  rmSync(files[0] ?? '')
  t.deepEqual((await verifying(folder, heads, ['rsa'], true)).faults, [])
})

test('all files of a chain removed: the queue knows of it', async (t) => {
  const { folder, heads } = await written(t)
  rmSync(join(folder, '1'), { recursive: true })
  const found = location(t, await verifying(folder, heads), 'all')
  t.is(found?.file, join(folder, '1'))
  // A node goes on with another chain, and says what is missing.
  const errors: string[] = []
  const log = { ...SILENT, error: (_: object, what: string) => errors.push(what) }
  const evidence = await opening(folder, heads, { log })
  await evidence.append(entryOf())
  await evidence.close()
  t.deepEqual(errors, ['the files of this chain are gone; a new chain is begun'])
  t.is(location(t, await verifying(folder, heads), 'then')?.file, join(folder, '1'))
})

test('a file replaced by one of another node, or signed by another key', async (t) => {
  const { heads, copy } = await written(t)
  const other = folderOf(t, {})
  const evidence = await opening(other, memoryHeads(), { fileSize: 3_000, key: () => ownKey('ec') })
  for (let each = 0; each < 18; each += 1) await evidence.append(entryOf())
  await evidence.close()
  const { folder, files } = copy()
  const [file = ''] = files
  const [theirs = ''] = chainFiles(other)
  for (const end of ['', '.sig', '.sums', '.sums.sig']) {
    writeFileSync(`${file}${end}`, readFileSync(`${theirs}${end}`))
  }
  const found = location(t, await verifying(folder, heads), 'replaced')
  t.is(found?.file, `${file}.sums`)
  t.is(found?.what, 'no certificate of this node has signed it')
  t.is(location(t, await verifying(folder, heads, ['rsa', 'ec']), 'both')?.file, files[1])
})

test('a signature removed or altered', async (t) => {
  const { heads, copy } = await written(t)
  for (const end of ['.sig', '.sums', '.sums.sig']) {
    const removed = copy()
    rmSync(`${removed.files[1]}${end}`)
    t.true(
      location(t, await verifying(removed.folder, heads), end)?.file.startsWith(
        removed.files[1] ?? '?',
      ),
    )
    const changed = copy()
    const bytes = readFileSync(`${changed.files[1]}${end}`)
    bytes[10] = (bytes[10] ?? 0) ^ 1
    writeFileSync(`${changed.files[1]}${end}`, bytes)
    t.true(
      location(t, await verifying(changed.folder, heads), end)?.file.startsWith(
        changed.files[1] ?? '?',
      ),
    )
  }
  const all = copy()
  for (const end of ['.sig', '.sums', '.sums.sig']) rmSync(`${all.files[1]}${end}`)
  t.like(location(t, await verifying(all.folder, heads), 'all'), {
    file: all.files[1],
    what: 'it is ended, and not signed',
  })
})

test('a file is verified by a former certificate of the node, too', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  for (const name of ['ec', 'rsa'] as const) {
    const evidence = await opening(folder, heads, { fileSize: 100, key: () => ownKey(name) })
    for (let each = 0; each < 3; each += 1) await evidence.append(entryOf())
    await evidence.close()
  }
  t.deepEqual((await verifying(folder, heads, ['rsa', 'ec'])).faults, [])
  t.is((await verifying(folder, heads, ['rsa'])).faults.length, 1)
})

test('a line that is just being written is no fault; a file that is cut off in the middle is', async (t) => {
  const { heads, copy } = await written(t)
  const running = copy()
  const open = running.files.at(-1) ?? ''
  appendFileSync(open, '{"previous":"')
  const { faults, notes } = await verifying(running.folder, heads)
  t.deepEqual(faults, [])
  t.true(notes.some((note) => /last line is incomplete/.test(note)))
  const cut = copy()
  const [first = ''] = cut.files
  for (const end of ['.sig', '.sums', '.sums.sig']) rmSync(`${first}${end}`)
  truncateSync(first, readFileSync(first).length - 5)
  const found = location(t, await verifying(cut.folder, heads), 'cut')
  t.like(found, { file: first, line: linesIn(first).length + 1, what: 'it is cut off' })
})

test('evidence may be verified while it is written', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads, { fileSize: 5_000 })
  let ended = false
  const writing = (async () => {
    for (let each = 0; each < 60; each += 1) await evidence.append(entryOf())
    ended = true
  })()
  while (!ended) t.deepEqual((await verifying(folder, heads)).faults, [])
  await writing
  await evidence.close()
  t.deepEqual((await verifying(folder, heads)).faults, [])
})
