/** What a start loads, which is what it takes its time for: the bundle, and the packages that are not in it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from './support/folder.js'
import { cleanEnvironment, MAIN } from './support/nodes/cli.js'
import { startDaemon } from './support/nodes/daemon.js'
import { type Loaded, loadedBy, writingLoaded } from './support/nodes/loaded.js'
import { ADD, soap11, soap12 } from './support/wire/envelopes.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Before the bundle, and what its stacks are named by. */
const ENTRY = ['node-version.js', 'stacks.js', 'written-at.js'].map((name) => `src/base/${name}`)
const MODULES = [...ENTRY, 'src/main.js']

/** SQLite's, with what finds its binary. */
const NATIVE = ['@photostructure/sqlite', 'node-gyp-build']

/** Runs a command that needs no node. */
async function loads(t: ExecutionContext, args: readonly string[]): Promise<Loaded> {
  const folder = folderOf(t, {})
  const env = cleanEnvironment(writingLoaded(folder))
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env, stdio: 'ignore' })
  await once(child, 'exit')
  return loadedBy(folder, child.pid)
}

test('help and version load no package, and nothing of any command', async (t) => {
  for (const args of [['--help'], ['--version'], ['help'], []]) {
    const { modules, bundled, packages } = await loads(t, args)
    t.deepEqual(modules, MODULES, args.join(' '))
    t.deepEqual(packages, [])
    t.true(bundled < 12, `${bundled} files`)
  }
})

test('a command that asks the node, or reads its files, loads no library of a node', async (t) => {
  for (const args of [['status'], ['config', 'print'], ['keys', 'list']]) {
    const { modules, packages } = await loads(t, args)
    t.deepEqual(modules, MODULES, args.join(' '))
    t.deepEqual(packages, [])
  }
  // The state folder has no file yet; the library is loaded with what reads one.
  t.deepEqual((await loads(t, ['find', 'x'])).packages, NATIVE)
})

/** Of a node with the default configuration: native code, and what reads messages of strangers. */
const PACKAGES: readonly string[] = [
  ...[
    '@photostructure/sqlite',
    'bindings',
    'file-uri-to-path',
    'jose',
    'libxmljs2',
    'node-gyp-build',
  ],
  ...['nodemailer', 'punycode.js', 'smtp-server', 'undici'],
]

async function withLoaded(t: ExecutionContext, settings: readonly string[]) {
  const folder = folderOf(t, {})
  const variables = Object.entries(writingLoaded(folder)).map((pair) => pair.join('='))
  const daemon = await startDaemon(settings, [], 'listening', ['env', ...variables])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  // Mail is listened for last.
  await daemon.logged(({ msg, transport }) => msg === 'listening' && transport === 'smtp')
  return { daemon, loaded: () => loadedBy(folder, daemon.process.pid) }
}

const state = (t: ExecutionContext) => [`stateDir=${folderOf(t, {})}`]

test('a node by default loads the bundle and few packages', async (t) => {
  const { loaded } = await withLoaded(t, state(t))
  const { modules, bundled, packages } = loaded()
  t.deepEqual(modules, MODULES)
  t.deepEqual(packages, PACKAGES)
  t.true(bundled < 140, `${bundled} files`)
})

test('nothing is loaded by messages: what a node needs is there before it listens', async (t) => {
  const { daemon, loaded } = await withLoaded(t, state(t))
  const before = loaded().all
  const answers = [
    soap11(ADD),
    soap12(ADD),
    soap11('<c:Add xmlns:c="urn:example:calculator"/>'),
    '<',
  ]
  for (const body of answers) {
    const type = body.includes('2003/05') ? 'application/soap+xml' : 'text/xml'
    const headers = { 'Content-Type': `${type}; charset=utf-8` }
    const answer = await fetch(daemon.url, { method: 'POST', headers, body })
    await answer.text()
    t.true([200, 400, 500].includes(answer.status), String(answer.status))
  }
  t.is((await fetch(`${daemon.url}/calculator?wsdl`)).status, 200)
  t.deepEqual(loaded().all.slice(before.length), [])
})

const THROWING = `import { definePlugin, elementText, SoapFault } from 'waybill/plugin'
const invoked = {
  Own: () => {
    throw new Error('of the plugin')
  },
  Deep: () => elementText(undefined),
  Fault: () => {
    throw new SoapFault({ code: 'Client', reason: 'as the plugin says' })
  },
}
export default definePlugin(() => ({
  operations: Object.entries(invoked).map(([name, invoke]) => ({ name: \`{urn:throwing}\${name}\`, invoke })),
}))
`

test('stacks name file and line of a plugin and of the node, as without a bundle; a fault of a plugin is one', async (t) => {
  const folder = folderOf(t, { 'throwing.mjs': THROWING, 'node_modules/.keep': '' })
  symlinkSync(ROOT, join(folder, 'node_modules', 'waybill'))
  const plugin = join(folder, 'throwing.mjs')
  const daemon = await startDaemon([`plugins=[${plugin}]`, 'soap.validate=false'])
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const call = async (name: string) => {
    const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
    const body = soap11(`<t:${name} xmlns:t="urn:throwing"/>`)
    return (await fetch(daemon.url, { method: 'POST', headers, body })).text()
  }
  const stackOf = async (name: string, message: RegExp) => {
    await call(name)
    const line = await daemon.logged(({ err }) => message.test(JSON.stringify(err ?? '')))
    return (line.err as { readonly stack: string }).stack.split('\n')
  }
  const own = await stackOf('Own', /of the plugin/)
  t.is(own[0], 'Error: of the plugin')
  t.regex(own[1] ?? '', /^ {4}at .*\(file:\/\/.*\/throwing\.mjs:4:11\)$/)
  t.regex(own[2] ?? '', /file:\/\/.*\/dist\/src\/path\/act\/invoke\.js:\d+:\d+\)?$/)
  const deep = await stackOf('Deep', /TypeError/)
  t.regex(deep[1] ?? '', /^ {4}at elementText \(file:\/\/.*\/dist\/src\/xml\/tree\.js:\d+:\d+\)$/)
  t.regex(deep[2] ?? '', /throwing\.mjs:6:/)
  t.false([...own, ...deep].some((line) => line.includes('/bundle/')))
  t.regex(await call('Fault'), /<faultcode>soap:Client<\/faultcode>.*as the plugin says/)
})
