/** The folder of the files, and how many bytes are in them, of all exchanges together. */
import { SpoolUnavailable } from './unavailable.js'

export class Room {
  readonly folder: string
  readonly #most: number
  readonly #mostLoaded: number
  #used = 0
  #loaded = 0

  /**
   * @param most        bytes in files
   * @param mostLoaded  bytes of them in memory
   */
  constructor(folder: string, most: number, mostLoaded: number) {
    this.folder = folder
    this.#most = most
    this.#mostLoaded = mostLoaded
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

  /** As `count`, for what is loaded into memory. */
  load(bytes: number): void {
    if (bytes > 0 && this.#loaded + bytes > this.#mostLoaded) throw new SpoolUnavailable('full')
    this.#loaded += bytes
  }
}
