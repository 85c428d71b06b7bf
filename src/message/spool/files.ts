/** The files of one exchange, and how much of it is in memory. */
import { NamelessFile } from './nameless-file.js'
import type { Room } from './spool-folder.js'
import { SpoolUnavailable } from './unavailable.js'

/** Bytes that one exchange keeps in memory, all its attachments together. */
export const IN_MEMORY = 1024 * 1024

export class Files {
  readonly #room: Room
  readonly #all: NamelessFile[] = []
  /** Those that nobody writes to now. */
  readonly #free: NamelessFile[] = []
  #held = 0
  #written = 0
  #reserved = 0
  #loaded = 0
  #closed: boolean

  /** @param closed  true if the exchange has ended: then nothing is kept. Default: it has not */
  constructor(room: Room, closed = false) {
    this.#closed = closed
    this.#room = room
  }

  /** @throws SpoolUnavailable */
  reserve(bytes: number): void {
    if (this.#closed) throw ended()
    if (bytes <= this.#reserved) return
    this.#room.count(bytes - this.#reserved)
    this.#reserved = bytes
  }

  /** @returns false if so many more would be too many in memory */
  hold(bytes: number): boolean {
    if (this.#held + bytes > IN_MEMORY) return false
    this.#held += bytes
    return true
  }

  release(bytes: number): void {
    this.#held -= bytes
  }

  /**
   * A file that nobody else writes to until it is given back.
   *
   * @throws SpoolUnavailable
   */
  async take(): Promise<NamelessFile> {
    const free = this.#free.pop()
    if (free) return free
    const file = await kept(() => NamelessFile.make(this.#room.folder))
    this.#all.push(file)
    if (!this.#closed) return file
    await file.close()
    throw ended()
  }

  giveBack(file: NamelessFile): void {
    this.#free.push(file)
  }

  /** @throws SpoolUnavailable */
  async append(file: NamelessFile, bytes: Uint8Array): Promise<void> {
    this.reserve(this.#written + bytes.length)
    this.#written += bytes.length
    await kept(() => file.append(bytes))
  }

  /** @throws SpoolUnavailable */
  load(bytes: number): void {
    if (this.#closed) throw ended()
    this.#room.load(bytes)
    this.#loaded += bytes
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#room.load(-this.#loaded)
    this.#room.count(-this.#reserved)
    if (this.#all.length > 0) await Promise.all(this.#all.map((file) => file.close()))
  }
}

function ended(): Error {
  return new Error('the exchange has ended, and nothing is kept for it any more')
}

async function kept<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new SpoolUnavailable('failed', { cause })
  }
}
