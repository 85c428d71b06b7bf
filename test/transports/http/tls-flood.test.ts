/** HTTPS: handshakes that are begun and not done take neither places nor time from others. */
import { once } from 'node:events'
import { Agent } from 'node:https'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { post, secureListener, shown } from '../../support/wire/secure.js'

/** The first bytes of a ClientHello that has 508 more. */
const BEGUN = Buffer.from('1603010200010001fc0303', 'hex')

/** A connection that begins a handshake, and does not go on. */
async function begun(t: ExecutionContext, port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  t.teardown(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  await new Promise((written) => socket.write(BEGUN, written))
  return socket
}

test('half-made handshakes of one address leave the listener to others', async (t) => {
  const { port, closed } = await secureListener(t, ['http.maxConnectionsPerAddress=5'])
  for (let made = 0; made < 5; made += 1) await begun(t, port, '127.0.0.1')
  const last = await begun(t, port, '127.0.0.1')
  await closing(last)
  t.deepEqual(closed, ['http.maxConnectionsPerAddress'])
  t.is((await post(port, { localAddress: '127.0.0.2' })).status, 202)
})

test('half-made handshakes of many addresses take half of the places: the oldest gives way', async (t) => {
  const { port, closed } = await secureListener(t, ['http.maxConnections=20'])
  const sockets: Socket[] = []
  for (let made = 0; made < 40; made += 1) {
    sockets.push(await begun(t, port, `127.0.1.${made + 1}`))
    if (made >= 10) await closing(sockets[made - 10])
  }
  t.is(sockets.filter((socket) => !socket.closed).length, 10)
  t.deepEqual(closed, Array(30).fill('TLS: too many handshakes at once'))
  t.is((await post(port, { localAddress: '127.0.0.2' })).status, 202)
})

async function closing(socket: Socket | undefined): Promise<void> {
  // Not by node:events, which takes an error for the end of the waiting.
  if (socket && !socket.closed) await new Promise((closed) => socket.once('close', closed))
}

test('connections that are secure do not give way', async (t) => {
  const { port } = await secureListener(t, ['http.maxConnections=4', 'http.keepAliveTimeout=1m'])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const { socket } = await post(port, { agent })
  const first = await begun(t, port, '127.0.0.1')
  for (let made = 0; made < 5; made += 1) await begun(t, port, '127.0.0.1')
  await closing(first)
  t.is((await post(port, { agent })).socket, socket)
})

test('a handshake has its time, whether its bytes come one by one or not at all', async (t) => {
  const { port, closed } = await secureListener(t, [], { bounds: { handshakeTimeout: 300 } })
  const silent = connect(port, '127.0.0.1').on('error', () => undefined)
  silent.resume()
  const slow = await begun(t, port, '127.0.0.1')
  const timer = setInterval(() => slow.write('a'), 20)
  t.teardown(() => clearInterval(timer))
  await Promise.all([closing(silent), closing(slow)])
  t.deepEqual(closed, ['TLS: ERR_TLS_HANDSHAKE_TIMEOUT', 'TLS: ERR_TLS_HANDSHAKE_TIMEOUT'])
})

test('a node that stops waits for no handshake', async (t) => {
  const { port, transport } = await secureListener(t)
  await begun(t, port, '127.0.0.1')
  // This deadline never comes.
  await t.notThrowsAsync(transport.close(new AbortController().signal))
})

test('a thousand clients that go in the middle of a handshake do no harm', async (t) => {
  const settings = [
    'http.tls.clientAuthentication=request',
    'http.tls.clientAuthority=FOLDER/authority.pem',
    'http.maxConnections=40',
  ]
  const { port } = await secureListener(t, settings)
  for (let round = 0; round < 20; round += 1) {
    const going = Array.from({ length: 50 }, async (_, index) => {
      const socket = await begun(t, port, `127.0.2.${index + 1}`).catch(() => undefined)
      if (index % 2 === 0) socket?.destroy()
      else socket?.resetAndDestroy()
    })
    await Promise.all(going)
  }
  t.is((await post(port, { ...shown('client'), localAddress: '127.0.0.2' })).status, 202)
})
