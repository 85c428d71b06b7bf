/** Short names for the files of a folder: a local socket's path may have no more than 107 bytes. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'

export class ShortFolder {
  readonly path: string
  /** Open for as long as sockets in the folder are: their short names go through it. */
  readonly #handle: FileHandle

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  /** Opens a folder, which is made if it is not there. */
  static async open(path: string): Promise<ShortFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return new ShortFolder(path, await open(path, 'r'))
  }

  short(file: string): string {
    if (process.platform !== 'linux') return join(this.path, file)
    return `/proc/self/fd/${this.#handle.fd}/${file}`
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
