/** Actions that are hard to write: quoted for HTTP, or held against the message and never the destination. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import { HttpSender } from '../../../transports/http/sender/sender.js'
import { makeNode } from '../../support/nodes/node.js'
import { PATIENCE } from '../../support/waiting.js'
import { soap11, soap12 } from '../../support/wire/envelopes.js'

/** A next node that acknowledges everything. */
async function nextNode(t: ExecutionContext) {
  const actions: (string | undefined)[] = []
  const server = createServer((request, response) => {
    actions.push(request.headers.soapaction?.toString() ?? request.headers['content-type'])
    request.resume().once('end', () => response.writeHead(202).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { actions, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

function sender(t: ExecutionContext) {
  const made = new HttpSender({ maxBody: 10_000 })
  t.teardown(() => made.close())
  return (message: OutboundMessage, to: string) =>
    made.send(message, new URL(to), AbortSignal.timeout(PATIENCE))
}

test('a quote and a backslash are written as HTTP quotes them', async (t) => {
  const { url, actions } = await nextNode(t)
  const send = sender(t)
  const action = 'urn:"a\\b'
  await send({ soap: '1.1', body: soap11(''), action }, url)
  await send({ soap: '1.2', body: soap12(''), action }, url)
  t.is(actions[0], '"urn:\\"a\\\\b"')
  t.is(actions[1], 'application/soap+xml; charset=UTF-8; action="urn:\\"a\\\\b"')
})

test('RFC 3987 §3.1: an action beyond ASCII is written as the URI that it maps to', async (t) => {
  const { url, actions } = await nextNode(t)
  const send = sender(t)
  for (const [action, uri] of [
    ['urn:caf\u00e9', 'urn:caf%C3%A9'],
    ['urn:\u2603\u2028', 'urn:%E2%98%83%E2%80%A8'],
    ['urn:\u{1f600}', 'urn:%F0%9F%98%80'],
    ['urn:\ud800', 'urn:%EF%BF%BD'],
  ] as const) {
    await send({ soap: '1.1', body: soap11(''), action }, url)
    await send({ soap: '1.2', body: soap12(''), action }, url)
    await send({ soap: '1.2', body: soap12(''), action, packaging: 'xop' }, url)
    const [one, two, three] = actions.slice(-3)
    t.is(one, `"${uri}"`)
    t.is(two, `application/soap+xml; charset=UTF-8; action="${uri}"`)
    t.true(three?.endsWith(`; action="${uri}"`), three)
  }
})

for (const soap of ['1.1', '1.2'] as const) {
  test(`an action that HTTP has no form for is not sent, for good: SOAP ${soap}`, async (t) => {
    const { url, actions } = await nextNode(t)
    const send = sender(t)
    for (const action of ['urn:\r\nX: y', 'urn:\0']) {
      const error = await t.throwsAsync(send({ soap, body: soap11(''), action }, url), {
        instanceOf: Undeliverable,
      })
      t.true(error?.permanent)
      t.true(error?.unsent)
    }
    t.deepEqual(actions, [])
  })
}

test('messages that cannot be written are held against no destination', async (t) => {
  const { url, actions } = await nextNode(t)
  const destinations = JSON.stringify({ next: { url, breaker: { failures: 2, pause: '10m' } } })
  const settings = [
    'node.uri=urn:test:node',
    `destinations=${destinations}`,
    'routes=[{to: next, mode: relay}]',
  ]
  const node = makeNode({}, { settings })
  const envelope = soap11('<x xmlns="urn:x"/>')
  for (let count = 0; count < 10; count += 1) {
    const outcome = await node.inject(envelope, { action: 'urn:\r\nX: y' })
    t.is(outcome.kind === 'fault' && outcome.code, 'Client')
    t.regex(outcome.kind === 'fault' ? outcome.message.body : '', /its action is not a URI/)
  }
  t.is((await node.inject(envelope, { action: 'urn:x' })).kind, 'accepted')
  t.deepEqual(actions, ['"urn:x"'])
})
