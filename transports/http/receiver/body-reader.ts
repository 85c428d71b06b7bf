/** Reads the bodies of one connection, each piece of them in its turn. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyTurns, Reading } from '#transport'

export class Intake implements Reading {
  readonly #socket: Socket
  readonly #turns: BodyTurns
  /** The request that was begun last: more of its body may come. */
  #request: IncomingMessage | undefined
  #held = false

  constructor(socket: Socket, turns: BodyTurns) {
    this.#socket = socket
    this.#turns = turns
    turns.add(this)
    socket.once('close', () => turns.delete(this))
    // Who reads a body lets the socket go on after each piece.
    socket.on('resume', () => this.#wait())
  }

  /** Counts each piece of its body, whoever reads it, and if nobody does. */
  begin(request: IncomingMessage): void {
    const { push } = request
    this.#request = request
    request.push = (piece: Uint8Array | null, ...more) => {
      const room = push.call(request, piece, ...more)
      if (piece) this.#turns.count(piece.length, this)
      return room
    }
  }

  hold(): void {
    if (!this.#request || this.#request.complete) return
    this.#held = true
    this.#wait()
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    const { readableLength = 0, readableHighWaterMark = 1 } = this.#request ?? {}
    // Else whoever reads it lets the socket go on.
    if (readableLength < readableHighWaterMark) this.#socket.resume()
  }

  #wait(): void {
    if (this.#held) this.#socket.pause()
  }
}
