/** What is appended to evidence is there, in order, and goes on after a restart, however that came about. */
import { createHash, createVerify } from 'node:crypto'
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { EvidenceUnavailable } from '../../src/security/evidence.js'
import { folderOf } from '../support/folder.js'
import { certificates } from '../support/security/certificates.js'
import {
  chainFiles,
  entryOf,
  linesIn,
  memoryHeads,
  opening,
  ownKey,
  verifying,
} from '../support/security/evidence.js'
import { SILENT } from '../support/silent.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('each line has the hash of the one before it, and the bytes of its message', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads)
  const received = entryOf({
    origin: {
      transport: 'http',
      messageId: 'urn:uuid:1',
      peer: { address: '192.0.2.7', name: 'bank', tls: { protocol: 'TLSv1.3' } },
    },
  })
  await evidence.append(received)
  await evidence.append(entryOf({ direction: 'sent', bytes: Buffer.from('<answer/>') }))
  await evidence.close()
  const [file = ''] = chainFiles(folder)
  const lines = linesIn(file)
  t.is(lines.length, 3)
  let previous = '0'.repeat(64)
  for (const [index, line] of lines.entries()) {
    t.is(line.slice(13, 77), previous)
    t.like(JSON.parse(line), { previous, number: index + 1 })
    previous = sha256(line)
  }
  const [, first = '', second = ''] = lines
  t.like(JSON.parse(first), {
    kind: 'entry',
    direction: 'received',
    exchange: 'one',
    policy: 'contracts',
    verdict: 'accepted',
    messageId: 'urn:uuid:1',
    peer: { address: '192.0.2.7', name: 'bank', tls: { protocol: 'TLSv1.3' } },
    bytes: Buffer.from(received.bytes).toString('base64'),
    sha256: createHash('sha256').update(received.bytes).digest('hex'),
  })
  t.like(JSON.parse(second), { direction: 'sent', bytes: 'PGFuc3dlci8+' })
  t.regex(heads.kept.get('evidence urn:example:node 1') ?? '', new RegExp(`^3 ${previous} `))
  t.like(await verifying(folder, heads), { lines: 3, files: 1, chains: 1, faults: [] })
})

test('a large message is kept whole, and the event loop turns meanwhile', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads)
  const bytes = Buffer.alloc(5_000_001, 'abcdefg')
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 0)
  await evidence.append(entryOf({ bytes }))
  clearInterval(turning)
  await evidence.close()
  const [, line = ''] = linesIn(chainFiles(folder)[0] ?? '')
  t.true(Buffer.from(JSON.parse(line).bytes, 'base64').equals(bytes))
  t.true(turns > 3, `${turns} turns`)
  t.deepEqual((await verifying(folder, heads)).faults, [])
})

test('what comes at once goes into few commits, and nothing is lost', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  let moves = 0
  const counting = {
    ...heads,
    keepHead: (...move: Parameters<typeof heads.keepHead>) => {
      moves += 1
      return heads.keepHead(...move)
    },
  }
  const evidence = await opening(folder, counting)
  const all = Array.from({ length: 1_000 }, (_, index) => `exchange-${index}`)
  await Promise.all(all.map((exchange) => evidence.append(entryOf({ exchange }))))
  await evidence.close()
  const [, ...lines] = linesIn(chainFiles(folder)[0] ?? '')
  t.deepEqual(lines.map((line) => JSON.parse(line).exchange).toSorted(), all.toSorted())
  t.true(moves < 20, `${moves} commits`)
  t.like(await verifying(folder, heads), { lines: 1_001, faults: [] })
})

for (const name of ['rsa', 'ec', 'ed25519'] as const) {
  test(`a file that is full is ended, and signed by the node's key: ${name}`, async (t) => {
    const folder = folderOf(t, {})
    const heads = memoryHeads()
    const evidence = await opening(folder, heads, { fileSize: 2_000, key: () => ownKey(name) })
    for (let each = 0; each < 12; each += 1) await evidence.append(entryOf())
    await evidence.close()
    const files = chainFiles(folder)
    t.true(files.length >= 3)
    for (const file of files.slice(0, -1)) {
      t.like(JSON.parse(linesIn(file).at(-1) ?? ''), {
        kind: 'end',
        certificates: [certificates()[name].certificate.toString()],
      })
      t.is(
        readFileSync(`${file}.sums`, 'utf8'),
        linesIn(file)
          .map((line) => `${sha256(line)}  ${JSON.parse(line).number}.json\n`)
          .join(''),
      )
    }
    if (name !== 'ed25519') {
      const [first = ''] = files
      const verify = createVerify('sha256').update(readFileSync(first))
      t.true(
        verify.verify(certificates()[name].certificate.publicKey, readFileSync(`${first}.sig`)),
      )
    }
    t.deepEqual((await verifying(folder, heads, [name])).faults, [])
  })
}

test('a chain goes on after a restart, in the same file', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  for (let start = 0; start < 3; start += 1) {
    const evidence = await opening(folder, heads)
    await evidence.append(entryOf())
    await evidence.close()
  }
  t.is(chainFiles(folder).length, 1)
  t.like(await verifying(folder, heads), { lines: 4, chains: 1, faults: [] })
})

test('a line that was not written in full is cut off, and told of', async (t) => {
  for (const rest of ['{"previous":"', `${'\0'.repeat(500)}\n${'\0'.repeat(20)}`]) {
    const folder = folderOf(t, {})
    const heads = memoryHeads()
    const evidence = await opening(folder, heads)
    await evidence.append(entryOf())
    await evidence.close()
    const [file = ''] = chainFiles(folder)
    appendFileSync(file, rest)
    const reports: object[] = []
    const log = { ...SILENT, warn: (fields: object) => reports.push(fields) }
    const again = await opening(folder, heads, { log })
    t.deepEqual(reports, [{ evidence: file, line: 2, bytes: rest.length }])
    await again.append(entryOf())
    await again.close()
    t.like(await verifying(folder, heads), { lines: 3, faults: [] })
  }
})

test('a whole line that nobody was told of stays, as the chain has it', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads)
  await evidence.append(entryOf())
  const [name = '', before = ''] = [...heads.kept].flat()
  await evidence.append(entryOf({ exchange: 'two' }))
  await evidence.close()
  // As if the process had died before the end was noted.
  heads.kept.set(name, before)
  const again = await opening(folder, heads)
  await again.append(entryOf({ exchange: 'three' }))
  await again.close()
  t.like(await verifying(folder, heads), { lines: 4, faults: [] })
})

test('a file whose first line never came to be is begun anew', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads, { fileSize: 100 })
  for (let each = 0; each < 2; each += 1) await evidence.append(entryOf())
  await evidence.close()
  const [, second = ''] = chainFiles(folder)
  const [name = '', noted = ''] = [...heads.kept].flat()
  const [, closing = ''] = [...linesIn(chainFiles(folder)[0] ?? '')].reverse()
  // The node dies when the second file is made, and nothing of it is on the disk.
  truncateSync(second, 30)
  const ended = linesIn(chainFiles(folder)[0] ?? '')
  t.truthy(closing)
  heads.kept.set(name, `${ended.length} ${sha256(ended.at(-1) ?? '')} ${noted.split(' ')[2]}`)
  const again = await opening(folder, heads, { fileSize: 100 })
  await again.append(entryOf())
  await again.close()
  t.like(await verifying(folder, heads), { files: 2, faults: [] })
})

test('a file that was ended and not signed, since the node died, is signed before the next begins', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads, { fileSize: 100 })
  for (let each = 0; each < 2; each += 1) await evidence.append(entryOf())
  await evidence.close()
  const [first = '', second = ''] = chainFiles(folder)
  const ended = linesIn(first)
  const [name = '', noted = ''] = [...heads.kept].flat()
  for (const file of [second, `${first}.sig`, `${first}.sums.sig`]) rmSync(file)
  heads.kept.set(name, `${ended.length} ${sha256(ended.at(-1) ?? '')} ${noted.split(' ')[2]}`)
  const again = await opening(folder, heads, { fileSize: 100 })
  await again.append(entryOf())
  await again.close()
  t.like(await verifying(folder, heads), { files: 2, faults: [] })
})

test('a node does not start on evidence of which lines are missing, and changes nothing of it', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const evidence = await opening(folder, heads)
  for (let each = 0; each < 3; each += 1) await evidence.append(entryOf())
  await evidence.close()
  const [file = ''] = chainFiles(folder)
  const whole = readFileSync(file, 'utf8')
  const lines = linesIn(file)
  for (const cut of [2, 1, 0]) {
    const rest = lines
      .slice(0, cut)
      .map((line) => `${line}\n`)
      .join('')
    writeFileSync(file, rest)
    await t.throwsAsync(opening(folder, heads), { code: 'WAYBILL_EVIDENCE_DAMAGED' }, `${cut}`)
    t.is(readFileSync(file, 'utf8'), rest)
  }
  writeFileSync(file, whole.replace('"policy":"contracts"', '"policy":"others"'))
  await t.throwsAsync(opening(folder, heads), { code: 'WAYBILL_EVIDENCE_DAMAGED' })
  writeFileSync(file, whole)
  await (await opening(folder, heads)).close()
})

test('two processes on one folder have chains of their own', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  const [one, other] = [await opening(folder, heads), await opening(folder, heads)]
  await Promise.all([one, other, one, other].map((each) => each.append(entryOf())))
  await one.close()
  await other.close()
  t.is(chainFiles(folder, '1').length, 1)
  t.is(chainFiles(folder, '2').length, 1)
  t.like(await verifying(folder, heads), { lines: 6, chains: 2, faults: [] })
})

test('two nodes of one name on one queue, with folders of their own, have chains of their own', async (t) => {
  const [here, there] = [folderOf(t, {}), folderOf(t, {})]
  const heads = memoryHeads()
  for (let start = 0; start < 2; start += 1) {
    const [one, other] = [await opening(here, heads), await opening(there, heads)]
    await one.append(entryOf())
    await other.append(entryOf())
    await one.close()
    await other.close()
  }
  t.is(chainFiles(there, '2').length, 1)
  for (const folder of [here, there]) {
    t.like(await verifying(folder, heads), { lines: 3, chains: 1, faults: [] })
  }
})

test('when the end cannot be noted nothing is promised, and it goes on once it can', async (t) => {
  const folder = folderOf(t, {})
  const heads = memoryHeads()
  let away: 'no' | 'before' | 'after' = 'no'
  const failing = {
    head: heads.head,
    keepHead: async (...move: Parameters<typeof heads.keepHead>) => {
      if (away === 'before') throw new Error('the queue is away')
      const kept = await heads.keepHead(...move)
      if (away === 'after') throw new Error('the answer was lost')
      return kept
    },
  }
  const evidence = await opening(folder, failing)
  await evidence.append(entryOf())
  for (const how of ['before', 'after', 'before'] as const) {
    away = how
    const error = await t.throwsAsync(evidence.append(entryOf()), {
      instanceOf: EvidenceUnavailable,
    })
    t.regex(error?.message ?? '', /the queue is away|the answer was lost/)
    away = 'no'
    await evidence.append(entryOf())
  }
  await evidence.close()
  t.deepEqual((await verifying(folder, heads)).faults, [])
})

test('nothing is promised for a file that was removed, replaced or written by another', async (t) => {
  const changes: readonly ((file: string) => void)[] = [
    (file) => rmSync(file),
    (file) => renameSync(file, `${file}.old`),
    (file) => {
      renameSync(file, `${file}.old`)
      writeFileSync(file, readFileSync(`${file}.old`))
    },
    (file) => appendFileSync(file, 'x'),
  ]
  for (const change of changes) {
    const folder = folderOf(t, {})
    const evidence = await opening(folder, memoryHeads())
    await evidence.append(entryOf())
    change(chainFiles(folder)[0] ?? '')
    await t.throwsAsync(evidence.append(entryOf()), { instanceOf: EvidenceUnavailable })
    await evidence.close()
  }
})

test('a folder that cannot be written is named at start', async (t) => {
  const folder = folderOf(t, { file: '' })
  await t.throwsAsync(opening(join(folder, 'file'), memoryHeads()), {
    code: 'WAYBILL_STATE_UNUSABLE',
  })
})

test('what is closed takes nothing more', async (t) => {
  const evidence = await opening(folderOf(t, {}), memoryHeads())
  await evidence.close()
  await t.throwsAsync(evidence.append(entryOf()), { instanceOf: EvidenceUnavailable })
})
