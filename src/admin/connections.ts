/** Bounds the connections of the admin listener: with one too many, the one that has been idle longest gives way. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MOST = 200

export class Connections {
  /** With the number of their requests under way, the one that was used last at the end. */
  readonly #open = new Map<Socket, number>()

  /** @returns the same server, whose connections are bounded from now on */
  watch(server: Server): Server {
    // That of TLS is another socket than the one below it.
    const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
    server.on(event, (socket: Socket) => this.#add(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      this.#count(socket, 1)
      response.once('close', () => this.#count(socket, -1))
    })
    return server
  }

  closeIdle(): void {
    for (const [socket, running] of this.#open) if (running === 0) socket.destroy()
  }

  destroyAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #add(socket: Socket): void {
    if (this.#open.size >= MOST && !this.#makeRoom()) {
      socket.destroy()
      return
    }
    this.#open.set(socket, 0)
    socket.once('close', () => this.#open.delete(socket))
  }

  /** @returns false if all are in use */
  #makeRoom(): boolean {
    for (const [socket, running] of this.#open) {
      if (running > 0) continue
      this.#open.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #count(socket: Socket, change: number): void {
    const running = this.#open.get(socket)
    if (running === undefined) return
    this.#open.delete(socket)
    this.#open.set(socket, running + change)
  }
}
