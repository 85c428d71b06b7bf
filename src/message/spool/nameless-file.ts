/** A file that has lost its name: nothing of it is left once it is closed, or once its process ends. */
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { randomId } from '../../base/time.js'

export class NamelessFile {
  readonly #handle: FileHandle
  #length = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** @throws the error of the system */
  static async make(folder: string): Promise<NamelessFile> {
    const path = join(folder, `waybill-${randomId()}`)
    const handle = await open(path, 'wx+', 0o600)
    try {
      await unlink(path)
    } catch (error) {
      await handle.close()
      throw error
    }
    return new NamelessFile(handle)
  }

  get length(): number {
    return this.#length
  }

  /** @throws the error of the system; what was written of them counts as nothing */
  async append(bytes: Uint8Array): Promise<void> {
    let written = 0
    while (written < bytes.length) {
      const at = this.#length + written
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, at)
      written += bytesWritten
    }
    this.#length += written
  }

  /** Fills all of `into` with the bytes from `at` on. */
  async read(into: Uint8Array, at: number): Promise<void> {
    let read = 0
    while (read < into.length) {
      const { bytesRead } = await this.#handle.read(into, read, into.length - read, at + read)
      if (bytesRead === 0) throw new Error('a file has fewer bytes than were written to it')
      read += bytesRead
    }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
