/** Writes the bytes of one attachment to a spool as they come: small pieces are gathered first. */
import { HeldBinary, type Sliceable } from '../../xml/binary.js'
import type { Files } from './files.js'
import type { NamelessFile } from './nameless-file.js'

/** Bytes that are written to a file at once, at least. */
const GATHERED = 64 * 1024
const FIRST = 1024
const NO_BUFFER = Buffer.alloc(0)

export class SpoolWriter {
  readonly #files: Files
  #buffer = NO_BUFFER
  /** Bytes of the buffer that are used. */
  #length = 0
  /** Bytes that are counted for the buffer. */
  #held = 0
  #file: NamelessFile | undefined
  #start = 0
  #size = 0

  constructor(files: Files) {
    this.#files = files
  }

  /** Bytes that were written to it. */
  get size(): number {
    return this.#size
  }

  /**
   * The bytes may be changed once it is done.
   *
   * @returns no promise if it is done at once; otherwise nothing may be written before that is
   * @throws SpoolUnavailable
   */
  write(bytes: Uint8Array): Promise<void> | undefined {
    this.#size += bytes.length
    const length = this.#length + bytes.length
    if (!this.#file && this.#hasRoom(length)) {
      this.#gather(bytes, length)
      return undefined
    }
    if (this.#file && length < GATHERED) {
      this.#gather(bytes, length)
      return undefined
    }
    return this.#flush(bytes)
  }

  /** @throws SpoolUnavailable */
  async end(): Promise<Sliceable> {
    const file = this.#file
    // A buffer of its own size: it may stay for as long as the exchange.
    if (!file) return new HeldBinary(new Uint8Array(this.#gathered))
    if (this.#length > 0) await this.#flush(NO_BYTES)
    this.#files.giveBack(file)
    return new FileBinary(file, this.#start, this.#size)
  }

  get #gathered(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** True if so many may be in memory. */
  #hasRoom(length: number): boolean {
    if (length <= this.#held) return true
    if (!this.#files.hold(length - this.#held)) return false
    this.#held = length
    return true
  }

  #gather(bytes: Uint8Array, length: number): void {
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(FIRST, length, 2 * this.#buffer.length))
      this.#gathered.copy(larger)
      this.#buffer = larger
    }
    this.#buffer.set(bytes, this.#length)
    this.#length = length
  }

  async #flush(bytes: Uint8Array): Promise<void> {
    const file = this.#file ?? (await this.#begin())
    if (this.#length > 0) await this.#files.append(file, this.#gathered)
    this.#length = 0
    // What it has grown to before there was a file is not needed any more.
    if (this.#buffer.length > GATHERED) this.#buffer = NO_BUFFER
    if (bytes.length > 0) await this.#files.append(file, bytes)
  }

  async #begin(): Promise<NamelessFile> {
    const file = await this.#files.take()
    this.#file = file
    this.#start = file.length
    // What was in memory is written with what has come now.
    this.#files.release(this.#held)
    this.#held = 0
    return file
  }
}

const NO_BYTES = new Uint8Array()

/** Bytes that are read at once. */
const PORTION = 256 * 1024

/** Bytes that stand in a file, beside those of other attachments of the same message. */
class FileBinary implements Sliceable {
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
