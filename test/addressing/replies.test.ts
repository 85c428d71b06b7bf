/** Answers that go elsewhere: durable, sent again until they arrive, and only to where they may go. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { fetch } from 'undici'
import { SoapFault } from '../../src/plugin.js'
import { until } from '../support/jobs.js'
import { serveNode } from '../support/nodes/node.js'
import { ACTION, ANONYMOUS, endpoint, NONE, wsa } from '../support/wire/addressing.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const RUN = '<q:Run xmlns:q="urn:q"><q:n>1</q:n></q:Run>'
const OPEN = [
  'replies.schemes=[http]',
  'replies.hosts=["localhost:*", "127.0.0.1:*"]',
  'replies.addresses=[127.0.0.0/8, "::1/128"]',
]
const FAST = 'queue.retry={attempts: 5, delay: 1ms, maxDelay: 5ms, timeLimit: 1m}'

interface Heard {
  readonly body: string
  readonly request: IncomingMessage
}

/** An endpoint that answers with these statuses, the last one for ever. */
async function endpointOf(t: ExecutionContext, statuses: readonly number[]) {
  const heard: Heard[] = []
  const left = [...statuses]
  const listener = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    heard.push({ body: Buffer.concat(chunks).toString(), request })
    response.writeHead((left.length > 1 ? left.shift() : left[0]) ?? 202).end()
    listener.emit('heard')
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.teardown(() => listener.close())
  const { port } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/answers`,
    port,
    heard,
    async hear(count: number) {
      while (heard.length < count) await once(listener, 'heard')
      return heard
    },
  }
}

async function running(t: ExecutionContext, settings: readonly string[] = OPEN) {
  const node = await serveNode(
    {
      q: {
        operations: [
          {
            name: '{urn:q}Run',
            invoke({ n }) {
              if (n === '0') throw new SoapFault({ code: 'Client', reason: 'Not that.' })
              if (n === '-1') throw new Error('away')
              return { n }
            },
          },
          { name: '{urn:q}Tell', exchange: 'one-way', invoke() {} },
        ],
      },
    },
    { settings: [FAST, ...settings] },
  )
  t.teardown(() => node.close())
  const post = (body: string, type = 'text/xml') =>
    fetch(node.url, { method: 'POST', headers: { 'content-type': type }, body })
  return { node, post }
}

let count = 0
const addressed = (more: string) => {
  count += 1
  return `${ACTION}${wsa('MessageID', `urn:example:message:${count}`)}${more}`
}

for (const [name, envelope, type] of [
  ['SOAP 1.1', soap11, 'text/xml'],
  ['SOAP 1.2', soap12, 'application/soap+xml'],
] as const) {
  test(`SOAP Binding §5.1 ${name}: with a ReplyTo elsewhere the request gets 202 and the reply goes there`, async (t) => {
    const { post } = await running(t)
    const to = await endpointOf(t, [202])
    const header = addressed(endpoint('ReplyTo', to.url))
    const id = `urn:example:message:${count}`
    const response = await post(envelope(RUN, header), type)
    t.is(response.status, 202)
    t.is(await response.text(), '')
    t.is(response.headers.get('location'), null)
    const [reply] = await to.hear(1)
    t.regex(reply?.body ?? '', /RunResponse/)
    t.true(reply?.body.includes(`>${id}</wsa:RelatesTo>`))
    t.true(reply?.body.includes(`>${to.url}</`))
    const action = 'urn:example:actResponse'
    const headers = reply?.request.headers
    t.is(
      type === 'text/xml' ? headers?.soapaction : headers?.['content-type'],
      type === 'text/xml' ? `"${action}"` : `${type}; charset=UTF-8; action="${action}"`,
    )
  })
}

test('a fault goes to FaultTo, and from there to nobody else', async (t) => {
  const { post } = await running(t)
  const to = await endpointOf(t, [202])
  const header = addressed(endpoint('FaultTo', to.url))
  const response = await post(soap11(RUN.replace('1', '0'), header))
  t.is(response.status, 202)
  const [fault] = await to.hear(1)
  t.regex(fault?.body ?? '', /Not that\./)
})

for (const reply of ['elsewhere', NONE]) {
  const where = reply === NONE ? 'nowhere' : reply
  test(`SOAP Binding §5.1: with the reply going ${where}, a fault whose FaultTo is anonymous is the answer on the connection`, async (t) => {
    const { node, post } = await running(t)
    const to = await endpointOf(t, [202])
    const replyTo = endpoint('ReplyTo', reply === NONE ? NONE : to.url)
    const ask = (n: string) =>
      post(soap11(RUN.replace('1', n), addressed(replyTo + endpoint('FaultTo', ANONYMOUS))))
    const thrown = await ask('0')
    t.is(thrown.status, 500)
    t.regex(await thrown.text(), /Not that\./)
    const failed = await ask('-1')
    t.is(failed.status, 500)
    t.regex(await failed.text(), /<faultcode>soap:Server</)
    t.is((await node.queue.admin.stats()).dead, 1)
    t.deepEqual(to.heard, [])
    const replied = await ask('1')
    t.is(replied.status, 202)
    t.is(await replied.text(), '')
    if (reply !== NONE) t.regex((await to.hear(1))[0]?.body ?? '', /RunResponse/)
  })
}

test('a sender that does not wait fetches the fault whose FaultTo is anonymous', async (t) => {
  const { node } = await running(t)
  const to = await endpointOf(t, [202])
  const endpoints = endpoint('ReplyTo', to.url) + endpoint('FaultTo', ANONYMOUS)
  const response = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', prefer: 'respond-async' },
    body: soap11(RUN.replace('1', '0'), addressed(endpoints)),
  })
  t.is(response.status, 202)
  await until(async () => (await node.queue.admin.stats()).done === 1)
  const fetched = await fetch(new URL(response.headers.get('location') ?? '', node.url))
  t.is(fetched.status, 500)
  t.regex(await fetched.text(), /Not that\./)
})

test('a request that is wrong before it runs has its fault sent to FaultTo, too', async (t) => {
  const { post } = await running(t)
  const to = await endpointOf(t, [202])
  const header = addressed(endpoint('FaultTo', to.url))
  t.is((await post(soap11('<q:None xmlns:q="urn:q"/>', header))).status, 202)
  const [fault] = await to.hear(1)
  t.regex(fault?.body ?? '', /There is no such operation/)
})

test('a message that fails for good is a dead letter, and its sender is told at its ReplyTo', async (t) => {
  const { node, post } = await running(t)
  const to = await endpointOf(t, [202])
  const header = addressed(endpoint('ReplyTo', to.url))
  t.is((await post(soap11(RUN.replace('1', '-1'), header))).status, 202)
  const [fault] = await to.hear(1)
  t.regex(fault?.body ?? '', /Server/)
  t.notRegex(fault?.body ?? '', /away/)
  await until(async () => (await node.queue.admin.stats()).dead === 1)
})

test('a reply that does not get through is sent again, the same bytes', async (t) => {
  const { post } = await running(t)
  const to = await endpointOf(t, [503, 500, 202])
  await post(soap11(RUN, addressed(endpoint('ReplyTo', to.url))))
  const heard = await to.hear(3)
  t.is(new Set(heard.map(({ body }) => body)).size, 1)
})

test('a reply that is refused for good becomes a dead letter at once', async (t) => {
  const { node, post } = await running(t)
  const to = await endpointOf(t, [404])
  await post(soap11(RUN, addressed(endpoint('ReplyTo', to.url))))
  await until(async () => (await node.queue.admin.stats()).dead === 1)
  const [dead] = await node.queue.admin.list({ state: ['dead'] })
  t.is(dead?.kind, 'send')
  t.is(dead?.attempts, 1)
  t.is(dead?.to, to.url)
  t.regex(dead?.cause ?? '', /404/)
})

test('by default no answer goes elsewhere, and the sender gets a fault that says why', async (t) => {
  const { post } = await running(t, [])
  const to = await endpointOf(t, [202])
  const heard = await post(soap11(RUN, addressed(endpoint('ReplyTo', to.url))))
  t.is(heard.status, 500)
  t.regex(await heard.text(), /OnlyAnonymousAddressSupported|addressing/)
  t.is(to.heard.length, 0)
})

test('a ReplyTo to a loopback address or to a name of one is refused where only names are open', async (t) => {
  const { node, post } = await running(t, ['replies.schemes=[http]', 'replies.hosts=["*:*"]'])
  const to = await endpointOf(t, [202])
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
    const url = `http://${host}:${to.port}/answers`
    const heard = await post(soap11(RUN, addressed(endpoint('ReplyTo', url))))
    t.is(heard.status, 500, host)
    t.regex(await heard.text(), /Address/, host)
  }
  t.is(to.heard.length, 0)
  t.is((await node.queue.admin.stats()).done, 0)
})
