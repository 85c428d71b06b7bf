/** What the sender over HTTP says of a message that did not get through: whether surely nobody has taken it. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { type Access, type OutboundMessage, Undeliverable } from '../../../src/transport.js'
import { HttpSender } from '../../../transports/http/sender/sender.js'
import { answering } from '../../support/wire/answering.js'
import { soap11 } from '../../support/wire/envelopes.js'
import { freePort } from '../../support/wire/free-port.js'
import { reset } from '../../support/wire/reset.js'

const MESSAGE: OutboundMessage = { body: soap11('<a/>'), soap: '1.1' }
const LONG = () => AbortSignal.timeout(20_000)

function senderOf(t: ExecutionContext) {
  const sender = new HttpSender({ maxBody: 10_000 })
  t.teardown(() => sender.close())
  return (to: string, signal = LONG(), access?: Access) =>
    sender.send(MESSAGE, new URL(to), signal, { access })
}

async function failure(t: ExecutionContext, sent: Promise<unknown>) {
  const error = await t.throwsAsync(sent, { instanceOf: Undeliverable })
  return error?.notTaken
}

/** A listener that does as it is told with each connection that has sent something. */
async function listener(t: ExecutionContext, act: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => act(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

test('a refused connection, a name that is not found and TLS that fails: nobody has it', async (t) => {
  const send = senderOf(t)
  const plain = await listener(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  t.true(await failure(t, send(`http://127.0.0.1:${await freePort()}/`)))
  t.true(await failure(t, send('http://nobody.invalid/')))
  t.true(await failure(t, send(`https://${plain}/`)))
})

test('a connection that ends after the message began, and an answer that does not come: somebody may have it', async (t) => {
  const send = senderOf(t)
  t.false(await failure(t, send(`http://${await listener(t, reset)}/`)))
  const cut = await listener(t, (socket) => socket.destroy())
  t.false(await failure(t, send(`http://${cut}/`)))
  const silent = await answering(t, () => undefined)
  const waiting = AbortSignal.timeout(200)
  const error = await t.throwsAsync(send(silent.url, waiting), { instanceOf: Undeliverable })
  t.deepEqual([error?.notTaken, error?.late], [false, true])
  t.is(silent.requested.length, 1)
  const busy = await answering(t, (response) => response.writeHead(503).end())
  t.false(await failure(t, send(busy.url)))
})

test('one whose time ends while it waits for a connection has not been sent', async (t) => {
  const send = senderOf(t)
  const silent = await answering(t, () => undefined)
  const access = { connections: 1 }
  const first = failure(t, send(silent.url, AbortSignal.timeout(1_000), access))
  t.true(await failure(t, send(silent.url, AbortSignal.timeout(200), access)))
  t.false(await first)
  t.is(silent.requested.length, 1)
})
