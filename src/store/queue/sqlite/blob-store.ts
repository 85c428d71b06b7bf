/** The way of attachments to the thread that has the file, and back. */
import { wallTime } from '../../../base/time.js'
import { answered } from '../answered.js'
import type { BlobStore } from '../blobs.js'
import type { QueueChannel } from './channel.js'

export class SqliteBlobs implements BlobStore {
  readonly #channel: QueueChannel
  /** Milliseconds until a piece must be durable. */
  readonly #time: number

  constructor(channel: QueueChannel, time: number) {
    this.#channel = channel
    this.#time = time
  }

  async begin(size: number, beyond: boolean): Promise<string> {
    const deadline = this.#deadline
    return String(await this.#ask(() => this.#channel.request('beginBlob', size, beyond, deadline)))
  }

  put(blob: string, number: number, piece: Uint8Array): Promise<ArrayBuffer | undefined> {
    this.#channel.transfer(piece)
    const deadline = this.#deadline
    return this.#ask(() => this.#channel.request('putPiece', Number(blob), number, piece, deadline))
  }

  get(blob: string, number: number): Promise<Uint8Array | undefined> {
    return this.#ask(() => this.#channel.request('getPiece', Number(blob), number))
  }

  /** Behind all that was asked before; what cannot be written now goes with this process at the latest. */
  async discard(blob: string): Promise<void> {
    await this.#channel.request('dropBlob', Number(blob)).catch(() => undefined)
  }

  get #deadline(): number {
    return wallTime() + this.#time
  }

  #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return answered(this.#time, ask)
  }
}
