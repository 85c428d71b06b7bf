/** The example of a transport as a user has it: loaded by its path, in a node of its own process. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A folder outside the repository with a configuration, the example, and Waybill among its packages. */
function outside(t: ExecutionContext, yaml: string): string {
  const folder = folderOf(t, { 'w.yaml': yaml, 'package.json': '{ "type": "module" }' })
  const waybill = join(folder, 'node_modules', 'waybill')
  cpSync(join(ROOT, 'package.json'), join(waybill, 'package.json'))
  symlinkSync(join(ROOT, 'dist'), join(waybill, 'dist'))
  cpSync(join(ROOT, 'examples', 'folder'), join(folder, 'folder'), { recursive: true })
  mkdirSync(join(folder, 'inbox'))
  return folder
}

const yaml = (more = '') => `
transports: [http, ./folder]
folder: { path: inbox, interval: 5ms }
node: { uri: "urn:example:node" }
${more}`

async function started(t: ExecutionContext, folder: string): Promise<RunningDaemon> {
  const settings = [
    `folder.path=${join(folder, 'inbox')}`,
    `transports=[http, ${join(folder, 'folder')}]`,
  ]
  const daemon = await startDaemon(settings, ['--config', join(folder, 'w.yaml')])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  return daemon
}

/** Waits until a file is there. */
async function appears(file: string): Promise<string> {
  const news = watch(dirname(file))
  try {
    while (!existsSync(file)) await new Promise((resolve) => news.once('change', resolve))
  } finally {
    news.close()
  }
  return readFileSync(file, 'utf8')
}

/** Writes a message as its sender does: under its name once it is whole. */
function put(folder: string, name: string, text: string): string {
  const file = join(folder, 'inbox', name)
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
  return file
}

const OPERATION = ['{urn:example:calculator}Add', 'a=1', 'b=2']
const CALL = ['call', ...OPERATION]

test('a file is taken, runs an operation, and its answer stands beside it', async (t) => {
  const folder = outside(t, yaml())
  await started(t, folder)
  for (const [name, text] of [
    ['one.xml', soap11(ADD)],
    ['two.xml', soap12(ADD)],
  ] as const) {
    const file = put(folder, name, text)
    t.is(await appears(`${file}.done`), text)
    t.regex(readFileSync(`${file}.reply`, 'utf8'), /<m:result>3<\/m:result>/)
  }
})

test('waybill call sends by it, too', async (t) => {
  const folder = outside(t, yaml())
  await started(t, folder)
  const url = `folder:${join(folder, 'inbox')}`
  const flags = ['--config', join(folder, 'w.yaml')]
  const { out, err, code } = await cli(['call', ...flags, url, ...OPERATION], { folder })
  t.is(code, 0, err)
  t.regex(out, /^result=3$/m)
})

test('a fault stands beside its file, and what cannot be read is refused', async (t) => {
  const folder = outside(t, yaml())
  await started(t, folder)
  const unknown = put(folder, 'unknown.xml', soap11('<x:No xmlns:x="urn:x"/>'))
  await appears(`${unknown}.done`)
  t.regex(readFileSync(`${unknown}.fault`, 'utf8'), /Client/)
  t.false(existsSync(`${unknown}.reply`))
  const broken = put(folder, 'broken.xml', '<a')
  t.is(await appears(`${broken}.refused`), '<a')
})

test('a file that is not whole is left alone, and one that a dead node had taken is not lost', async (t) => {
  const folder = outside(t, yaml())
  const part = join(folder, 'inbox', 'half.xml.part')
  writeFileSync(part, soap11(ADD).slice(0, 20))
  writeFileSync(join(folder, 'inbox', 'left.xml.taken'), soap11(ADD))
  const daemon = await started(t, folder)
  await appears(join(folder, 'inbox', 'left.xml.done'))
  t.regex(readFileSync(join(folder, 'inbox', 'left.xml.reply'), 'utf8'), /result>3</)
  t.true(existsSync(part))
  t.is(await daemon.stop(), 0)
})

test('a route to a folder delivers, and the answer or the fault comes back', async (t) => {
  const ledger = outside(t, yaml())
  await started(t, ledger)
  const to = `folder:${join(ledger, 'inbox')}`
  const gateway = outside(t, yaml(`routes: [{ to: "${to}" }]`))
  const { url } = await started(t, gateway)
  const [call = '', operation = '', ...parameters] = CALL
  const sum = await cli([call, url, operation, ...parameters])
  t.is(sum.err, '')
  t.is(sum.out, 'result=3\n')
  const none = await cli([call, url, '{urn:x}No'])
  t.regex(none.err, /^Fault .*Client/)
  t.is(none.code, 65)
})

test('a route into its own folder is refused, and so is a relative one', async (t) => {
  const folder = outside(t, yaml())
  const inbox = join(folder, 'inbox')
  const check = (to: string) =>
    cli(['config', 'check', '-c', 'w.yaml', '--set', `routes=[{to: "${to}"}]`], { folder })
  t.regex((await check(`folder:${inbox}`)).err, /which leads back to this one/)
  t.regex((await check('folder:inbox')).err, /expected folder: and an absolute path/)
  t.is((await check('folder:/var/spool/ledger')).code, 0)
})

test('the plan and the configuration in effect show it, smtp is gone', async (t) => {
  const folder = outside(t, yaml())
  const plan = await cli(['plan', '-c', 'w.yaml'], { folder })
  t.regex(plan.out, /^Listeners\n {2}http:.*\n\nFolder\n {2}\S+\/inbox\n\nActors\n/)
  const { out } = await cli(['config', 'print', '-c', 'w.yaml'], { folder })
  t.regex(out, /\nfolder:\n {2}path: \S*\/inbox\n {2}maxBytes: 10MiB\n {2}interval: 5ms\n/)
  t.notRegex(out, /\nsmtp:/)
  const wrong = await cli(['config', 'check', '-c', 'w.yaml', '--set', 'folder.interval=0'], {
    folder,
  })
  t.is(wrong.code, 78)
  t.regex(wrong.err, /--set folder\.interval: folder\.interval: expected at least 1ms, got 0/)
})
