/** What a destination is shown and granted, over real sockets: credentials, certificates, limits. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { type Access, type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import { HttpSender } from '../../../transports/http/sender/sender.js'
import { CERTIFICATE, KEY } from '../../support/wire/certificate.js'
import { soap11 } from '../../support/wire/envelopes.js'

const MESSAGE: OutboundMessage = { body: soap11(''), soap: '1.1' }

interface Listener {
  readonly port: number
  /** The Authorization fields that came, in order. */
  readonly shown: readonly (string | undefined)[]
  /** The other ends of the connections that requests came over. */
  readonly ports: ReadonlySet<number | undefined>
}

async function listening(t: ExecutionContext, server: Server & { closeAllConnections(): void }) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

async function listener(t: ExecutionContext, answer?: RequestListener): Promise<Listener> {
  const shown: (string | undefined)[] = []
  const ports = new Set<number | undefined>()
  const server = createServer((request, response) => {
    shown.push(request.headers.authorization)
    ports.add(request.socket.remotePort)
    request.resume().once('end', () => {
      if (answer) answer(request, response)
      else response.writeHead(202).end()
    })
  })
  return { port: await listening(t, server), shown, ports }
}

function sender(t: ExecutionContext, maxBody = 10_000) {
  const made = new HttpSender({ maxBody })
  t.teardown(() => made.close())
  return {
    close: () => made.close(),
    send: (to: string, access?: Access) =>
      made.send(MESSAGE, new URL(to), AbortSignal.timeout(10_000), { access }),
  }
}

const basic = (pair: string) => `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`

test('credentials go with the messages of their destination, and with no other', async (t) => {
  const { port, shown, ports } = await listener(t)
  const { send } = sender(t)
  const to = `http://127.0.0.1:${port}/`
  const one = { user: 'bus', password: 'p\u00e4ss:word' }
  const two = { token: 'abc.DEF==' }
  for (const access of [one, undefined, two, {}, one]) await send(to, access)
  t.deepEqual(shown, [
    basic('bus:p\u00e4ss:word'),
    undefined,
    'Bearer abc.DEF==',
    undefined,
    basic('bus:p\u00e4ss:word'),
  ])
  // One connection for each of the four; the second message of the first went over the first.
  t.is(ports.size, 4)
})

test('a redirect is not followed, so nobody else is shown the credentials', async (t) => {
  const other = await listener(t)
  const location = `http://127.0.0.1:${other.port}/`
  const { port } = await listener(t, (_, response) => response.writeHead(307, { location }).end())
  const { send } = sender(t)
  await t.throwsAsync(send(`http://127.0.0.1:${port}/`, { token: 'abc' }), {
    instanceOf: Undeliverable,
    message: /307 without an envelope/,
  })
  t.deepEqual(other.shown, [])
})

test('no error contains credentials', async (t) => {
  const { port } = await listener(t, (_, response) => response.writeHead(401).end())
  const { send } = sender(t)
  for (const to of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/']) {
    for (const access of [{ user: 'bus', password: 'hidden' }, { token: 'hidden' }]) {
      const error = await t.throwsAsync(send(to, access))
      const text = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error?.cause)
      t.false(text.includes('hidden') || text.includes(basic('bus:hidden')), text)
    }
  }
})

test('an answer may have as many bytes as the transport takes', async (t) => {
  const body = soap11(`<a>${'x'.repeat(20_000)}</a>`)
  const { port } = await listener(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(body),
  )
  const to = `http://127.0.0.1:${port}/`
  const bytes = Buffer.byteLength(body)
  await t.throwsAsync(sender(t, bytes - 1).send(to), {
    message: `the answer has more than ${bytes - 1} bytes`,
  })
  t.is((await sender(t, bytes).send(to))?.body.length, bytes)
})

test('no more connections are made than the destination is granted', async (t) => {
  const held: (() => void)[] = []
  let news: () => void = () => undefined
  const { port, ports } = await listener(t, (_, response) => {
    held.push(() => response.writeHead(202).end())
    news()
  })
  const { send } = sender(t)
  const access = { connections: 2 }
  const to = `http://127.0.0.1:${port}/`
  const sent = Array.from({ length: 6 }, () => send(to, access))
  for (let answered = 0; answered < 6; answered += 1) {
    while (held.length <= answered) {
      await new Promise<void>((resolve) => {
        news = resolve
      })
    }
    held[answered]?.()
  }
  await Promise.all(sent)
  t.is(ports.size, 2)
})

test('a certificate is shown to the destination that asks for it', async (t) => {
  const names: unknown[] = []
  const server = createSecureServer(
    { cert: CERTIFICATE, key: KEY, ca: CERTIFICATE, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      names.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
      request.resume().once('end', () => response.writeHead(202).end())
    },
  )
  const port = await listening(t, server)
  const { send } = sender(t)
  const to = `https://127.0.0.1:${port}/`
  const whole = { certificate: CERTIFICATE, key: KEY, ca: CERTIFICATE }
  t.is(await send(to, whole), undefined)
  t.deepEqual(names, ['localhost'])
  // Without its authority the destination is not trusted, without a certificate this node is not.
  await t.throwsAsync(send(to), { instanceOf: Undeliverable, message: /cannot be reached/ })
  await t.throwsAsync(send(to, { certificate: CERTIFICATE, key: KEY }), {
    instanceOf: Undeliverable,
  })
  await t.throwsAsync(send(to, { ca: CERTIFICATE }), { instanceOf: Undeliverable })
  t.deepEqual(names, ['localhost'])
})

test('close closes the connections of every destination', async (t) => {
  const { port } = await listener(t)
  const { send, close } = sender(t)
  const to = `http://127.0.0.1:${port}/`
  const token = { token: 'abc' }
  await send(to, token)
  await close()
  for (const access of [token, { token: 'new' }, undefined]) {
    await t.throwsAsync(send(to, access), { instanceOf: Undeliverable })
  }
})
