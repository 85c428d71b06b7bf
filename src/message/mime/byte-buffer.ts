/** Bytes that are gathered from pieces, and dropped from their beginning: each is copied a few times only. */

const FIRST = 1024
const EMPTY = Buffer.alloc(0)

export class Gathered {
  #buffer: Buffer = EMPTY
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  /** Valid until more is appended. */
  get bytes(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  append(piece: Uint8Array): void {
    if (this.#end + piece.length > this.#buffer.length) this.#makeRoom(piece.length)
    this.#buffer.set(piece, this.#end)
    this.#end += piece.length
  }

  /** Drops so many from the beginning. */
  drop(count: number): void {
    this.#start += count
    if (this.#start === this.#end) {
      this.#start = 0
      this.#end = 0
    }
  }

  #makeRoom(more: number): void {
    const { length } = this
    const fits = length + more <= this.#buffer.length && this.#start >= length
    const room = fits ? this.#buffer : Buffer.allocUnsafe(Math.max(FIRST, 2 * (length + more)))
    this.bytes.copy(room)
    this.#buffer = room
    this.#start = 0
    this.#end = length
  }
}
