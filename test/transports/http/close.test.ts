/** How the HTTP receiver stops: who has a connection may not know yet, and is answered once more. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { createLog } from '../../../src/log.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { readConfig } from '../../support/config.js'

const REQUEST =
  'POST /soap HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: 1\r\n\r\nx'

async function listening() {
  const { http } = readConfig({ environment: {}, settings: ['http.port=0'] })
  const transport = new HttpTransport(http, createLog('silent'))
  await transport.listen(async () => ({ kind: 'accepted' }))
  const { port } = new URL(String(transport.listening[0]))
  return { transport, connected: () => connect(Number(port), '127.0.0.1') }
}

async function answerTo(socket: Socket): Promise<string> {
  socket.write(REQUEST)
  const [answer] = await once(socket, 'data')
  return String(answer)
}

test('a request on a connection that was idle when the node stopped has its answer, the last', async (t) => {
  const { transport, connected } = await listening()
  const socket = connected()
  t.false((await answerTo(socket)).includes('Connection: close'))
  const closed = transport.close(new AbortController().signal)
  const answer = await answerTo(socket)
  t.regex(answer, /^HTTP\/1\.1 202 /)
  t.regex(answer, /\r\nConnection: close\r\n/)
  await once(socket, 'end')
  await closed
})

test('a connection that stays idle is closed, and new ones are refused meanwhile', async (t) => {
  const { transport, connected } = await listening()
  const socket = connected()
  await answerTo(socket)
  // Nothing but the idle time of the connection ends it: this deadline never comes.
  const closed = transport.close(new AbortController().signal)
  const [refusal] = (await once(connected(), 'error')) as [NodeJS.ErrnoException]
  t.is(refusal.code, 'ECONNREFUSED')
  await Promise.all([once(socket.resume(), 'close'), closed])
})
