/** Bounds the handshakes of TLS that are under way: with one too many, the oldest gives way. */
import type { Socket } from 'node:net'

const MAX_HANDSHAKES = 100

export class Handshakes {
  /** By the other end, the oldest first: what TLS makes of a socket does not tell which one is below it. */
  readonly #open = new Map<string, Socket>()

  /** @returns true, as each may try */
  begin(socket: Socket): true {
    const end = endOf(socket)
    const [oldest] = this.#open.values()
    if (oldest && this.#open.size >= MAX_HANDSHAKES) oldest.destroy()
    this.#open.set(end, socket)
    socket.once('close', () => {
      if (this.#open.get(end) === socket) this.#open.delete(end)
    })
    return true
  }

  done(secure: Socket): void {
    this.#open.delete(endOf(secure))
  }

  destroyAll(): void {
    for (const socket of this.#open.values()) socket.destroy()
  }
}

function endOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}
