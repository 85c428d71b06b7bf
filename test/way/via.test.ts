/** Via and traceparent as HTTP carries them from node to node, and what the log says of a trace. */
import test from 'ava'
import { pseudonymOf } from '../../src/message/way/via.js'
import { MAX_VIA, readVia, viaHeader } from '../../transports/http/protocol/via.js'
import { chain } from '../support/nodes/chain.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { ask, ask11 } from '../support/wire/wire.js'

test('a Via field is read as its entries, without comments', (t) => {
  t.deepEqual(readVia('1.1 a'), ['1.1 a'])
  t.deepEqual(readVia('1.0 fred, HTTP/1.1\tp.example.com:80 (Apache, (1.1) \\) x) ,,SMTP/1.0  b'), [
    '1.0 fred',
    'HTTP/1.1 p.example.com:80',
    'SMTP/1.0 b',
  ])
  t.is(readVia(undefined), undefined)
  for (const none of ['', ',', 'a', '1.1', '1.1 a b', '(1.1 a', '1.1 é', '"1.1 a"']) {
    t.is(readVia(none), undefined, none)
  }
})

test('a Via field is written in one line, without what is no entry', (t) => {
  t.deepEqual(viaHeader(['1.1 a', '1.1 b\r\nX: y', '1.1 c, d', 'HTTP/1.1 e']), {
    via: '1.1 a, HTTP/1.1 e',
  })
  t.deepEqual(viaHeader(['\r\n']), {})
  t.deepEqual(viaHeader(), {})
})

test('a long Via field is read in linear time', (t) => {
  const field = '('.repeat(5_000_000) + ')'.repeat(5_000_000) + ', 1.1 a '.repeat(50_000)
  // In proportion to its square, it would take hours.
  t.is(readVia(field)?.length, 50_000)
})

test('every URI has a token of its own', (t) => {
  for (const uri of ['urn:a:b', 'urn:a-b', 'http://x/(y),z?a=b&c', "urn:ä;'*~!"]) {
    const token = pseudonymOf(uri)
    t.regex(token, /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
    t.is(decodeURIComponent(token), uri)
  }
})

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a request that is sent on has its nodes in Via, and so does its answer', async (t) => {
  const body = soap11('<done/>')
  const headers = { 'content-type': 'text/xml', via: '1.1 far' }
  const far = await httpHop({ status: 200, headers, body })
  t.teardown(() => far.close())
  const [node] = await chain(t, ['urn:a', 'urn:b'], { last: new URL(far.url) })
  const heard = await ask11(node?.url ?? '', ADD, '', {
    headers: { via: '1.0 proxy.example (thing/1.0)' },
  })
  t.is(far.requests[0]?.headers.via, '1.0 proxy.example, 1.1 urn%3Aa, 1.1 urn%3Ab')
  t.is(heard.headers.get('via'), '1.1 far, 1.1 urn%3Ab, 1.1 urn%3Aa')
})

test('a request that is not sent on has no Via in its answer', async (t) => {
  const [node] = await chain(t, ['urn:a'])
  const heard = await ask11(node?.url ?? '', ADD, '', { headers: { via: '1.1 urn%3Aa' } })
  t.is(heard.status, 200)
  t.is(heard.headers.get('via'), null)
})

test('a node that finds itself in Via refuses; others there do not matter', async (t) => {
  const far = await httpHop({ status: 202 })
  t.teardown(() => far.close())
  const [node] = await chain(t, ['urn:a'], { last: new URL(far.url) })
  const send = (via: string) => ask11(node?.url ?? '', ADD, '', { headers: { via } })
  const { fault } = await send('1.1 urn%3Aa, 1.1 nginx, 1.1 %E0%A4%A')
  t.is(fault.code, 'Server')
  t.is(fault.reason, 'The message came back to urn:a: urn:a > nginx > %E0%A4%A')
  t.is(far.requests.length, 0)
  t.is((await send('1.1 urn-a, 1.1 urn%3Aab, 1.1 (urn%3Aa)')).status, 202)
})

test('a request that has passed too many is refused', async (t) => {
  const [node] = await chain(t, ['urn:a'])
  const send = (count: number) =>
    ask11(node?.url ?? '', ADD, '', { headers: { via: '1.1 p, '.repeat(count) } })
  t.is((await send(MAX_VIA)).status, 200)
  t.is((await send(MAX_VIA + 1)).status, 431)
})

test('a trace keeps its id and state over nodes; each is a parent of its own', async (t) => {
  const far = await httpHop({ status: 202 })
  t.teardown(() => far.close())
  const nodes = await chain(t, ['urn:a', 'urn:b'], { last: new URL(far.url) })
  await ask11(nodes[0]?.url ?? '', ADD, '', {
    headers: { traceparent: PARENT, tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE' },
  })
  const { traceparent = '', tracestate } = far.requests[0]?.headers ?? {}
  const [version, id, parent, flags] = String(traceparent).split('-')
  t.deepEqual([version, id, flags], ['00', '0af7651916cd43dd8448eb211c80319c', '01'])
  t.regex(parent ?? '', /^[0-9a-f]{16}$/)
  t.not(parent, 'b7ad6b7169203331')
  t.is(tracestate, 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE')
  for (const { log } of nodes) {
    const line = log.find(({ msg }) => msg === 'exchange')
    t.is(line?.traceId, '0af7651916cd43dd8448eb211c80319c')
    t.is(typeof line?.exchange, 'string')
  }
})

test('a message without a trace begins one when it is sent on: the id of the exchange', async (t) => {
  const far = await httpHop({ status: 202 })
  t.teardown(() => far.close())
  const nodes = await chain(t, ['urn:a', 'urn:b'], { last: new URL(far.url) })
  await ask11(nodes[0]?.url ?? '', ADD)
  const [first, second] = nodes.map(({ log }) => log.find(({ msg }) => msg === 'exchange'))
  const id = String(first?.exchange).replaceAll('-', '')
  t.is(first?.traceId, id)
  t.is(second?.traceId, id)
  t.regex(String(far.requests[0]?.headers.traceparent), new RegExp(`^00-${id}-[0-9a-f]{16}-00$`))
})

test('an invalid traceparent is treated as none', async (t) => {
  const [node] = await chain(t, ['urn:a'])
  const send = (headers: Record<string, string>) =>
    ask(node?.url ?? '', soap11(ADD), { headers: { ...headers } })
  t.is((await send({ traceparent: `${PARENT}, ${PARENT}` })).status, 200)
  t.is((await send({ traceparent: 'x'.repeat(5000) })).status, 200)
  t.is((await send({ tracestate: 'a=b' })).status, 200)
  const lines = node?.log.filter(({ msg }) => msg === 'exchange') ?? []
  t.is(lines.length, 3)
  for (const line of lines) t.is(line.traceId, undefined)
})
