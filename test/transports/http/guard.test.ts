/** Guarded sends over real sockets: what they connect to, and what they never reach. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { ReplyPolicy } from '../../../src/soap/addressing/reply-policy.js'
import { type Guard, type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import type { Lookup } from '../../../transports/http/sender/guard.js'
import { HttpSender } from '../../../transports/http/sender/sender.js'
import { transportsOf } from '../../support/config.js'
import { soap11 } from '../../support/wire/envelopes.js'

const TRANSPORTS = transportsOf()

const MESSAGE: OutboundMessage = { body: soap11(''), soap: '1.1' }
const ANYWHERE: Guard = () => true
const NOWHERE: Guard = () => false
const ONLY =
  (...addresses: readonly string[]): Guard =>
  (address) =>
    addresses.includes(address)

interface Listener {
  readonly port: number
  /** Connections that were made to it, and requests that came over them. */
  readonly count: { connections: number; requests: number; open: number }
  /** The other ends of the connections that requests came over. */
  readonly ports: Set<number | undefined>
}

async function listener(
  t: ExecutionContext,
  {
    host = '127.0.0.1',
    port = 0,
    answer = (response: ServerResponse): unknown => response.writeHead(202).end(),
  } = {},
): Promise<Listener> {
  const count = { connections: 0, requests: 0, open: 0 }
  const ports = new Set<number | undefined>()
  const server = createServer((request, response) => {
    count.requests += 1
    ports.add(request.socket.remotePort)
    request.resume().once('end', () => answer(response))
  })
  server.on('connection', (socket) => {
    count.connections += 1
    count.open += 1
    socket.once('close', () => {
      count.open -= 1
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, count, ports }
}

/** A lookup that knows one name, and gives what it is told for each time it is asked. */
function names(...answers: readonly (readonly string[])[]): {
  lookup: Lookup
  requested: string[]
} {
  const requests: string[] = []
  const lookup: Lookup = (name, _, found) => {
    const addresses = answers[Math.min(requests.length, answers.length - 1)] ?? []
    requests.push(name)
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(() => found(null, all))
  }
  return { lookup, requested: requests }
}

function sender(t: ExecutionContext, lookup?: Lookup) {
  const made = new HttpSender({ maxBody: 10_000, ...(lookup && { lookup }) })
  t.teardown(() => made.close())
  return {
    close: () => made.close(),
    send: (to: string, guard?: Guard) =>
      made.send(MESSAGE, new URL(to), AbortSignal.timeout(10_000), { guard }),
  }
}

const refused = { instanceOf: Undeliverable, message: /^messages may not go to http:\/\/\S+$/ }

test('an address that the guard refuses is not connected to, by literal or by name', async (t) => {
  const { port, count } = await listener(t)
  const { send } = sender(t)
  for (const host of ['127.0.0.1', '127.1', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost']) {
    await t.throwsAsync(send(`http://${host}:${port}/`, NOWHERE), refused, host)
  }
  t.deepEqual(count, { connections: 0, requests: 0, open: 0 })
  t.is(await send(`http://127.0.0.1:${port}/`, ANYWHERE), undefined)
  t.is(await send(`http://localhost:${port}/`, ONLY('127.0.0.1')), undefined)
  t.is(count.requests, 2)
})

test('the policy of replies refuses a name of the system that resolves to this machine', async (t) => {
  const { port, count } = await listener(t)
  const { send } = sender(t)
  const open = { schemes: ['http'], hosts: ['*'] }
  const strict = new ReplyPolicy({ ...open, addresses: [] }, TRANSPORTS)
  await t.throwsAsync(send(`http://localhost:${port}/`, strict.allowsAddress), refused)
  t.is(count.connections, 0)
  const listed = new ReplyPolicy({ ...open, addresses: ['127.0.0.1'] }, TRANSPORTS)
  t.is(await send(`http://localhost:${port}/`, listed.allowsAddress), undefined)
  t.is(count.requests, 1)
})

test('a public name that resolves to this machine is not connected to', async (t) => {
  const { port, count } = await listener(t)
  const { lookup, requested: requests } = names(['127.0.0.1'])
  const { send } = sender(t, lookup)
  const { allowsAddress } = new ReplyPolicy(
    { schemes: ['http'], hosts: ['*'], addresses: [] },
    TRANSPORTS,
  )
  await t.throwsAsync(send(`http://partner.example:${port}/`, allowsAddress), refused)
  t.deepEqual(requests, ['partner.example'])
  t.is(count.connections, 0)
})

test('of the addresses of a name only those that pass are tried', async (t) => {
  const { port, count } = await listener(t)
  const other = await listener(t, { host: '127.0.0.2', port })
  const { lookup } = names(['127.0.0.2', '127.0.0.1', '::1'])
  const { send } = sender(t, lookup)
  t.is(await send(`http://partner.example:${port}/`, ONLY('127.0.0.1')), undefined)
  t.is(count.requests, 1)
  t.is(other.count.connections, 0)
})

test('a name that resolves to another address the next time is checked again', async (t) => {
  const close = (response: ServerResponse) => response.writeHead(202, { connection: 'close' }).end()
  const allowed = await listener(t, { host: '127.0.0.2', answer: close })
  const inside = await listener(t, { port: allowed.port })
  const { lookup, requested: requests } = names(['127.0.0.2'], ['127.0.0.1'])
  const { send } = sender(t, lookup)
  const to = `http://partner.example:${allowed.port}/`
  const guard = ONLY('127.0.0.2')
  t.is(await send(to, guard), undefined)
  // One resolution for one connection: what was looked at is what was connected to.
  t.is(requests.length, 1)
  await t.throwsAsync(send(to, guard), refused)
  t.is(requests.length, 2)
  t.is(inside.count.connections, 0)
})

test('no send goes over a connection that was made with another guard, or with none', async (t) => {
  const { port, ports } = await listener(t)
  const { send } = sender(t)
  const to = `http://localhost:${port}/`
  const over = async (guard?: Guard) => {
    ports.clear()
    for (let count = 0; count < 5; count += 1) await send(to, guard)
    return [...ports]
  }
  const bare = await over()
  ports.clear()
  await t.throwsAsync(send(to, NOWHERE), refused)
  t.is(ports.size, 0)
  const first = await over(ONLY('127.0.0.1'))
  const second = await over(ONLY('127.0.0.1'))
  const all = [...bare, ...first, ...second]
  t.is(new Set(all).size, all.length)
})

test('a redirect to an address inside is not followed', async (t) => {
  const inside = await listener(t)
  const location = `http://127.0.0.1:${inside.port}/`
  const outside = await listener(t, {
    host: '127.0.0.2',
    answer: (response) => response.writeHead(302, { location }).end(),
  })
  const { send } = sender(t)
  await t.throwsAsync(send(`http://127.0.0.2:${outside.port}/`, ONLY('127.0.0.2')), {
    instanceOf: Undeliverable,
    message: /302 without an envelope/,
  })
  t.is(inside.count.connections, 0)
})

test('a name that cannot be resolved, or has no address, is undeliverable', async (t) => {
  const failing = sender(t, (_, __, found) =>
    found(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
  )
  await t.throwsAsync(failing.send('http://partner.example/', ANYWHERE), {
    instanceOf: Undeliverable,
    message: 'http://partner.example cannot be reached (ENOTFOUND)',
  })
  const empty = sender(t, names([]).lookup)
  await t.throwsAsync(empty.send('http://partner.example/', ANYWHERE), refused)
})

test('close closes the connections of guarded sends', async (t) => {
  const { port, count } = await listener(t)
  const { send, close } = sender(t)
  const url = `http://127.0.0.1:${port}/`
  await send(url)
  await send(url, ANYWHERE)
  t.is(count.open, 2)
  await close()
  await t.throwsAsync(send(url, ANYWHERE), { instanceOf: Undeliverable })
})
