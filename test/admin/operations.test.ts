/** Operations over the admin listener: a form and a sample of each, and a call that is really sent. */
import test from 'ava'
import type {
  CallView,
  OperationsView,
  PeersView,
  TopologyView,
} from '../../src/operate/admin/api.js'
import { adminNode, viewOf } from '../support/nodes/admin-node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const ADD = '<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>'

test('each operation is told with its form, its answers and a sample that the node takes', async (t) => {
  const node = await adminNode(t)
  const { operations, addresses } = await viewOf<OperationsView>(node.get('/api/operations'))
  t.deepEqual(addresses, [{ transport: 'http', url: node.soap }])
  const add = operations.find(({ name }) => name === '{urn:example:calculator}Add')
  t.like(add, { plugin: 'calculator', answers: ['{urn:example:calculator}AddResponse'] })
  t.deepEqual(
    add?.form?.fields?.map(({ name, kind, min, max }) => [name, kind, min, max]),
    [
      ['{urn:example:calculator}a', 'number', 1, 1],
      ['{urn:example:calculator}b', 'number', 1, 1],
    ],
  )
  const call = { url: node.soap, soap: '1.1', envelope: soap11(add?.sample ?? '') }
  const view = await viewOf<CallView>(node.post('/api/operations/call', call))
  t.is(view.status, 200)
  t.regex(view.answer, /AddResponse/)
})

test('a call is sent in both versions, and tells what went and what came', async (t) => {
  const node = await adminNode(t)
  for (const [soap, envelope, type] of [
    ['1.1', soap11(ADD), 'text/xml'],
    ['1.2', soap12(ADD), 'application/soap+xml'],
  ] as const) {
    const call = { url: node.soap, soap, envelope }
    const view = await viewOf<CallView>(node.post('/api/operations/call', call))
    t.is(view.status, 200)
    t.regex(view.answer, /<[\w:]*result>3</)
    t.true(
      view.requestHeaders.some(
        ([name, value]) => name === 'content-type' && value.startsWith(type),
      ),
    )
    t.true(
      view.answerHeaders.some(([name, value]) => name === 'content-type' && value.startsWith(type)),
    )
    const line = node.log.find(
      ({ event, traceId }) => event === 'exchange' && traceId === view.exchange,
    )
    t.like(line, { outcome: 'reply' })
  }
  t.is(node.log.filter(({ action }) => action === 'call').length, 2)
})

test('a call goes to this node only', async (t) => {
  const node = await adminNode(t)
  const { origin } = new URL(node.soap)
  for (const url of [
    'http://192.0.2.1/soap',
    `${origin}/elsewhere`,
    `${origin}@192.0.2.1/soap`,
    node.soap.replace('//', '//user:secret@'),
    `${node.soap}/../../x`,
    node.url,
    'file:///etc/passwd',
    'x',
  ]) {
    const answer = await node.post('/api/operations/call', {
      url,
      soap: '1.1',
      envelope: soap11(ADD),
    })
    t.is(answer.status, 400, url)
  }
  const action = 'a\r\nx: y'
  const call = { url: node.soap, soap: '1.1', envelope: soap11(ADD), action }
  t.is((await node.post('/api/operations/call', call)).status, 400)
})

test('the topology has routes and destinations without their passwords', async (t) => {
  const node = await adminNode(t, [
    'node.uri=urn:example:hub',
    "destinations={ledger: {url: 'http://127.0.0.1:9/soap', user: me, password: hidden}}",
    "routes=[{name: out, operation: '{urn:x}*', to: ledger}]",
  ])
  const text = await (await node.get('/api/topology')).text()
  t.notRegex(text, /hidden/)
  const view: TopologyView = JSON.parse(text)
  t.like(view.routes[0], { name: 'out', to: ['ledger'] })
  t.like(view.destinations[0], { name: 'ledger', breaker: 'closed', transport: 'http' })
})

test('peers are told by what they prove, and never what that is', async (t) => {
  const hash = `sha256:${'a'.repeat(64)}`
  const node = await adminNode(t, [
    `security.peers={bank: {password: '${hash}', apiKey: '${hash}', calls: ['{urn:x}*'], sharedKey: c2VjcmV0c2VjcmV0c2VjcmV0}}`,
  ])
  const text = await (await node.get('/api/peers')).text()
  t.notRegex(text, /aaaa|c2VjcmV0/)
  const view: PeersView = JSON.parse(text)
  t.deepEqual(view.peers[0], {
    name: 'bank',
    operations: ['{urn:x}*'],
    policies: [],
    proves: ['a password', 'an API key', 'a shared key'],
    certificates: [],
  })
})
