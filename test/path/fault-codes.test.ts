/** Codes of a plugin's own, in both versions: on the wire, through the queue, over further nodes, to the one who called. */
import test, { type ExecutionContext } from 'ava'
import { createSender, FaultAnswer } from '../../src/client/sender.js'
import { type FaultParts, type Plugin, SoapFault } from '../../src/plugin.js'
import { SOAP_11, SOAP_12, type SoapVersion } from '../../src/soap/version.js'
import { childElements, elementText } from '../../src/xml/tree.js'
import { until } from '../support/jobs.js'
import { cli } from '../support/nodes/cli.js'
import { serveNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { envelope } from '../support/wire/envelopes.js'
import { ask, childOf, Heard } from '../support/wire/wire.js'

const UNKNOWN = '{urn:example:prices}UnknownItem'
const REQUEST = '{urn:example:prices}InvalidRequest'
const reason = 'There is no such item.'

const FAULTS = {
  own: { code: 'Client', faultcode: UNKNOWN, reason },
  nested: { code: 'Client', subcodes: [REQUEST, UNKNOWN], reason },
  both: { code: 'Client', faultcode: UNKNOWN, subcodes: [REQUEST, UNKNOWN], reason },
  dotted: { code: 'Client', faultcode: 'Client.UnknownItem', reason },
  deep: { code: 'Server', faultcode: 'Server.Stock.Away', subcodes: [UNKNOWN], reason },
} as const satisfies Readonly<Record<string, FaultParts>>
type Name = keyof typeof FAULTS
const NAMES = Object.keys(FAULTS) as readonly Name[]

const s11 = (local: string) => `{${SOAP_11.namespace}}${local}`
const s12 = (local: string) => `{${SOAP_12.namespace}}${local}`

/** What is said in each version. */
const CODES: Readonly<Record<Name, Readonly<Record<'1.1' | '1.2', readonly string[]>>>> = {
  own: { '1.1': [UNKNOWN], '1.2': [s12('Sender'), UNKNOWN] },
  nested: { '1.1': [s11('Client')], '1.2': [s12('Sender'), REQUEST, UNKNOWN] },
  both: { '1.1': [UNKNOWN], '1.2': [s12('Sender'), REQUEST, UNKNOWN] },
  dotted: { '1.1': [s11('Client.UnknownItem')], '1.2': [s12('Sender')] },
  deep: { '1.1': [s11('Server.Stock.Away')], '1.2': [s12('Receiver'), UNKNOWN] },
}

const thrown = (name: unknown): never => {
  throw new SoapFault(FAULTS[name as Name])
}

const plugin: Plugin = {
  operations: [
    { name: '{urn:p}Ask', safe: true, invoke: ({ which }) => thrown(which) },
    { name: '{urn:p}Queued', dispatch: 'queue', invoke: ({ which }) => thrown(which) },
  ],
  headers: [{ name: '{urn:p}Block', process: (block) => thrown(elementText(block)) }],
}

async function running(t: ExecutionContext) {
  const settings = ['queue.retry={attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: 1m}']
  const last = await serveNode({ p: plugin }, { settings })
  const nodes = [last]
  for (const mode of ['relay', 'store', 'request-reply'] as const) {
    nodes.push(await serveNode({}, { settings, findRoute: onwardTo(last.url, mode) }))
  }
  t.teardown(() => Promise.all(nodes.map((node) => node.close())))
  const [, relay, store, bridge] = nodes
  return { last, relay, store, bridge }
}

const entry = (operation: string, name: Name) =>
  `<p:${operation} xmlns:p="urn:p"><p:which>${name}</p:which></p:${operation}>`

const post = (url: string, version: SoapVersion, body: string, header = '') =>
  ask(url, envelope(version.namespace, body, header), { type: version.mediaType })

/** Has a message stored, and fetches its answer. */
async function fetched(url: string, version: SoapVersion, body: string): Promise<Heard> {
  const reported = await post(url, version, body)
  const at = new URL(reported.headers.get('location') ?? '', url)
  const heard: Heard[] = []
  await until(async () => {
    const { status, headers, text } = await get(at)
    if (status !== 202) heard.push(new Heard(status, headers, text))
    return heard.length > 0
  })
  return heard[0] ?? reported
}

async function get(url: URL) {
  const answer = await fetch(url)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function check(t: ExecutionContext, heard: Heard, version: SoapVersion, name: Name, how: string) {
  t.deepEqual(heard.codes, CODES[name][version.name], `${how} ${name}`)
  t.is(heard.fault.reason, reason)
}

for (const version of [SOAP_11, SOAP_12]) {
  test(`SOAP ${version.name}: a plugin's own codes are written, and the status is that of the standard code`, async (t) => {
    const { last } = await running(t)
    for (const name of NAMES) {
      const client = FAULTS[name].code === 'Client'
      const status = version.name === '1.2' && client ? 400 : 500
      const heard = await post(last.url, version, entry('Ask', name))
      check(t, heard, version, name, 'operation')
      t.is(heard.status, status, name)
      const block = `<p:Block xmlns:p="urn:p">${name}</p:Block>`
      check(t, await post(last.url, version, entry('Ask', name), block), version, name, 'block')
    }
  })

  test(`SOAP ${version.name}: a plugin's own codes are kept in the queue`, async (t) => {
    const { last } = await running(t)
    for (const name of NAMES.filter((each) => FAULTS[each].code === 'Client')) {
      check(t, await post(last.url, version, entry('Queued', name)), version, name, 'queued')
    }
  })

  test(`SOAP ${version.name}: a plugin's own codes come back over another node`, async (t) => {
    const { relay, store, bridge } = await running(t)
    for (const name of NAMES) {
      for (const node of [relay, bridge]) {
        const heard = await post(node?.url ?? '', version, entry('Ask', name))
        check(t, heard, version, name, node === relay ? 'relay' : 'request-reply')
      }
      // Nobody can tell from such a code of SOAP 1.1 that its message is to blame: it becomes a dead letter.
      const unclear = CODES[name][version.name][0] === UNKNOWN || FAULTS[name].code === 'Server'
      const heard = await fetched(String(store?.url), version, entry('Ask', name))
      if (unclear) t.regex(heard.text, /The message could not be processed/)
      else check(t, heard, version, name, 'store')
    }
    const unclear = version.name === '1.1' ? 3 : 1
    t.is((await store?.queue.admin.stats())?.dead, unclear)
  })

  test(`SOAP ${version.name}: a sender is told the codes of a plugin`, async (t) => {
    const { last } = await running(t)
    const sender = createSender({ soap: version.name })
    t.teardown(() => sender.close())
    for (const name of NAMES) {
      const call = sender.call(last.url, '{urn:p}Ask', { which: name })
      const error = await t.throwsAsync(call, { instanceOf: FaultAnswer })
      t.deepEqual(error?.codes, CODES[name][version.name])
      const recognised = version.name === '1.2' || !CODES[name]['1.1'].includes(UNKNOWN)
      t.is(error?.code, recognised ? FAULTS[name].code : undefined, name)
    }
  })

  test(`SOAP ${version.name}: waybill call prints the codes of a plugin`, async (t) => {
    const { last } = await running(t)
    const args = ['call', last.url, '{urn:p}Ask', 'which=both', '--soap', version.name]
    const { err } = await cli(args)
    t.true(err.includes(`Fault ${CODES.both[version.name].join(' / ')}: ${reason}`), err)
  })
}

test('SOAP 1.2 Part 1 §5.4.1.3: subcodes are nested, each with a name in its own namespace', async (t) => {
  const { last } = await running(t)
  const heard = await post(last.url, SOAP_12, entry('Ask', 'nested'))
  const outer = childOf(childOf(heard.entry, 'Code'), 'Subcode')
  t.deepEqual(
    childElements(outer).map(({ local }) => local),
    ['Value', 'Subcode'],
  )
})

test('a fault with a code that no version can write is a TypeError where it is made', (t) => {
  const wrong: readonly Partial<FaultParts>[] = [
    { faultcode: 'UnknownItem' as never },
    { faultcode: 'Server.Away' },
    { faultcode: 'Client.' },
    { faultcode: 'Client.not this' },
    { faultcode: '{}UnknownItem' },
    { faultcode: '{urn:example:prices}' },
    { faultcode: '{urn:example:prices}p:UnknownItem' },
    { faultcode: s11('Client') as never },
    { subcodes: ['UnknownItem'] },
    { subcodes: [UNKNOWN, '{urn:x}a b'] },
    { subcodes: [s12('Sender')] },
    { faultcode: '{http://www.w3.org/XML/1998/namespace}lang' },
    { subcodes: ['{http://www.w3.org/2000/xmlns/}p'] },
  ]
  for (const parts of wrong) {
    t.throws(() => new SoapFault({ code: 'Client', reason, ...parts }), { instanceOf: TypeError })
  }
})
