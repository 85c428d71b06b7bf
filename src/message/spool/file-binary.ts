/** Bytes that stand in a file, beside those of other attachments of the same message. */
import type { Sliceable } from '../../xml/binary.js'
import type { NamelessFile } from './nameless-file.js'

/** Bytes that are read at once. */
const PORTION = 256 * 1024

export class FileBinary implements Sliceable {
  readonly size: number
  readonly #file: NamelessFile
  readonly #start: number

  constructor(file: NamelessFile, start: number, size: number) {
    this.#file = file
    this.#start = start
    this.size = size
  }

  async bytes(): Promise<Uint8Array> {
    const whole = Buffer.allocUnsafe(this.size)
    await this.#file.read(whole, this.#start)
    return whole
  }

  async *stream(): AsyncIterable<Uint8Array> {
    for (let at = 0; at < this.size; at += PORTION) {
      const portion = Buffer.allocUnsafe(Math.min(PORTION, this.size - at))
      await this.#file.read(portion, this.#start + at)
      yield portion
    }
  }

  slice(start: number, end: number): FileBinary {
    return new FileBinary(this.#file, this.#start + start, Math.min(end, this.size) - start)
  }
}
