/** PUBLIC: the bytes of a file of one's own, read when they are asked for. */
import { createReadStream, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Binary } from '../../xml/binary.js'

export class PathBinary implements Binary {
  readonly size: number
  readonly #path: string

  /**
   * @param path  of a file that does not change while it is sent
   * @throws the error of the system if there is none
   */
  constructor(path: string) {
    this.size = statSync(path).size
    this.#path = path
  }

  bytes(): Promise<Uint8Array> {
    return readFile(this.#path)
  }

  stream(): AsyncIterable<Uint8Array> {
    return createReadStream(this.#path)
  }
}
