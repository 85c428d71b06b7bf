/** Evidence of a process that is killed, or whose disk is full: what was promised is there, and the chain is whole. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { entriesIn } from '../../../src/security/evidence/entries.js'
import { folderOf } from '../../support/folder.js'
import { speaking } from '../../support/said.js'
import { certificateFiles } from '../../support/security/certificates.js'
import { entryOf, memoryHeads, opening, verifying } from '../../support/security/evidence.js'
import { openSqlite } from '../../support/sqlite-queue.js'

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
  const asked = once(other.process, 'message')
  other.process.send('heads')
  const [kept] = (await asked) as [[string, string][]]
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
