/** The sockets that were accepted and are open, counted for each address. */
import type { Socket } from 'node:net'

export class Accepted {
  readonly #sockets = new Set<Socket>()
  readonly #perAddress = new Map<string, number>()

  /**
   * @param most  sockets of one address
   * @returns false for one more
   */
  add(socket: Socket, most: number): boolean {
    const address = socket.remoteAddress ?? ''
    const open = (this.#perAddress.get(address) ?? 0) + 1
    if (open > most) return false
    this.#perAddress.set(address, open)
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      const left = (this.#perAddress.get(address) ?? 1) - 1
      if (left === 0) this.#perAddress.delete(address)
      else this.#perAddress.set(address, left)
    })
    return true
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
