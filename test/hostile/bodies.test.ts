/** Bodies that are begun and never ended, many and large: they hold a bounded part of the memory. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test from 'ava'
import { oneDaemon } from '../support/nodes/one-daemon.js'
import { soap11 } from '../support/wire/envelopes.js'
import { honest } from '../support/wire/hostile.js'
import { post, raw } from '../support/wire/raw.js'

const daemon = oneDaemon(test)

const MIB = 1024 ** 2
const HEAD =
  'POST /soap HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n' +
  `Content-Length: ${10 * MIB}\r\n\r\n`
const LARGE_PART = Buffer.alloc(10 * MIB - 1, ' ')

/** @returns the connection, once all has been read of what was sent, or an answer has come */
async function stalled(port: number): Promise<{ socket: Socket; status: string | undefined }> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const answered = once(socket, 'data').then(([bytes]) => String(bytes).slice(9, 12))
  socket.write(HEAD)
  const written = new Promise<undefined>((resolve) =>
    socket.write(LARGE_PART, () => resolve(undefined)),
  )
  return { socket, status: await Promise.race([answered, written]) }
}

test('146 stalled bodies of 10 MB from one address hold less than 128 MiB, until they go', async (t) => {
  const { port } = daemon()
  const before = await daemon().memory()
  const all = await Promise.all(Array.from({ length: 146 }, () => stalled(port)))
  const grown = (await daemon().memory()) - before
  t.true(grown < 128 * MIB, `grew by ${Math.round(grown / MIB)} MiB`)
  t.true(all.filter(({ status }) => status === '503').length >= 139)
  // Short messages of the same address are answered meanwhile, large ones of other addresses too.
  await honest(t, daemon())
  for (const { socket } of all) socket.destroy()
  const text = 'x'.repeat(9 * MIB)
  const echo = post(soap11(`<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`))
  // That they have gone may not be known at once.
  const largeOne = async () => (await raw(port, echo, { first: true })).status
  while ((await largeOne()) !== 200);
})
