/** The folder of the files, and how many bytes are in them, of all exchanges together. */
import { SpoolUnavailable } from './unavailable.js'

export class Room {
  readonly folder: string
  readonly #most: number
  #used = 0

  constructor(folder: string, most: number) {
    this.folder = folder
    this.#most = most
  }

  get used(): number {
    return this.#used
  }

  /**
   * @param bytes  more than before; below zero for fewer
   * @throws SpoolUnavailable if they do not fit now
   */
  count(bytes: number): void {
    if (bytes > 0 && this.#used + bytes > this.#most) throw new SpoolUnavailable('full')
    this.#used += bytes
  }
}
