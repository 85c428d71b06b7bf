/** Shows in which order a listener reads bodies of many connections and takes one that came behind them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { ExecutionContext } from 'ava'
import { PATIENCE, Waiting } from '../waiting.js'

export interface Crowd {
  readonly port: number
  /** How many begin a message. */
  readonly count: number
  /** What the listener says first; empty for nothing. */
  readonly greeting: string
  readonly begin: string
  /** What the listener says to it; empty for nothing. */
  readonly begun: string
  /** Of each body, once the listener's thread stands still. */
  readonly bytes: number
  /** At GO, 1 once it stands still; at SENT, 1 once all is there. */
  readonly state: Int32Array
}

export const GO = 0
export const SENT = 1
/** Where the connection is from that comes last. */
export const LAST = '127.0.0.2'

/** @returns bytes of bodies that were read before the listener took the last connection, and those that were there */
export async function crowded(
  t: ExecutionContext,
  crowd: Omit<Crowd, 'state'>,
): Promise<{ readonly before: number; readonly waiting: number }> {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const taken: Socket[] = []
  const waiting = new Waiting()
  const read = () => taken.reduce((sum, socket) => sum + socket.bytesRead, 0)
  let last: number | undefined
  const look = (progress: unknown) => {
    const { socket } = progress as { readonly socket: Socket }
    if (socket.localPort !== crowd.port) return
    if (socket.remoteAddress === LAST) last = read()
    else taken.push(socket)
    waiting.changed()
  }
  subscribe('net.server.socket', look)
  const worker = new Worker(new URL('./crowd.js', import.meta.url), {
    workerData: { ...crowd, state },
  })
  const over = async () => {
    unsubscribe('net.server.socket', look)
    await worker.terminate()
  }
  t.teardown(over)
  let begun = false
  worker.once('message', () => {
    begun = true
    waiting.changed()
  })
  worker.once('error', (error) => waiting.over(error))
  const heads = crowd.count * Buffer.byteLength(crowd.begin)
  const looking = setInterval(() => waiting.changed(), 10)
  t.teardown(() => clearInterval(looking))
  const summary = () => `${taken.length} connections, ${read()} bytes, the last: ${last}`
  await waiting.until(() => (begun && read() >= heads ? true : undefined), summary)
  const from = read()
  Atomics.store(state, GO, 1)
  Atomics.notify(state, GO)
  // From here on nothing is read: what the system tells of next has all come by then.
  Atomics.wait(state, SENT, 0, PATIENCE)
  const before = (await waiting.until(() => last, summary)) - from
  return { before, waiting: crowd.count * crowd.bytes }
}
