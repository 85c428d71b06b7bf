/** Gathers lines that may wait, and writes those of one turn of the event loop together. */
import { setImmediate } from './time.js'

/** Bytes that POSIX lets several processes write into one pipe without mixing them (PIPE_BUF). */
const PIPE_BUFFER = 4096

export class Lines {
  readonly #write: (lines: string) => void
  #waiting = ''
  #bytes = 0
  #heard = false

  constructor(write: (lines: string) => void) {
    this.#write = write
  }

  /** @param waits  false for a line that is to be written at once, behind all that wait */
  add(line: string, waits: boolean): void {
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > PIPE_BUFFER) this.#flush()
    if (waits && this.#waiting === '') this.#wait()
    this.#waiting += line
    this.#bytes += bytes
    if (!waits) this.#flush()
  }

  #wait(): void {
    setImmediate(this.#flush)
    // However the process ends: nothing that was told before is lost.
    if (!this.#heard) process.on('exit', this.#flush)
    this.#heard = true
  }

  readonly #flush = (): void => {
    if (this.#waiting === '') return
    const lines = this.#waiting
    this.#waiting = ''
    this.#bytes = 0
    this.#write(lines)
  }
}
