/** Messages that name addresses inside: no word of them opens a connection, routes or none. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import test, { type ExecutionContext } from 'ava'
import calculator from '../../plugins/calculator/index.js'
import { createLog } from '../../src/log.js'
import { isIdle, until } from '../support/jobs.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { type ServedNode, serveNode } from '../support/nodes/node.js'
import { ACTION, endpoint, MESSAGE_ID, wsa } from '../support/wire/addressing.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'
import { lureFile, lurePort } from '../support/wire/lures.js'
import { post, type RawAnswer, raw } from '../support/wire/raw.js'

const SOAP = 'application/soap+xml; charset=utf-8'
/** The entry of an operation that this node has not. */
const ELSEWHERE = '<u:U xmlns:u="urn:u"/>'

/** Addresses in every spelling; `PORT` is one of the loopback address that counts who connects. */
const ADDRESSES = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://localhost:PORT/',
  'http://localhost.:PORT/',
  'http://\u2460\u2461\u2466.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'https://127.0.0.1:PORT/',
  // Whatever such a name means by now, nobody asks.
  'http://rebind.example:PORT/',
  'FILE',
  'gopher://127.0.0.1:PORT/',
  'redis://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'mailto:root@127.0.0.1',
]

/** Counts every socket that this process opens, but for those of the tests themselves. */
function sockets(t: ExecutionContext): { readonly opened: number; own(): void } {
  let opened = 0
  let own = 0
  const count = () => {
    opened += 1
  }
  // All that connects goes through it, before a name is looked up.
  subscribe('net.client.socket', count)
  t.teardown(() => unsubscribe('net.client.socket', count))
  return {
    get opened() {
      return opened - own
    },
    own: () => {
      own += 1
    },
  }
}

async function node(t: ExecutionContext, settings: readonly string[] = []): Promise<ServedNode> {
  const plugin = await calculator({ options: {}, folder: '.', log: createLog('silent') })
  const served = await serveNode(
    { calculator: plugin },
    { settings: ['node.uri=urn:example:here', ...settings] },
  )
  t.teardown(() => served.close())
  return served
}

/** Everything a message can say an address in, of a SOAP version. */
function headers(address: string, soap: '1.1' | '1.2'): readonly string[] {
  const actor = soap === '1.1' ? 'actor' : 'role'
  const block = (more: string) => `<h:H xmlns:h="urn:h" s:${actor}="${address}"${more}/>`
  return [
    block(''),
    block(' s:mustUnderstand="1"'),
    ...(soap === '1.2' ? [block(' s:relay="true"')] : []),
    wsa('To', address) + ACTION + MESSAGE_ID,
    endpoint('From', address) + ACTION + MESSAGE_ID,
    endpoint('ReplyTo', address) + ACTION + MESSAGE_ID,
    endpoint('FaultTo', address) + ACTION + MESSAGE_ID,
  ]
}

/** True for a fault that blames the sender. */
function blamesSender({ status, body }: RawAnswer, soap: '1.1' | '1.2'): boolean {
  if (soap === '1.2') return status === 400 && body.includes('<env:Value>env:Sender</env:Value>')
  // A faultcode of SOAP 1.1 may be the one of WS-Addressing itself.
  return status === 500 && /<faultcode[^>]*>(soap:Client|wsa:\w+)</.test(body)
}

for (const [what, settings] of [
  ['without routes', []],
  [
    'with routes to elsewhere',
    ['routes=[{actor: "urn:example:auditor", to: "http://192.0.2.1/"}]'],
  ],
] as const) {
  for (const address of ADDRESSES) {
    test.serial(`${what}: no connection to ${address}`, async (t) => {
      const file = lureFile(t)
      const port = await lurePort(t)
      const named = address.replace('PORT', new URL(port.url).port).replace('FILE', file.url)
      const { port: own } = await node(t, settings)
      const seen = sockets(t)
      const send = async (envelope: string, type?: string) => {
        seen.own()
        return raw(own, post(envelope, type === undefined ? {} : { type }), { first: true })
      }
      for (const header of headers(named, '1.1')) {
        t.true(blamesSender(await send(soap11(ELSEWHERE, header)), '1.1'), header)
        await send(soap11(ADD, header))
      }
      for (const header of headers(named, '1.2')) {
        t.true(blamesSender(await send(soap12(ELSEWHERE, header), SOAP), '1.2'), header)
        await send(soap12(ADD, header), SOAP)
      }
      t.is(seen.opened, 0)
      t.is(port.connections, 0)
      file.untouched()
    })
  }
}

test.serial('the fault says that there is no route, and nothing of what is inside', async (t) => {
  const { port } = await node(t)
  const actor = '<h:H xmlns:h="urn:h" s:actor="http://169.254.169.254/"/>'
  const { body } = await raw(port, post(soap11(ELSEWHERE, actor)), { first: true })
  t.true(
    body.includes('There is no such operation here, and no route for the message: {urn:u}U.'),
    body,
  )
  t.false(body.includes('169.254'))
})

test.serial('a block for an actor elsewhere keeps no operation here from its answer', async (t) => {
  const { port } = await node(t)
  const actor = '<h:H xmlns:h="urn:h" s:actor="http://127.0.0.1/" s:mustUnderstand="1"/>'
  t.is((await raw(port, post(soap11(ADD, actor)), { first: true })).status, 200)
})

test.serial('a route leads where it is configured, whatever the message names', async (t) => {
  const hop = await httpHop({ status: 202 })
  t.teardown(() => hop.close())
  const port = await lurePort(t)
  const { port: own } = await node(t, [`routes=[{address: "*", to: "${hop.url}"}]`])
  const seen = sockets(t)
  const to = wsa('To', port.url)
  seen.own()
  const answer = await raw(own, post(soap11(ELSEWHERE, to)), { first: true })
  t.is(answer.status, 202)
  t.is(hop.requests.length, 1)
  t.is(hop.requests[0]?.headers.host, new URL(hop.url).host)
  t.is(port.connections, 0)
  t.is(seen.opened, 1)
})

for (const status of [301, 302, 303, 307, 308]) {
  test.serial(`a destination that answers ${status} leads nowhere else`, async (t) => {
    const port = await lurePort(t)
    const hop = await httpHop({ status, headers: { location: port.url } })
    t.teardown(() => hop.close())
    const { port: own } = await node(t, [
      `destinations={next: {url: "${hop.url}", token: abc}}`,
      'routes=[{to: next}]',
    ])
    const answer = await raw(own, post(soap11(ELSEWHERE)), { first: true })
    t.true(answer.body.includes('<faultcode>soap:Server</faultcode>'), answer.body)
    t.true((answer.status ?? 0) >= 500)
    t.false(answer.body.includes('127.0.0.1'))
    t.is(hop.requests.length, 1)
    t.is(port.connections, 0)
  })
}

for (const [what, name, body] of [
  ['reply', 'ReplyTo', ADD],
  ['fault', 'FaultTo', ADD.replace('>1<', '>x<')],
] as const) {
  test.serial(
    `a ${what} that is to be sent to the node itself comes once, and becomes a dead letter`,
    async (t) => {
      const { url, port, log, queue } = await node(t, [
        'replies.schemes=[http]',
        'replies.hosts=["*:*"]',
        'replies.addresses=[127.0.0.0/8]',
      ])
      const header = endpoint(name, url) + ACTION + MESSAGE_ID
      t.is((await raw(port, post(soap11(body, header)), { first: true })).status, 202)
      await until(async () => (await queue.admin.stats()).dead === 1)
      const exchanges = log.filter(
        ({ msg, attempt }) => msg === 'exchange' && attempt === undefined,
      )
      t.is(exchanges.length, 2)
      t.like(exchanges[1], { outcome: 'fault', code: 'Client' })
      t.true(isIdle(await queue.admin.stats()))
    },
  )
}

test.serial('a reply that goes by way of another node to the node itself ends there', async (t) => {
  const settings = [
    'replies.schemes=[http]',
    'replies.hosts=["*:*"]',
    'replies.addresses=[127.0.0.0/8]',
  ]
  const last = await node(t, settings)
  const first = await node(t, [...settings, 'node.uri=urn:first', `routes=[{to: "${last.url}"}]`])
  const header = endpoint('ReplyTo', first.url) + ACTION + MESSAGE_ID
  t.is((await raw(first.port, post(soap11(ADD, header)), { first: true })).status, 202)
  const settled = async () => {
    const all = await Promise.all([first, last].map(({ queue }) => queue.admin.stats()))
    return all.every(isIdle)
  }
  await until(async () => (await last.queue.admin.stats()).dead === 1)
  await until(settled)
  const arrivals = ({ log }: ServedNode) =>
    log.filter(({ msg, attempt }) => msg === 'exchange' && attempt === undefined).length
  t.deepEqual([arrivals(first), arrivals(last)], [2, 2])
})
