/** `--json` of every command that has it: each line is one object, with the keys that docs/commands.md tells. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { describeCommand, everyCommand } from '../../src/cli/completion/command-tree.js'
import { createProgram } from '../../src/cli/program.js'
import { openJournal } from '../../src/store/journal/open.js'
import { readConfig } from '../support/config.js'
import { exchangeOf } from '../support/exchanges.js'
import { folderOf } from '../support/folder.js'
import { eachLine } from '../support/lines.js'
import { adminNode } from '../support/nodes/admin-node.js'
import { cleanEnvironment, cli, MAIN } from '../support/nodes/cli.js'
import { startDaemon } from '../support/nodes/daemon.js'
import { certificateFiles } from '../support/security/certificates.js'
import { entryOf, opening } from '../support/security/evidence.js'
import { SILENT } from '../support/silent.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { deadJob, recordOf, storeJobs } from '../support/stored-jobs.js'
import { startWebhook } from '../support/webhook.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { freePort } from '../support/wire/free-port.js'

type Environment = Readonly<Record<string, string>>
/** Arguments of a command, and where it runs. */
type Invocation = readonly [args: readonly string[], environment?: Environment]

const NODE = 'urn:example:json'

/** A queue with a dead letter, a journal with an exchange, and the evidence of one. */
async function kept(t: ExecutionContext): Promise<Environment> {
  const folder = folderOf(t, { 'edit.sh': `cat > "$1" <<'.'\n${recordOf('a', 'coffee')}\n.\n` })
  const stateDir = join(folder, 'state')
  storeJobs(stateDir, [deadJob({ id: 'a' })])
  const settings = [`stateDir=${stateDir}`, `node.uri=${NODE}`]
  const journal = openJournal(readConfig({ environment: {}, settings }), SILENT)
  journal.record(exchangeOf({ messageId: 'urn:m:1' }))
  await journal.stats()
  await journal.close()
  return {
    WAYBILL_STATE_DIR: stateDir,
    WAYBILL_NODE__URI: NODE,
    EDITOR: `/bin/sh -e ${folder}/edit.sh`,
    TMPDIR: folder,
  }
}

async function withEvidence(t: ExecutionContext): Promise<Environment> {
  const stateDir = folderOf(t, {})
  const files = certificateFiles(t)
  const queue = await openSqlite({ stateDir })
  const evidence = await opening(join(stateDir, 'evidence'), queue, {
    node: NODE,
    fileSize: 10_000,
  })
  await evidence.append(entryOf({ exchange: 'one', bytes: Buffer.from('<m/>') }))
  await evidence.close()
  await queue.close()
  return {
    WAYBILL_STATE_DIR: stateDir,
    WAYBILL_NODE__URI: NODE,
    WAYBILL_SECURITY__CERTIFICATE: files.certificate('rsa'),
    WAYBILL_SECURITY__KEY: files.key('rsa'),
  }
}

const onKept =
  (...args: readonly string[]) =>
  async (t: ExecutionContext): Promise<Invocation> => [args, await kept(t)]
const onEvidence =
  (...args: readonly string[]) =>
  async (t: ExecutionContext): Promise<Invocation> => [args, await withEvidence(t)]

/** A command about destinations, of a node that runs with one. */
const onDestination =
  (...args: readonly string[]) =>
  async (t: ExecutionContext): Promise<Invocation> => {
    const port = await freePort()
    const destinations = '{ bank: { url: "http://127.0.0.1:1/" } }'
    const { stateDir } = await adminNode(t, [`admin.port=${port}`, `destinations=${destinations}`])
    const environment = {
      WAYBILL_STATE_DIR: stateDir,
      WAYBILL_ADMIN__PORT: String(port),
      WAYBILL_DESTINATIONS: destinations,
    }
    return [['destinations', ...args], environment]
  }

const HERE: Environment = {
  WAYBILL_HTTP__PORT: '0',
  WAYBILL_SMTP__PORT: '0',
  WAYBILL_ADMIN__PORT: '0',
}

const ownPair = (folder: string): Environment => ({
  WAYBILL_SECURITY__CERTIFICATE: join(folder, 'own.pem'),
  WAYBILL_SECURITY__KEY: join(folder, 'own.key'),
})

const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a">
  <xs:element name="a" type="xs:int"/>
</xs:schema>`

/** How each of them is run, by the words of the command. */
const RUNS: Readonly<Record<string, (t: ExecutionContext) => Promise<Invocation> | Invocation>> = {
  init: (t) => [['init', join(folderOf(t, {}), 'new')]],
  call: async (t) => {
    const node = await startDaemon(['transports=[http]'])
    t.teardown(() => node.process.kill('SIGKILL'))
    return [['call', node.url, '{urn:example:calculator}Add', 'a=1', 'b=2']]
  },
  find: onKept('find', 'urn:m:1'),
  'exchanges ls': onKept('exchanges', 'ls'),
  'exchanges show': onKept('exchanges', 'show', 'urn:m:1'),
  tail: onKept('tail', '--last', '1'),
  plan: () => [['plan']],
  status: async (t) => {
    const { url, stateDir } = await adminNode(t)
    return [['status', '--url', url], { WAYBILL_STATE_DIR: stateDir }]
  },
  doctor: (t) => [['doctor', '--offline'], { ...HERE, WAYBILL_STATE_DIR: folderOf(t, {}) }],
  'alerts test': async (t) => {
    const { url } = await startWebhook(t)
    return [['alerts', 'test'], { WAYBILL_ALERTS__WEBHOOK: `{url: "${url}"}` }]
  },
  'keys create': (t) => [['keys', 'create', '--subject', 'CN=a'], ownPair(folderOf(t, {}))],
  'keys import': (t) => {
    const { key, certificate } = certificateFiles(t)
    return [['keys', 'import', key('rsa'), certificate('rsa')], ownPair(folderOf(t, {}))]
  },
  'keys list': onEvidence('keys', 'list'),
  'keys password': () => [['keys', 'password']],
  'keys token': () => [['keys', 'token']],
  'keys trust': async (t) => {
    const { certificate } = certificateFiles(t)
    const peer = `{signs: {ca: ${certificate('authority')}}}`
    return [
      ['keys', 'trust', certificate('rsa'), '--peer', 'bank'],
      { ...(await withEvidence(t)), WAYBILL_SECURITY__PEERS: `{bank: ${peer}}` },
    ]
  },
  'config check': () => [['config', 'check']],
  'config print': () => [['config', 'print']],
  validate: (t) => {
    const folder = folderOf(t, { 'a.xsd': XSD, 'a.xml': '<a xmlns="urn:a">1</a>' })
    return [['validate', '--schema', join(folder, 'a.xsd'), join(folder, 'a.xml')]]
  },
  verify: async (t) => {
    const { folder, key, certificate } = certificateFiles(t)
    const [order, signed] = [join(folder, 'order.xml'), join(folder, 'signed.xml')]
    writeFileSync(order, soap11(ADD))
    const pair = ['--key', key('rsa'), '--certificate', certificate('rsa')]
    writeFileSync(signed, (await cli(['sign', order, ...pair])).out)
    return [['verify', signed, '--trust', certificate('authority')]]
  },
  import: async (t) => {
    const folder = folderOf(t, { 'calculator.wsdl': (await cli(['wsdl', 'calculator'])).out })
    return [['import', join(folder, 'calculator.wsdl'), '--to', join(folder, 'to')]]
  },
  'queue stats': onKept('queue', 'stats'),
  'queue ls': onKept('queue', 'ls'),
  'queue show': onKept('queue', 'show', 'a'),
  'queue pause': onKept('queue', 'pause'),
  'queue resume': onKept('queue', 'resume'),
  'queue trim': onKept('queue', 'trim', '--older-than', '1d'),
  'queue check': onKept('queue', 'check'),
  'queue backup': (t) => onKept('queue', 'backup', join(folderOf(t, {}), 'queue.db'))(t),
  'destinations ls': onDestination('ls'),
  'destinations pause': onDestination('pause', 'bank'),
  'destinations resume': onDestination('resume', 'bank'),
  'destinations try': onDestination('try', 'bank'),
  'dead ls': onKept('dead', 'ls'),
  'dead show': onKept('dead', 'show', 'a'),
  'dead replay': onKept('dead', 'replay', '--all'),
  'dead edit': onKept('dead', 'edit', 'a'),
  'dead rm': onKept('dead', 'rm', '--all'),
  'evidence ls': onEvidence('evidence', 'ls'),
  'evidence show': onEvidence('evidence', 'show', '1/2'),
  'evidence verify': onEvidence('evidence', 'verify'),
  'evidence export': (t) =>
    onEvidence('evidence', 'export', 'one', '--to', join(folderOf(t, {}), 'to'))(t),
}

const reported = everyCommand(describeCommand(await createProgram([], true))).flatMap(
  ({ path, json }) => (json ? [{ name: path.join(' '), keys: json.keys }] : []),
)

/** They print what others have defined: an answer, the configuration. */
const WITHOUT_KEYS: readonly string[] = ['call', 'config print']

test('every command that has --json is run here', (t) => {
  t.deepEqual(Object.keys(RUNS).sort(), reported.map(({ name }) => name).sort())
  t.deepEqual(
    reported.filter(({ keys }) => Object.keys(keys).length === 0).map(({ name }) => name),
    WITHOUT_KEYS,
  )
})

for (const { name, keys } of reported) {
  test(`waybill ${name} --json prints objects with the keys that it tells`, async (t) => {
    const [args, environment] = (await RUNS[name]?.(t)) ?? [[]]
    const all = [...args, '--json']
    const { code, out } =
      name === 'tail' ? await begun(all, environment) : await run(all, environment)
    t.is(code, 0)
    t.true(out.endsWith('\n'))
    const lines = out.slice(0, -1).split('\n')
    for (const line of lines) {
      const object: unknown = JSON.parse(line)
      if (typeof object !== 'object' || object === null) t.fail(line)
      else if (!WITHOUT_KEYS.includes(name)) fits(t, Object.keys(object), keys)
    }
  })
}

/** What is not in every object says where it is. */
const SOMETIMES = /^only with |; only with /

function fits(
  t: ExecutionContext,
  found: readonly string[],
  keys: Readonly<Record<string, string>>,
) {
  const always = Object.entries(keys).filter(([, meaning]) => !SOMETIMES.test(meaning))
  t.deepEqual(
    found.filter((key) => !(key in keys)),
    [],
    'keys that are not told',
  )
  if ('found' in keys) return
  t.deepEqual(
    always.map(([key]) => key).filter((key) => !found.includes(key)),
    [],
    'keys that are missing',
  )
}

async function run(args: readonly string[], environment: Environment | undefined) {
  const { code, out, err } = await cli(args, environment && { environment })
  return { code, out: out === '' ? err : out }
}

/** A command that ends when it is told to, and its first line. */
async function begun(args: readonly string[], environment: Environment | undefined) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: cleanEnvironment(environment),
  })
  let out = ''
  eachLine(child.stdout, (line) => {
    out += `${line}\n`
    child.kill('SIGTERM')
  })
  const [code]: readonly (number | null)[] = await once(child, 'close')
  return { code: code ?? null, out }
}
