/** Evidence of a process that is killed, or whose disk is full: what was promised is there, and the chain is whole. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ChainFile } from '../../src/evidence/chain-file.js'
import { entriesIn } from '../../src/evidence/entries.js'
import { evidenceFor } from '../../src/evidence/for-node.js'
import { EvidenceUnavailable } from '../../src/security/evidence.js'
import { Policies } from '../../src/security/policies.js'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { certificateFiles } from '../support/security/certificates.js'
import {
  entryOf,
  memoryHeads,
  NODE,
  opening,
  ownKey,
  verifying,
} from '../support/security/evidence.js'
import { SILENT } from '../support/silent.js'
import { speaking } from '../support/speaking.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { PATIENCE } from '../support/waiting.js'

/** The files of the key that `opening` signs with. */
function pair(t: ExecutionContext): readonly [string, string] {
  const files = certificateFiles(t)
  return [files.certificate('rsa'), files.key('rsa')]
}

async function exchangesIn(folder: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const { entry } of entriesIn(folder)) found.add(entry.exchange)
  return found
}

test('a process that is killed while it appends: all that was promised is there, again and again', async (t) => {
  const stateDir = folderOf(t, {})
  const folder = join(stateDir, 'evidence')
  const promised: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const other = speaking(t, 'security/evidence-process.js', [folder, stateDir, ...pair(t)])
    // The third round ends files, too.
    await other.until(({ length }) => length > 10 + 30 * round)
    await other.kill()
    t.true(other.lines.every((line) => line.startsWith('kept ')))
    promised.push(...other.lines.map((line) => line.slice('kept '.length)))
    const queue = await openSqlite({ stateDir })
    const evidence = await opening(folder, queue, { fileSize: 64 * 1024 })
    await evidence.append(entryOf({ exchange: `after-${round}` }))
    await evidence.close()
    const { faults, files } = await verifying(folder, queue)
    t.deepEqual(faults, [])
    if (round === 4) t.true(files > 3)
    const found = await exchangesIn(folder)
    t.deepEqual(
      promised.filter((exchange) => !found.has(exchange)),
      [],
    )
    await queue.close()
  }
})

test('a disk that is full: nothing is promised, the chain stays whole, and goes on when there is space', async (t) => {
  const folder = folderOf(t, {})
  // A file may have so many bytes: a write beyond them is cut short, and the next one fails.
  const limit = "trap '' XFSZ; ulimit -S -f 40;"
  const other = speaking(t, 'security/evidence-process.js', [folder, '', ...pair(t)], limit)
  await other.until((lines) => lines.filter((line) => line.startsWith('refused')).length > 5)
  const { pid } = other.process
  execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:unlimited'])
  const before = other.lines.length
  await other.until((lines) => lines.slice(before).some((line) => line.startsWith('kept')))
  other.process.kill('SIGSTOP')
  const lines = [...other.lines]
  t.true(lines[0]?.startsWith('kept'))
  t.true(lines.some((line) => /^refused .* EFBIG/.test(line)))
  other.process.kill('SIGCONT')
  const requested = once(other.process, 'message')
  other.process.send('heads')
  const [kept] = (await requested) as [[string, string][]]
  await other.kill()
  const heads = memoryHeads()
  for (const [name, value] of kept) heads.kept.set(name, value)
  const evidence = await opening(folder, heads, { fileSize: 64 * 1024 })
  await evidence.append(entryOf())
  await evidence.close()
  t.deepEqual((await verifying(folder, heads)).faults, [])
  const found = await exchangesIn(folder)
  const promised = other.lines.flatMap((line) => /^kept (.*)/.exec(line)?.[1] ?? [])
  t.deepEqual(
    promised.filter((exchange) => !found.has(exchange)),
    [],
  )
})

test('a file of a chain that cannot be cut to its end is not left open: what the collector closes ends the process', async (t) => {
  // A device cannot be cut, and this one is open nowhere else.
  const device = '/dev/full'
  await t.throwsAsync(ChainFile.open(device, -1), { code: 'EINVAL' })
  const open = readdirSync('/proc/self/fd').map((name) => linkOf(`/proc/self/fd/${name}`))
  t.true(open.length > 0)
  t.false(open.includes(device))
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // It was the one of the folder that was read.
    return ''
  }
}

test('a store that is away at the start: nothing is promised, and all goes on once it is there', async (t) => {
  const folder = folderOf(t, {})
  const there = memoryHeads()
  let away = true
  const requested = <Answer>(answer: () => Promise<Answer>): Promise<Answer> =>
    away ? Promise.reject(new Error('it does not answer')) : answer()
  const heads = {
    head: (name: string) => requested(() => there.head(name)),
    keepHead: (...input: Parameters<typeof there.keepHead>) =>
      requested(() => there.keepHead(...input)),
  }
  const settings = {
    stateDir: folder,
    node: { uri: NODE },
    security: { evidence: { folder } },
  }
  const [certificate, key] = pair(t)
  const { security } = readConfig({
    environment: {},
    settings: [
      `security.certificate=${certificate}`,
      `security.key=${key}`,
      `security.peers={alice: {signs: {certificates: ["${certificate}"]}}}`,
      'security.policies=[{require: non-repudiation}]',
    ],
  })
  const policies = new Policies(security.policies)
  const evidence = await evidenceFor(
    settings,
    { fileSize: 1024 ** 2, acknowledge: PATIENCE },
    { security: { policies, signing: ownKey() }, heads },
    SILENT,
  )
  if (!evidence) return t.fail('a policy asks for it')
  await t.throwsAsync(evidence.append(entryOf()), { instanceOf: EvidenceUnavailable })
  await t.throwsAsync(evidence.probe(), { message: /its store does not answer/ })
  away = false
  await evidence.probe()
  await evidence.append(entryOf({ exchange: 'after' }))
  await evidence.close()
  t.deepEqual([...(await exchangesIn(folder))], ['after'])
  t.deepEqual((await verifying(folder, there)).faults, [])
})
