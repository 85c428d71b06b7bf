/** Nodes with journals of their own are asked over their admin listeners, by the API of one and by commands. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { wallTime } from '../../../src/base/time.js'
import type { ExchangesView, ExchangeView } from '../../../src/operate/admin/api.js'
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { WithNodes } from '../../../src/store/journal/nodes/with-nodes.js'
import { NO_JOURNAL } from '../../../src/store/journal/off.js'
import { exchangeOf } from '../../support/exchanges.js'
import { type AdminNode, adminNode, viewOf } from '../../support/nodes/admin-node.js'
import { freePort } from '../../support/redis/redis.js'

const TRACE = 'd'.repeat(32)

const ids = (entries: readonly JournalEntry[]) =>
  entries.map(({ event }) => ('messageId' in event ? event.messageId : undefined))

interface NodeAddress {
  readonly name: string
  readonly url: string
}

/** Lets those that ask look at it. */
const OPEN = `admin.operators={nodes: {token: 'sha256:${createHash('sha256').update('look').digest('hex')}'}}`

const asking = (nodes: readonly NodeAddress[]) => {
  const logins = nodes.map((node) => ({ ...node, token: 'look' }))
  return [`journal.nodes=${JSON.stringify(logins)}`, OPEN]
}

test('where the token may only look, envelopes stay at the node that keeps them, and are counted', async (t) => {
  const operators = (may: string) => OPEN.replace('{token', `{may: ${may}, token`)
  for (const may of ['look', 'read']) {
    const other = await adminNode(t, ['node.uri=urn:node:other', operators(may)])
    const event = exchangeOf({ messageId: 'urn:m:1', traceId: TRACE })
    other.parts.journal.record(event)
    const { exchange } = event
    other.parts.journal.capture({
      exchange,
      at: wallTime(),
      node: 'urn:node:other',
      direction: 'received',
      envelope: '<a/>',
    })
    const node = await adminNode(t, asking([{ name: 'other', url: other.url }]))
    const view = await viewOf<ExchangeView>(node.get(`/api/exchanges/${exchange}`))
    t.is(view.path.filter(({ event }) => event.event === 'exchange').length, 1)
    const kept = may === 'read' ? { envelopes: 1, hidden: 0 } : { envelopes: 0, hidden: 1 }
    t.deepEqual({ envelopes: view.envelopes.length, hidden: view.hidden }, kept, may)
    const read = other.log.flatMap(({ action, ids }) => (action === 'read' ? [ids] : []))
    t.deepEqual(read, kept.envelopes === 1 ? [[exchange]] : [])
  }
})

/** Something that is no node. @returns its URL */
async function serving(t: ExecutionContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Three nodes, each of which asks the two others. */
async function three(t: ExecutionContext): Promise<readonly AdminNode[]> {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const addresses = ports.map((port, at) => ({
    name: `node${at}`,
    url: `http://127.0.0.1:${port}`,
  }))
  return Promise.all(
    ports.map((port, at) =>
      adminNode(t, [
        `admin.port=${port}`,
        `node.uri=urn:node:${at}`,
        ...asking(addresses.filter((_, other) => other !== at)),
      ]),
    ),
  )
}

test('each of three nodes that ask each other tells what all of them have, each entry once', async (t) => {
  const nodes = await three(t)
  for (const [at, { parts }] of nodes.entries()) {
    parts.journal.record(exchangeOf({ messageId: `urn:m:${at}`, traceId: TRACE, outcome: 'fault' }))
    parts.journal.record(exchangeOf({ messageId: 'urn:other' }))
    parts.journal.capture({
      exchange: `e${at}`,
      at: 1,
      node: `urn:node:${at}`,
      direction: 'received',
      envelope: '<a/>',
    })
  }
  for (const { get } of nodes) {
    const page = await viewOf<ExchangesView>(get('/api/exchanges?outcome=fault&since=1h'))
    t.deepEqual(ids(page.entries).toSorted(), ['urn:m:0', 'urn:m:1', 'urn:m:2'])
    t.deepEqual(page.away, [])
    t.is(page.stats.entries, 6)
    const own = await viewOf<ExchangesView>(get('/api/exchanges?own=true'))
    t.is(own.entries.length, 2)
    t.is(own.stats.entries, 2)

    const found: JournalEntry[] = []
    for (let after = ''; ; ) {
      const answer = await viewOf<ExchangesView>(get(`/api/exchanges?limit=2${after}`))
      found.push(...answer.entries)
      if (answer.next === undefined) break
      after = `&after=${answer.next}`
    }
    t.is(new Set(found.map(({ key }) => key)).size, 6)
    t.is(found.length, 6)

    // Only one of them knows this id; the others know its trace.
    const { path, away } = await viewOf<ExchangeView>(get('/api/exchanges/urn:m:1'))
    t.deepEqual(ids(path).toSorted(), ['urn:m:0', 'urn:m:1', 'urn:m:2'])
    t.deepEqual(away, [])
  }
})

test('what another node has captured comes with the path, and too much of it is left out', async (t) => {
  const other = await adminNode(t, [OPEN])
  const node = await adminNode(t, asking([{ name: 'other', url: other.url }]))
  const event = exchangeOf()
  other.parts.journal.record(event)
  const about = { exchange: event.exchange, node: 'urn:o', direction: 'received' } as const
  for (const [at, envelope] of ['<a/>', `<a>${'x'.repeat(5 * 1024 ** 2)}</a>`, '<b/>'].entries()) {
    other.parts.journal.capture({ ...about, at: Date.now() + at, envelope })
  }
  const { envelopes } = await viewOf<ExchangeView>(node.get(`/api/exchanges/${event.exchange}`))
  t.is(envelopes.length, 3)
  t.is(envelopes[0]?.envelope, '<a/>')
  t.regex(envelopes[1]?.envelope ?? '', /^\[too much for one answer/)
})

test('nodes that are away are named in the answer, each with why, and the rest is there', async (t) => {
  const wrong = await serving(t, (_, answer) => answer.writeHead(401).end('{}'))
  const mad = await serving(t, (_, answer) => answer.end('<html>'))
  const there = await adminNode(t, [OPEN])
  const node = await adminNode(
    t,
    asking([
      { name: 'gone', url: `http://127.0.0.1:${await freePort()}` },
      { name: 'wrong', url: wrong },
      { name: 'mad', url: mad },
      { name: 'there', url: there.url },
    ]),
  )
  there.parts.journal.record(exchangeOf({ messageId: 'urn:m' }))
  for (const path of ['/api/exchanges', '/api/exchanges/urn:m']) {
    const view = await viewOf<ExchangesView & ExchangeView>(node.get(path))
    t.deepEqual(ids(view.entries ?? view.path), ['urn:m'])
    const away = new Map(view.away.map(({ name, why }) => [name, why]))
    t.deepEqual([...away.keys()].toSorted(), ['gone', 'mad', 'wrong'])
    t.regex(away.get('gone') ?? '', /ECONNREFUSED/)
    t.is(away.get('wrong'), 'it answered with 401: none of its operators has this token')
    t.regex(away.get('mad') ?? '', /JSON/)
  }
})

test('a node that says nothing is given up after its deadline, once for all questions of a path', async (t) => {
  let requests = 0
  const url = await serving(t, () => {
    requests += 1
  })
  const warnings: string[] = []
  const journal = new WithNodes(NO_JOURNAL, {
    nodes: [{ name: 'silent', url }],
    deadline: 50,
    silent: ({ name }, why) => warnings.push(`${name}: ${why}`),
  })
  t.deepEqual((await journal.search({}, 10)).entries, [])
  t.deepEqual(await journal.path('x'), [])
  t.true(requests <= 1)
  t.is(warnings.length, 1)
  t.regex(warnings[0] ?? '', /^silent: .*timeout/)
})

test('what happens at another node is told as it happens, and nodes that follow each other tell it once', async (t) => {
  const [one, two] = await three(t)
  if (!one || !two) return t.fail()
  t.is((await one.get('/api/events?other=1')).status, 400)
  const ending = new AbortController()
  t.teardown(() => ending.abort())
  // Both follow each other now: what one tells must not come back to it.
  const [at] = await Promise.all(
    [one, two].map(({ url, token }) =>
      fetch(`${url}/api/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: ending.signal,
      }),
    ),
  )
  const again = setInterval(() => two.parts.journal.record(exchangeOf()), 20)
  t.teardown(() => clearInterval(again))
  let text = ''
  for await (const chunk of at?.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.split('data: {').length > 20) break
  }
  const whole = text.slice(0, text.lastIndexOf('\n'))
  const lines = whole.split('\n').filter((line) => line.startsWith('data: {'))
  const keys = lines.map((line) => JSON.parse(line.slice('data: '.length)).key)
  t.true(keys.length >= 10)
  t.is(new Set(keys).size, keys.length)
})
