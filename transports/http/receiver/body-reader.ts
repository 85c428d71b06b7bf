/** Reads the bodies of one connection, each piece of them in its turn. */
import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyTurns, Reading } from '#transport'
import { type HeaderFields, readFields } from '../protocol/header-fields.js'

/** A request: its header fields are read once, and each piece of its body is counted, whoever reads it, and if nobody does. */
export class CountedRequest extends IncomingMessage {
  /** Undefined before it is begun. */
  intake: Intake | undefined = undefined
  #fields: HeaderFields | undefined = undefined

  get fields(): HeaderFields {
    this.#fields ??= readFields(this.headers)
    return this.#fields
  }

  override push(piece: Uint8Array | null, encoding?: BufferEncoding): boolean {
    const room = super.push(piece, encoding)
    if (piece) this.intake?.count(piece.length)
    return room
  }
}

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

  /** Its body is the next one. */
  begin(request: CountedRequest): void {
    this.#request = request
    request.intake = this
  }

  count(bytes: number): void {
    this.#turns.count(bytes, this)
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
