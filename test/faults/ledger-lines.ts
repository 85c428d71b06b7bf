/** Follows the ledger's file: what has come about, how often, and when all of it has. */
import { closeSync, existsSync, fstatSync, openSync, readSync, watch } from 'node:fs'
import { payloadOf } from './load.js'

export class LedgerLines {
  /** How often each id is in the ledger. */
  readonly counts = new Map<string, number>()
  /** Lines that are none of ours. */
  readonly wrong: string[] = []
  readonly #file: string
  #offset = 0

  constructor(file: string) {
    this.#file = file
  }

  /** Reads what was added; a line that is not whole yet is left for the next time. */
  read(): void {
    if (!existsSync(this.#file)) return
    const file = openSync(this.#file, 'r')
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#offset))
      const length = readSync(file, bytes, 0, bytes.length, this.#offset)
      const whole = bytes.subarray(0, bytes.lastIndexOf(10, length - 1) + 1)
      this.#offset += whole.length
      for (const line of whole.toString('utf8').split('\n').slice(0, -1)) this.#take(line)
    } finally {
      closeSync(file)
    }
  }

  /**
   * Waits until every id is in the ledger.
   *
   * @param deadline  milliseconds
   * @returns the ids that are not there when the time is over
   */
  async until(ids: ReadonlySet<string>, deadline: number): Promise<readonly string[]> {
    const missing = () => {
      this.read()
      return [...ids].filter((id) => !this.counts.has(id))
    }
    if (missing().length === 0) return []
    return new Promise((resolve) => {
      const watcher = watch(this.#file, () => {
        if (missing().length === 0) end()
      })
      const timer = setTimeout(() => end(), deadline)
      const end = () => {
        clearTimeout(timer)
        watcher.close()
        resolve(missing())
      }
      // What was written before the watching began is no event.
      if (missing().length === 0) end()
    })
  }

  /** Ids that are there more than once. */
  get doubled(): readonly string[] {
    return [...this.counts].filter(([, count]) => count > 1).map(([id]) => id)
  }

  #take(line: string): void {
    const { id, text } = JSON.parse(line) as { id: string; text: string }
    if (text !== payloadOf(id)) this.wrong.push(line)
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1)
  }
}
