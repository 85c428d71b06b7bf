/** A TCP connection between two nodes that lies in the test's hands: it can be cut and restored. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { reset } from '../wire/reset.js'

export interface Link {
  readonly port: number
  /** Connections that were opened, those that were turned away included. */
  readonly opened: number
  /** Everything that was sent to where it leads, as Latin-1 text. */
  readonly sent: string
  /** Leads to this port of the loopback address from now on. */
  aim(port: number): void
  /** Resets what is open and turns away what comes; `answer` waits for an answer, which is lost. */
  cut(at?: 'now' | 'answer'): void
  restore(): void
  close(): Promise<void>
}

export async function openLink(): Promise<Link> {
  const open = new Set<Socket>()
  let target: number | undefined
  let whole = true
  let loses = false
  let opened = 0
  let sent = ''
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
  }
  const cut = () => {
    whole = false
    loses = false
    for (const socket of open) reset(socket)
  }
  const server = createServer((near) => {
    opened += 1
    keep(near)
    if (!whole || target === undefined) {
      reset(near)
      return
    }
    const far = connect(target, '127.0.0.1')
    keep(far)
    near.on('data', (bytes) => {
      sent += bytes.toString('latin1')
    })
    near.pipe(far)
    far.on('data', (bytes) => {
      if (loses) cut()
      else near.write(bytes)
    })
    far.on('end', () => near.end())
    // One that breaks breaks the other, as one connection would.
    near.once('error', () => reset(far)).once('close', () => far.destroy())
    far.once('error', () => reset(near)).once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    get opened() {
      return opened
    },
    get sent() {
      return sent
    },
    aim(to) {
      target = to
    },
    cut(at = 'now') {
      if (at === 'now') cut()
      else loses = true
    },
    restore() {
      whole = true
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
