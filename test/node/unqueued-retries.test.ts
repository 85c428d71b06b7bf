/** Retries of operations that are not queued: told by `config check`, at start and at a reload, and true. */
import test, { type ExecutionContext } from 'ava'
import { findUnqueuedRetries } from '../../src/operate/findings/unqueued-retries.js'
import { OperationTable } from '../../src/path/parts/operation-table.js'
import type { Operation, Plugin } from '../../src/plugin.js'
import { configurationOf } from '../support/config.js'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { serveNode } from '../support/nodes/node.js'
import { RELOADED, reloadingDaemon } from '../support/nodes/reloading-daemon.js'
import { MESSAGE_ID, wsa } from '../support/wire/addressing.js'
import { ask11 } from '../support/wire/wire.js'

const NAME = '{urn:x}Run'
const RETRY = { attempts: 3, delay: 1, maxDelay: 5 }
const RUN = '<x:Run xmlns:x="urn:x"/>'

const COUNTS =
  'counts only for messages that go through the queue: those by mail, with Prefer, or with answers that go elsewhere. A caller that waits on its connection gets the outcome of the first run, and it is not tried again'
const BY_PLUGIN = `plugins: the plugin p: retry of ${NAME} ${COUNTS}`
const BY_CONFIGURATION = `queue.operations: what it says of ${NAME} ${COUNTS}`

/** What is told of one operation. */
function warningsOf(
  operation: Partial<Operation>,
  settings: readonly string[] = [],
): readonly string[] {
  const definition: Plugin = { operations: [{ name: NAME, invoke: () => ({}), ...operation }] }
  const plugins = [{ name: 'p', from: 'test', definition }]
  const table = new OperationTable(plugins, undefined, {})
  const found = findUnqueuedRetries(table.all, configurationOf({ environment: {}, settings }))
  return found.map(({ key, sentence }) => `${key}: ${sentence}`)
}

const CONFIGURED = [`queue.operations={"${NAME}": {attempts: 3}}`]

test('it is told where a plugin or the configuration says it of what is not queued', (t) => {
  for (const operation of [{}, { dispatch: 'inline' }, { safe: true }] as const) {
    const [byPlugin = '', ...none] = warningsOf({ ...operation, retry: RETRY })
    t.deepEqual(none, [])
    t.true(byPlugin.startsWith(BY_PLUGIN), byPlugin)
    t.true(byPlugin.endsWith("dispatch: 'queue' at the operation has all of them tried again"))
    const both = warningsOf({ ...operation, retry: RETRY }, CONFIGURED)
    t.is(both.length, 2)
    t.true(both[1]?.startsWith(BY_CONFIGURATION))
  }
  const [oneWay = ''] = warningsOf({ exchange: 'one-way', dispatch: 'inline', retry: RETRY })
  t.regex(oneWay, /with an identification of their own\. Any other message runs once, at once/)
})

test('nothing is told of what is queued, and of what says nothing', (t) => {
  for (const operation of [
    { dispatch: 'queue' },
    { ordered: true },
    { exchange: 'one-way' },
  ] as const) {
    t.deepEqual(warningsOf({ ...operation, retry: RETRY }, CONFIGURED), [])
  }
  t.deepEqual(warningsOf({}), [])
  t.deepEqual(warningsOf({ retry: {} }, [`queue.operations={"${NAME}": {}}`]), [])
  t.deepEqual(warningsOf({ retry: { attempts: undefined } }), [])
  t.deepEqual(
    warningsOf({}, ['queue.operations={"{urn:x}Other": {attempts: 3}, "__proto__": {}}']),
    [],
  )
  t.deepEqual(warningsOf({}, ['queue.retry.attempts=3']), [])
})

test('a default node is told nothing', async (t) => {
  t.is((await cli(['config', 'check'])).err, '')
})

const PLUGIN = `export default () => ({ operations: [
  { name: '{urn:x}Run', retry: { attempts: 3 }, invoke: () => ({}) },
  { name: '{urn:x}Kept', dispatch: 'queue', retry: { attempts: 3 }, invoke: () => ({}) },
] })`

const WSDL = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:x="urn:x" targetNamespace="urn:x">
  <w:types><xs:schema targetNamespace="urn:x" elementFormDefault="qualified">
    <xs:element name="Ask"><xs:complexType/></xs:element>
    <xs:element name="AskResponse"><xs:complexType/></xs:element>
  </xs:schema></w:types>
  <w:message name="In"><w:part name="body" element="x:Ask"/></w:message>
  <w:message name="Out"><w:part name="body" element="x:AskResponse"/></w:message>
  <w:portType name="T"><w:operation name="Ask"><w:input message="x:In"/><w:output message="x:Out"/></w:operation></w:portType>
  <w:binding name="B" type="x:T">
    <s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Ask"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation>
  </w:binding>
  <w:service name="S"><w:port name="P" binding="x:B"><s:address location="http://old.example/"/></w:port></w:service>
</w:definitions>`

const contract = (options: string) =>
  `export default () => ({ contract: new URL('./c.wsdl', import.meta.url), handlers: { Ask: () => ({}) }, options: { Ask: ${options} } })`

const FILES = {
  'p.mjs': PLUGIN,
  'c.wsdl': WSDL,
  'c.mjs': contract('{ retry: { attempts: 3 } }'),
  'd.mjs': contract('{ retry: { attempts: 3 }, dispatch: "queue" }'),
}

test('config check tells it, of plugins and of contracts, and it is valid all the same', async (t) => {
  const folder = folderOf(t, {
    ...FILES,
    'w.yaml': `plugins: [./p.mjs, ./c.mjs]\nqueue: { operations: { "${NAME}": { delay: 5ms } } }\n`,
    'q.yaml': 'plugins: [./d.mjs]\n',
  })
  const { code, out, err } = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.is(code, 0)
  t.regex(out, /is valid/)
  const lines = err.trimEnd().split('\n')
  t.is(lines.length, 3, err)
  t.true(lines[0]?.startsWith(`warning: ${BY_PLUGIN}`))
  t.true(lines[1]?.startsWith(`warning: ${BY_CONFIGURATION}`))
  t.true(lines[2]?.startsWith(`warning: plugins: the plugin c: retry of {urn:x}Ask ${COUNTS}`))
  const json = await cli(['config', 'check', '--json', '-c', 'w.yaml'], { folder })
  t.is(JSON.parse(json.out).findings.length, 3)
  const queued = await cli(['config', 'check', '-c', 'q.yaml'], { folder })
  t.deepEqual([queued.code, queued.err], [0, ''])
})

const warnings = (log: readonly Record<string, unknown>[]) =>
  log.filter(({ msg }) => String(msg).includes('that go through the queue')).map(({ msg }) => msg)

test('a start tells it, and a reload what it did not tell before', async (t) => {
  const text = 'plugins: [./p.mjs, calculator]\n'
  const { daemon, reload } = await reloadingDaemon(t, text, FILES)
  const [first, ...more] = warnings(daemon.log)
  t.true(String(first).startsWith(BY_PLUGIN))
  t.deepEqual(more, [])
  t.like(await reload(text), { msg: RELOADED, changed: [] })

  const add = '{urn:example:calculator}Add'
  const changed = `${text}queue: { operations: { "${add}": { attempts: 2 }, "{urn:x}Kept": { attempts: 2 } } }\n`
  t.like(await reload(changed), { msg: RELOADED, changed: ['queue.operations'] })
  const isOfAdd = ({ msg }: Record<string, unknown>) =>
    String(msg).startsWith(`queue.operations: what it says of ${add} ${COUNTS}`)
  t.is((await daemon.logged(isOfAdd)).level, 'warn')
  t.is(warnings(daemon.log).length, 2)
  // Known already.
  t.like(await reload(`${changed}log: { level: debug }\n`), { msg: RELOADED })
  t.is(warnings(daemon.log).length, 2)
})

test('a node that takes mail only has nothing to tell', async (t) => {
  const folder = folderOf(t, { ...FILES, 'w.yaml': 'plugins: [./p.mjs]\ntransports: [smtp]\n' })
  const { code, err } = await cli(['config', 'check', '-c', 'w.yaml'], { folder })
  t.deepEqual([code, err], [0, ''])
})

async function failing(t: ExecutionContext, operation: Partial<Operation>) {
  let runs = 0
  const plugin: Plugin = {
    operations: [
      {
        name: NAME,
        retry: RETRY,
        invoke() {
          runs += 1
          throw new Error('the database is away')
        },
        ...operation,
      },
    ],
  }
  const node = await serveNode({ p: plugin })
  t.teardown(() => node.close())
  return { node, runs: () => runs }
}

const dead = ({ node }: Awaited<ReturnType<typeof failing>>, id: string) =>
  node.queue.ended(id, AbortSignal.timeout(20_000))

test('what is told is true: who waits gets the first run, who prefers not to wait has it tried again', async (t) => {
  const setup = await failing(t, {})
  const waits = await ask11(setup.node.url, RUN)
  t.is(waits.status, 500)
  const identified = await ask11(setup.node.url, RUN, wsa('Action', 'urn:x:Run') + MESSAGE_ID)
  t.is(identified.status, 500)
  t.is(setup.runs(), 2)
  const later = await ask11(setup.node.url, RUN, '', { headers: { prefer: 'respond-async' } })
  t.is(later.status, 202)
  const location = String(later.headers.get('location'))
  await dead(setup, location.slice(location.lastIndexOf('/') + 1))
  t.is(setup.runs(), 2 + RETRY.attempts)
})

test("what is told is true: with dispatch 'queue' all are tried again", async (t) => {
  const setup = await failing(t, { dispatch: 'queue' })
  const heard = await ask11(setup.node.url, RUN)
  t.is(heard.status, 500)
  const location = String(heard.headers.get('location'))
  await dead(setup, location.slice(location.lastIndexOf('/') + 1))
  t.is(setup.runs(), RETRY.attempts)
})
