/** Runs in a thread: begins many messages, sends their bodies while the listener's thread stands still, then connects once more. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { type Crowd, GO, LAST, SENT } from './crowded.js'

const { port, count, greeting, begin, begun, bytes, state } = workerData as Crowd
const sockets: Socket[] = []

for (let index = 0; index < count; index += 1) {
  const localAddress = `127.0.${1 + Math.floor(index / 10)}.1`
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket.on('error', () => undefined))
  let heard = ''
  const says = async (text: string) => {
    while (!heard.includes(text)) heard += String((await once(socket, 'data'))[0])
  }
  await once(socket, 'connect')
  await says(greeting)
  await new Promise<void>((resolve) => socket.write(begin, () => resolve()))
  await says(begun)
  socket.resume()
}
parentPort?.postMessage('begun')
Atomics.wait(state, GO, 0)
const body = Buffer.alloc(bytes, ' \r\n')
for (const socket of sockets) socket.write(body)
// The system has taken what it takes once it takes no more, which needs turns of this thread.
let before = -1
for (let still = 0; still < 20; still += 1) {
  await new Promise((resolve) => setImmediate(resolve))
  const taken = sockets.reduce((sum, socket) => sum - socket.writableLength, 0)
  if (taken !== before) still = 0
  before = taken
}
const last = connect({ port, host: '127.0.0.1', localAddress: LAST })
await once(
  last.on('error', () => undefined),
  'connect',
)
Atomics.store(state, SENT, 1)
Atomics.notify(state, SENT)
