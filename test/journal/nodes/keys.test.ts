/** A business key that one node has seen leads to the conversation at all nodes with journals of their own. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { ExchangesView, ExchangeView } from '../../../src/operate/admin/api.js'
import { conversationsBy } from '../../../src/store/journal/conversation/by-key.js'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { WithNodes } from '../../../src/store/journal/nodes/with-nodes.js'
import { NO_JOURNAL } from '../../../src/store/journal/off.js'
import { exchangeOf } from '../../support/exchanges.js'
import { adminNode, viewOf } from '../../support/nodes/admin-node.js'

const TRACE = 'e'.repeat(32)
const KEYS = [{ name: 'mrn', value: '24DE 1' }]
const OPEN = `admin.operators={nodes: {token: 'sha256:${createHash('sha256').update('look').digest('hex')}'}}`

const nodesOf = (entries: readonly JournalEntry[]) => entries.map(({ node }) => node).toSorted()

/** Something that answers like a node. @returns its URL */
async function serving(t: ExecutionContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the API of one node finds by a key what another has, and the trace leads to what all have', async (t) => {
  const others = await Promise.all([
    adminNode(t, [OPEN, 'node.uri=urn:node:1']),
    adminNode(t, [OPEN, 'node.uri=urn:node:2']),
  ])
  const logins = others.map(({ url }, at) => ({ name: `node${at + 1}`, url, token: 'look' }))
  const node = await adminNode(t, [
    OPEN,
    'node.uri=urn:node:0',
    `journal.nodes=${JSON.stringify(logins)}`,
  ])
  // The key is seen at the second node only: it came encrypted to the others.
  node.parts.journal.record(exchangeOf({ traceId: TRACE, messageId: 'urn:m:0' }))
  others[0]?.parts.journal.record(exchangeOf({ traceId: TRACE, keys: KEYS }))
  others[1]?.parts.journal.record(exchangeOf({ traceId: TRACE, messageId: 'urn:m:2' }))
  for (const { parts } of [node, ...others]) {
    for (let n = 0; n < 20; n += 1) {
      const keys = [{ name: 'mrn', value: `other ${n}` }]
      parts.journal.record(exchangeOf({ keys, traceId: `${n}`.padStart(32, '0') }))
    }
  }
  for (const text of ['mrn:24DE%201', 'mrn%3D24DE%0A1', '24DE%20%201', '24DE+1']) {
    const { entries, away } = await viewOf<ExchangesView>(node.get(`/api/exchanges?key=${text}`))
    t.deepEqual(nodesOf(entries), ['urn:node:1'], text)
    t.deepEqual(away, [])
  }
  const none = await viewOf<ExchangesView>(node.get('/api/exchanges?key=order:24DE%201'))
  t.deepEqual(none.entries, [])
  const own = await viewOf<ExchangesView>(node.get('/api/exchanges?key=24DE%201&own=true'))
  t.deepEqual(own.entries, [])
  t.is((await node.get('/api/exchanges?key=')).status, 400)
  t.is((await node.get(`/api/exchanges?key=${'x'.repeat(4_001)}`)).status, 400)

  const journal = new WithNodes(node.parts.journal, {
    nodes: logins,
    deadline: 10_000,
    silent: ({ name }, why) => t.fail(`${name}: ${why}`),
  })
  const { conversations } = await conversationsBy(journal, { name: 'mrn', value: '24DE 1' })
  t.is(conversations.length, 1)
  const path = await journal.path(conversations[0]?.id ?? '')
  t.deepEqual(nodesOf(path), ['urn:node:0', 'urn:node:1', 'urn:node:2'])
  const whole = await viewOf<ExchangeView>(node.get(`/api/exchanges/${conversations[0]?.id}`))
  t.deepEqual(nodesOf(whole.path), ['urn:node:0', 'urn:node:1', 'urn:node:2'])
})

test('a node of before is named as one that has no search by keys, and is asked for the path all the same', async (t) => {
  const kept = { key: '1790000000000-a.1-0000', at: 1, node: 'urn:old', event: exchangeOf() }
  const url = await serving(t, (request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://old')
    if (searchParams.has('key')) answer.writeHead(400).end('{"error":"unrecognized key: key"}')
    else if (pathname === '/api/exchanges') answer.end(JSON.stringify({ entries: [kept] }))
    else answer.end(JSON.stringify({ path: [kept], envelopes: [] }))
  })
  const warnings: string[] = []
  const journal = new WithNodes(NO_JOURNAL, {
    nodes: [{ name: 'old', url }],
    deadline: 10_000,
    silent: ({ name }, why) => warnings.push(`${name}: ${why}`),
  })
  t.deepEqual((await journal.search({ key: { value: '24DE 1' } }, 10)).entries, [])
  t.deepEqual((await journal.search({ key: { value: '24DE 2' } }, 10)).entries, [])
  t.deepEqual(nodesOf((await journal.search({}, 10)).entries), ['urn:old'])
  t.deepEqual(nodesOf(await journal.path('x')), ['urn:old'])
  t.deepEqual(warnings, [
    'old: it cannot be searched by business keys (400): it may be of an older version',
  ])
})
