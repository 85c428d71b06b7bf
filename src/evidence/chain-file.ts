/** The file of a chain that is appended to: what was not written in full is cut off before anything else is. */
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../base/folder.js'
import { EvidenceUnavailable } from '../security/evidence.js'

export class ChainFile {
  readonly path: string
  readonly #handle: FileHandle
  readonly #inode: number
  #length: number
  /** True if there may be more in it than `length`. */
  #torn = false

  private constructor(path: string, handle: FileHandle, inode: number, length: number) {
    this.path = path
    this.#handle = handle
    this.#inode = inode
    this.#length = length
  }

  /** Bytes of whole lines. */
  get length(): number {
    return this.#length
  }

  static async create(path: string): Promise<ChainFile> {
    const handle = await open(path, 'wx', 0o600)
    try {
      const { ino } = await handle.stat()
      syncFolder(dirname(path))
      return new ChainFile(path, handle, ino, 0)
    } catch (error) {
      await handle.close()
      // So that the next attempt can make it.
      await rm(path, { force: true })
      throw error
    }
  }

  /** @param length  bytes of it that are whole; what is behind them is cut off */
  static async open(path: string, length: number): Promise<ChainFile> {
    const handle = await open(path, 'r+')
    try {
      const { ino, size } = await handle.stat()
      const file = new ChainFile(path, handle, ino, length)
      file.#torn = size > length
      if (file.#torn) await file.#cut()
      return file
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /**
   * Appends, and syncs.
   *
   * @throws the error of the system: nothing of it counts then
   * @throws EvidenceUnavailable if the file is not the one that it was
   */
  async append(pieces: readonly Buffer[]): Promise<void> {
    if (this.#torn) await this.#cut()
    await this.#look()
    this.#torn = true
    let end = this.#length
    for (const piece of pieces) end = await this.#write(piece, end)
    await this.#handle.datasync()
    this.#torn = false
    this.#length = end
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  async #write(piece: Buffer, at: number): Promise<number> {
    let done = 0
    while (done < piece.length) {
      const { bytesWritten } = await this.#handle.write(piece, done, piece.length - done, at + done)
      done += bytesWritten
    }
    return at + done
  }

  async #cut(): Promise<void> {
    await this.#handle.truncate(this.#length)
    await this.#handle.datasync()
    this.#torn = false
  }

  /** What is written to a file without a name is gone with this process. */
  async #look(): Promise<void> {
    const found = await stat(this.path).catch(() => undefined)
    if (found?.ino !== this.#inode) {
      throw new EvidenceUnavailable(`${this.path} was removed or replaced: restart the node`)
    }
    if (found.size !== this.#length) {
      throw new EvidenceUnavailable(`${this.path} was changed by another process`)
    }
  }
}
