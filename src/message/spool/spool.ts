/** PUBLIC: the bytes that go with one exchange: in memory while they are few, else in a file without a name. */
import type { Binary, Sliceable } from '../../xml/binary.js'
import { Files } from './files.js'
import type { Room } from './spool-folder.js'
import { SpoolWriter } from './writer.js'

/** Belongs to who opened it; what it has given can be read until it is closed. */
export class Spool {
  readonly #room: Room
  /** Undefined until something is kept: most messages bring nothing along. */
  #opened: Files | undefined
  #closed = false

  constructor(room: Room) {
    this.#room = room
  }

  get #files(): Files {
    this.#opened ??= new Files(this.#room, this.#closed)
    return this.#opened
  }

  /**
   * Makes sure of room on disk before any byte has come.
   *
   * @param bytes  of the whole exchange
   * @throws SpoolUnavailable if there is none now
   */
  reserve(bytes: number): void {
    this.#files.reserve(bytes)
  }

  /** Keeps one after the other what is written to it. */
  writer(): SpoolWriter {
    return new SpoolWriter(this.#files)
  }

  /**
   * Keeps all that comes.
   *
   * @throws SpoolUnavailable, and whatever the source throws
   */
  async keep(source: AsyncIterable<Uint8Array>): Promise<Sliceable> {
    const writer = this.writer()
    for await (const bytes of source) {
      const writing = writer.write(bytes)
      if (writing) await writing
    }
    return writer.end()
  }

  /**
   * All bytes of an attachment, which count as in memory until this is closed.
   *
   * @throws SpoolUnavailable if there are too many of all exchanges
   */
  async load(content: Binary): Promise<Uint8Array> {
    this.#files.load(content.size)
    return content.bytes()
  }

  /**
   * Releases all that it keeps; what still reads it fails.
   *
   * @returns no promise if it has kept nothing
   */
  end(): Promise<void> | undefined {
    this.#closed = true
    return this.#opened?.close()
  }

  /** Releases all that it keeps, as `end`. */
  async close(): Promise<void> {
    await this.end()
  }
}
