/** Connections to the relay that it closes while they are idle: the next mail takes another, and nobody is told. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { OutboundMessage } from '../../../src/transport.js'
import { soon } from '../../support/jobs.js'
import { senderTo } from '../../support/mail/sender.js'
import { soap11 } from '../../support/wire/envelopes.js'

const TO = new URL('mailto:calculator@peer.example')
const MESSAGE: OutboundMessage = { body: soap11('<x/>'), soap: '1.1' }

/** A relay that takes mails, and does with idle connections what it is told to. */
async function relay(t: ExecutionContext, idle: (socket: Socket) => void) {
  const sockets: Socket[] = []
  let taken = 0
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write('220 relay.example\r\n')
    let data = false
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (data && line !== '.') continue
        if (data) {
          data = false
          taken += 1
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          data = true
          socket.write('354 go on\r\n')
        } else socket.write('250 fine\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    taken: () => taken,
    connections: () => sockets.length,
    /** Ends every connection, and waits until the other side has let go of it. */
    closeIdle: () =>
      Promise.all(
        sockets.map(async (socket) => {
          if (socket.destroyed) return
          const closed = once(socket, 'close')
          idle(socket)
          await closed
        }),
      ),
    /** Ends every connection, and waits for nothing. */
    hangUp: () => sockets.map(idle),
  }
}

for (const [how, idle] of [
  ['by 421', (socket: Socket) => socket.end('421 4.4.2 idle for too long\r\n')],
  ['without a word', (socket: Socket) => socket.end()],
  ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
] as const) {
  test(`a connection that the relay has closed ${how} costs no attempt`, async (t) => {
    const { url, closeIdle, hangUp, taken, connections } = await relay(t, idle)
    const sender = senderTo(t, url)
    await sender.send(MESSAGE, TO, soon())
    for (let round = 0; round < 5; round += 1) {
      await closeIdle()
      await sender.send(MESSAGE, TO, soon())
    }
    // The next one begins when the relay has hung up, and this side does not know it yet.
    for (let round = 0; round < 5; round += 1) {
      hangUp()
      await sender.send(MESSAGE, TO, soon())
    }
    t.is(taken(), 11)
    t.true(connections() > 1)
  })
}
