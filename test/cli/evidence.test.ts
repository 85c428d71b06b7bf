/** `waybill evidence` as a process, on what a node has kept: what it finds, says, writes, and how it ends. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { certificateFiles } from '../support/security/certificates.js'
import { chainFiles, entryOf, opening, rewrite } from '../support/security/evidence.js'
import { openSqlite } from '../support/sqlite-queue.js'

const NODE = 'urn:example:cli'

async function kept(t: ExecutionContext) {
  const stateDir = folderOf(t, {})
  const files = certificateFiles(t)
  const queue = await openSqlite({ stateDir })
  const folder = join(stateDir, 'evidence')
  const evidence = await opening(folder, queue, { node: NODE, fileSize: 1_000 })
  for (let each = 0; each < 8; each += 1) {
    const exchange = each < 2 ? 'one' : `other-${each}`
    const direction = each === 1 ? 'sent' : 'received'
    await evidence.append(entryOf({ exchange, direction, bytes: Buffer.from(`<m${each}/>`) }))
  }
  await evidence.close()
  await queue.close()
  const environment = {
    WAYBILL_STATE_DIR: stateDir,
    WAYBILL_NODE__URI: NODE,
    WAYBILL_SECURITY__CERTIFICATE: files.certificate('rsa'),
    WAYBILL_SECURITY__KEY: files.key('rsa'),
  }
  const run = (...args: string[]) => cli(['evidence', ...args], { environment })
  return { stateDir, folder, run }
}

test('ls lists entries, all or those of an exchange', async (t) => {
  const { run } = await kept(t)
  const all = await run('ls')
  t.is(all.code, 0, all.err)
  t.is(all.out.trimEnd().split('\n').length, 9)
  t.regex(all.out, /^1\/2 .* received .* one .* contracts/m)
  const { out } = await run('ls', 'one', '--json')
  const found = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.deepEqual(
    found.map(({ entry, direction, length }) => [entry, direction, length]),
    [
      ['1/2', 'received', 5],
      ['1/3', 'sent', 5],
    ],
  )
  t.false('bytes' in found[0])
})

test('show shows one entry, and gives its bytes', async (t) => {
  const { run } = await kept(t)
  const shown = await run('show', '1/3', '--envelope')
  t.is(shown.code, 0, shown.err)
  t.regex(shown.out, /^direction +sent$/m)
  t.regex(shown.out, /<m1\/>/)
  t.is((await run('show', '1/3', '--raw')).out, '<m1/>')
  const { code, err } = await run('show', '1/99')
  t.is(code, 65)
  t.regex(err, /there is no entry 1\/99/)
})

test('verify says that all is whole, or names the place', async (t) => {
  const { run, folder } = await kept(t)
  const whole = await run('verify')
  t.is(whole.code, 0, whole.err)
  t.is(whole.out, '')
  t.regex(whole.err, /all is intact: \d+ lines in \d files of 1 chains/)
  const [first = '', ...more] = chainFiles(folder)
  const last = more.at(-1) ?? ''
  rewrite(last, (lines) => lines.slice(0, -1))
  const cut = await run('verify')
  t.is(cut.code, 65)
  t.regex(cut.out, /jsonl: it ends with line \d+ of its chain, and \d+ lines were kept/)
  t.is((await run('verify', '--no-queue')).code, 0)
  rewrite(first, (lines) =>
    lines.map((line, at) => (at === 2 ? line.replace('"one"', '"two"') : line)),
  )
  const altered = await run('verify', '--json')
  t.is(altered.code, 65)
  t.like(JSON.parse(altered.out).faults, [
    { file: first, line: 3, what: 'it is not as it was signed' },
  ])
  rmSync(first)
  t.is((await run('verify', '--no-queue')).code, 65)
  t.is((await run('verify', '--no-queue', '--partial')).code, 0)
})

test('export writes a folder for others, and nothing of other exchanges', async (t) => {
  const { run, stateDir } = await kept(t)
  const to = join(stateDir, 'out')
  const { code, err } = await run('export', 'one', '--to', to)
  t.is(code, 0, err)
  t.deepEqual(readdirSync(to).toSorted(), ['README.md', 'received-1-2', 'sent-1-3'])
  t.is(readFileSync(join(to, 'received-1-2', 'message.xml'), 'utf8'), '<m0/>')
  const again = await run('export', 'one', '--to', to)
  t.is(again.code, 64)
  t.regex(again.err, /is there already/)
  const none = await run('export', 'nobody', '--to', join(stateDir, 'none'))
  t.is(none.code, 65)
  t.false(existsSync(join(stateDir, 'none')))
})
