/** How the HTTP receiver stops: who has a connection may not know yet, and is answered once more. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { deferred } from '../../../src/base/deferred.js'
import { createLog } from '../../../src/log.js'
import type { Receive } from '../../../src/transport.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { readConfig } from '../../support/config.js'

const REQUEST =
  'POST /soap HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: 1\r\n\r\nx'

async function listening(receive: Receive = async () => ({ kind: 'accepted' })) {
  const { http } = readConfig({ environment: {}, settings: ['http.port=0'] })
  const transport = new HttpTransport(http, createLog('silent'))
  await transport.listen(receive)
  const { port } = new URL(String(transport.listening[0]))
  return { transport, connected: () => connect(Number(port), '127.0.0.1') }
}

async function asked(socket: Socket): Promise<string> {
  socket.write(REQUEST)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

test('a request on a connection that was idle when the node stopped has its answer, the last', async (t) => {
  const { transport, connected } = await listening()
  const socket = connected()
  t.false((await asked(socket)).includes('Connection: close'))
  const closed = transport.close(new AbortController().signal)
  const answer = await asked(socket)
  t.regex(answer, /^HTTP\/1\.1 202 /)
  t.regex(answer, /\r\nConnection: close\r\n/)
  await once(socket, 'end')
  await closed
})

test('a connection that stays idle is closed, and new ones are refused meanwhile', async (t) => {
  const { transport, connected } = await listening()
  const socket = connected()
  await asked(socket)
  // Nothing but the idle time of the connection ends it: this deadline never comes.
  const closed = transport.close(new AbortController().signal)
  const [refusal] = (await once(connected(), 'error')) as [NodeJS.ErrnoException]
  t.is(refusal.code, 'ECONNREFUSED')
  await Promise.all([once(socket.resume(), 'close'), closed])
})

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
