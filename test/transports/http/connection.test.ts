/** A peer that goes while the node stops, wherever in what it has sent; and one that reads slowly then. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { deferred } from '../../../src/base/deferred.js'
import type { Receive } from '../../../src/transport.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { readConfig } from '../../support/config.js'
import { SILENT } from '../../support/silent.js'

const REQUEST =
  'POST /soap HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: 1\r\n\r\nx'

async function listening(receive: Receive) {
  const { http } = readConfig({ environment: {}, settings: ['http.port=0'] })
  const transport = new HttpTransport(http, SILENT)
  await transport.listen(receive)
  const { port } = new URL(String(transport.listening[0]))
  return { transport, connected: () => connect(Number(port), '127.0.0.1') }
}

/** What may stand behind a request that runs when its peer goes. */
const BEHIND: Readonly<Record<string, string>> = {
  nothing: '',
  'another request': REQUEST,
  'half a header': REQUEST.slice(0, 20),
  'half a body': REQUEST.replace('1\r\n\r\nx', '300\r\n\r\nx'),
  'a large body': REQUEST.replace('1\r\n\r\nx', `300000\r\n\r\n${'x'.repeat(300_000)}`),
  'half a large body': REQUEST.replace('1\r\n\r\nx', `300000\r\n\r\n${'x'.repeat(200_000)}`),
  'many requests': REQUEST.repeat(100),
}

const GOING: Readonly<Record<string, (socket: Socket) => void>> = {
  'ends its side': (socket) => socket.end(),
  'closes the connection': (socket) => socket.destroy(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
}

for (const [behind, bytes] of Object.entries(BEHIND)) {
  for (const [going, act] of Object.entries(GOING)) {
    test(`a stop waits for no peer that ${going} behind ${behind}`, async (t) => {
      const running = deferred()
      const { transport, connected } = await listening(() => {
        running.resolve()
        return new Promise<never>(() => undefined)
      })
      const socket = connected().resume()
      socket.on('error', () => undefined)
      await new Promise((written) => socket.write(REQUEST + bytes, written))
      await running.promise
      act(socket)
      // The work never ends, and this deadline never comes.
      await t.notThrowsAsync(transport.close(new AbortController().signal))
    })
  }
}

test('who has ended its side behind a large body gets the answer that is ready when the node stops', async (t) => {
  const running = deferred()
  const ready = deferred()
  const { transport, connected } = await listening(async () => {
    running.resolve()
    await ready.promise
    return { kind: 'accepted' }
  })
  const socket = connected()
  socket.end(REQUEST + BEHIND['a large body'])
  await running.promise
  const closed = transport.close(new AbortController().signal)
  ready.resolve()
  const [answer] = await once(socket, 'data')
  t.regex(String(answer), /^HTTP\/1\.1 202 /)
  await closed
})

test('an answer that is read slowly while the node stops is the last one of its connection', async (t) => {
  const length = 20_000_000
  const { transport, connected } = await listening(async () => ({
    kind: 'reply',
    message: { body: 'x'.repeat(length), soap: '1.1' },
  }))
  const idle = connected().resume()
  await once(idle, 'connect')
  const socket = connected()
  socket.write(REQUEST + REQUEST)
  await once(socket, 'readable')
  const closed = transport.close(new AbortController().signal)
  // The idle connection is closed by the last call.
  await once(idle, 'close')
  let read = 0
  for await (const piece of socket) read += piece.length
  t.true(read > length && read < 2 * length)
  await closed
})
