/** The status of a fault over HTTP: that of its code in its version, whichever node is at fault. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { block, mark, marking } from '../../support/nodes/marking.js'
import { type HopAnswer, httpHop } from '../../support/nodes/next-hop.js'
import { serveNode } from '../../support/nodes/node.js'
import { RELOADED, reloadingDaemon } from '../../support/nodes/reloading-daemon.js'
import { NS12, soap12 } from '../../support/wire/envelopes.js'
import { freePort } from '../../support/wire/free-port.js'
import { ask, ask11, ask12, Heard, SOAP_XML, TEXT_XML } from '../../support/wire/wire.js'

const ONWARD = '<u:Onward xmlns:u="urn:example:onward"/>'
const NODE = 'urn:example:between'

async function nodeOf(t: ExecutionContext, settings: readonly string[]) {
  const node = await serveNode({ t: marking().plugin }, { settings })
  t.teardown(() => node.close())
  return node
}

/**
 * A node that sends on what it does not do itself.
 *
 * @param next  keys of the destination
 */
function between(
  t: ExecutionContext,
  next: { readonly url: string; readonly timeout?: string },
  mode: string,
  settings: readonly string[] = [],
) {
  const destinations = { next: { ...next, breaker: { failures: 2, pause: '1m' } } }
  return nodeOf(t, [
    `node.uri=${NODE}`,
    `destinations=${JSON.stringify(destinations)}`,
    `routes=${JSON.stringify([{ to: 'next', operation: '{urn:example:onward}*', mode }])}`,
    'queue.retry.attempts=1',
    ...settings,
  ])
}

async function hopOf(t: ExecutionContext, answer: HopAnswer): Promise<string> {
  const hop = await httpHop(answer)
  t.teardown(() => hop.close())
  return hop.url
}

/** Takes connections and never says a word. */
async function silentHop(t: ExecutionContext): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Each way in which a next node can fail, and the reason of the fault. */
const FAILURES: readonly (readonly [
  what: string,
  where: (t: ExecutionContext) => Promise<string>,
  reason: RegExp,
  timeout?: string,
])[] = [
  [
    'that cannot be reached',
    async () => `http://127.0.0.1:${await freePort()}/`,
    /^No answer is available from the next node\.$/,
  ],
  ['that does not answer in time', silentHop, /^The next node did not answer in time\.$/, '50ms'],
  [
    'that answers 503 without an envelope',
    (t) => hopOf(t, { status: 503 }),
    /^No answer is available/,
  ],
  [
    'that answers with a page of a proxy',
    (t) =>
      hopOf(t, { status: 504, headers: { 'content-type': 'text/html' }, body: '<p>Gateway</p>' }),
    /^No answer is available/,
  ],
]

for (const [what, where, reason, timeout] of FAILURES) {
  test(`a next node ${what} is a fault with 500, in both versions`, async (t) => {
    const node = await between(t, { url: await where(t), ...(timeout && { timeout }) }, 'relay')
    // The third one finds the circuit open.
    const all = [await ask11(node.url, ONWARD), await ask12(node.url, ONWARD)]
    for (const [index, heard] of all.entries()) {
      t.is(heard.status, 500)
      t.is(heard.headers.get('content-type'), index === 0 ? TEXT_XML : SOAP_XML)
      t.is(heard.fault.code, 'Server')
      t.regex(heard.fault.reason, reason)
      t.is(heard.fault.actor, NODE)
    }
    for (const heard of [await ask11(node.url, ONWARD), await ask12(node.url, ONWARD)]) {
      t.is(heard.status, 500)
      t.is(heard.fault.code, 'Server')
    }
  })
}

test('a message that a route of mode request-reply gets no answer to is a fault with 500, and so is what is fetched later', async (t) => {
  const down = { url: `http://127.0.0.1:${await freePort()}/` }
  const bridge = await between(t, down, 'request-reply')
  for (const heard of [await ask11(bridge.url, ONWARD), await ask12(bridge.url, ONWARD)]) {
    t.is(heard.status, 500)
    t.is(heard.fault.code, 'Server')
  }
  const store = await between(t, down, 'store')
  for (const post of [ask11, ask12]) {
    const accepted = await post(store.url, ONWARD)
    t.is(accepted.status, 202)
    const { origin } = new URL(store.url)
    const location = `${origin}${accepted.headers.get('location')}`
    const exchange = location.slice(location.lastIndexOf('/') + 1)
    await store.queue.ended(exchange, AbortSignal.timeout(10_000))
    const answer = await fetch(location)
    const heard = new Heard(answer.status, answer.headers, await answer.text())
    t.is(heard.status, 500)
    t.is(heard.fault.code, 'Server')
  }
})

const MU = 's:mustUnderstand="1"'

/** A fault of each code of the table, in SOAP 1.2. */
async function eachCode(url: string) {
  const encoded = mark('a').replace('<t:Mark', '<t:Mark s:encodingStyle="urn:x"')
  return [
    ['VersionMismatch', await ask(url, '<Envelope/>', { type: SOAP_XML })],
    ['MustUnderstand', await ask12(url, mark('a'), block('Unheard', MU))],
    ['DataEncodingUnknown', await ask12(url, encoded)],
    ['Sender', await ask12(url, mark('a', 'Refuse'))],
    ['Sender', await ask12(url, mark('a', 'Missing'))],
    ['Receiver', await ask12(url, mark('a', 'Crash'))],
  ] as const
}

for (const senderFaultStatus of [400, 500]) {
  test(`http.senderFaultStatus ${senderFaultStatus}: the status of env:Sender, and of nothing else`, async (t) => {
    const set = `http.senderFaultStatus=${senderFaultStatus}`
    const { url } = await nodeOf(t, [set])
    for (const [code, heard] of await eachCode(url)) {
      t.is(heard.status, code === 'Sender' ? senderFaultStatus : 500, code)
      t.is(heard.fault.codes[0], `{${NS12}}${code}`)
      t.is(heard.headers.get('content-type'), SOAP_XML)
    }
    // A GET is of SOAP 1.2, and its envelope, too.
    const retrieved = await fetch(`${url}/t/Refuse?text=a`)
    t.is(retrieved.status, senderFaultStatus)
    t.regex(await retrieved.text(), /Sender/)
    t.is((await ask11(url, mark('a', 'Refuse'))).status, 500)
    t.is((await ask12(url, mark('a'))).status, 200)
    // What has no envelope is not a fault of SOAP.
    const broken = await ask(url, '<s:Envelope', { type: SOAP_XML })
    t.deepEqual([broken.status, broken.text], [400, ''])
    const headers = { accept: 'application/json' }
    const json = await fetch(`${url}/t/Refuse?text=a`, { headers })
    t.is(json.status, 400)
    t.regex(String(json.headers.get('content-type')), /^application\/json/)
    await json.text()
  })

  test(`http.senderFaultStatus ${senderFaultStatus}: a Sender fault of the next node has it, whatever it came with`, async (t) => {
    const body = soap12(
      '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no</s:Text></s:Reason></s:Fault>',
    )
    for (const status of [200, 400, 500, 502]) {
      const url = await hopOf(t, { status, headers: { 'content-type': SOAP_XML }, body })
      const set = `http.senderFaultStatus=${senderFaultStatus}`
      const node = await between(t, { url }, 'relay', [set])
      const heard = await ask12(node.url, ONWARD)
      t.is(heard.status, senderFaultStatus)
      t.is(heard.text, body)
    }
  })
}

test('http.senderFaultStatus is taken over by a reload, for the next request on an open connection', async (t) => {
  const text = 'plugins: [calculator]\n'
  const { daemon, reload } = await reloadingDaemon(t, text)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const status = async (reused: boolean) => {
    const sent = request(daemon.url, {
      method: 'POST',
      agent,
      headers: { 'content-type': SOAP_XML },
    })
    sent.end(soap12(ONWARD))
    const [answer] = await once(sent, 'response')
    await answer.resume().toArray()
    t.is(sent.reusedSocket, reused)
    return answer.statusCode
  }
  t.is(await status(false), 400)
  const reloaded = await reload(`${text}http: { senderFaultStatus: 500 }\n`)
  t.like(reloaded, { msg: RELOADED, changed: ['http.senderFaultStatus'] })
  t.is(await status(true), 500)
  const wrong = await reload(`${text}http: { senderFaultStatus: 404 }\n`)
  t.regex(JSON.stringify(wrong.err), /http\.senderFaultStatus: expected/)
  t.is(await status(true), 500)
})
