/** Hands pages to Redis one after the other, keeps a few while it does not answer, and then loses them. */
import { waitFor } from '../../../base/deadline.js'
import type { Log } from '../../../base/log.js'
import { wallTime } from '../../../base/time.js'

/** Something that is to be kept. */
export interface Item {
  readonly bytes: number
  /** Entries that are lost with it. */
  readonly entries: number
  write(): Promise<void>
}

interface Waiting extends Item {
  /** Milliseconds since 1970. */
  readonly since: number
}

/** Bytes that wait for Redis. */
const MAX_WAITING_BYTES = 4 * 1024 ** 2
/** Milliseconds that something waits for Redis. */
const MAX_WAIT = 60_000
/** Milliseconds between two attempts. */
const PAUSE = 1_000
/** Milliseconds that somebody who looks waits for what was not written yet. */
const PATIENCE = 5_000

export interface WriterOptions {
  readonly log: Pick<Log, 'warn' | 'info'>
  /** Of the journal in Redis, for people. */
  readonly name: string
  /** Is told how many entries were lost that had been taken. */
  lost(entries: number): void
}

export class Writer {
  readonly #options: WriterOptions
  readonly #line: Waiting[] = []
  readonly #closing = new AbortController()
  #bytes = 0
  #working: Promise<void> | undefined
  #failing = false

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** @returns false if there is no room for it */
  put(item: Item): boolean {
    if (this.#closing.signal.aborted || this.#bytes + item.bytes > MAX_WAITING_BYTES) return false
    this.#bytes += item.bytes
    this.#line.push({ ...item, since: wallTime() })
    this.#working ??= this.#work()
    return true
  }

  /** What waits is tried once more, and then lost. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#working
  }

  /** Resolves when nothing waits, or after a time in which Redis has not answered. */
  async idle(): Promise<void> {
    if (!this.#working) return
    const over = new AbortController()
    await Promise.race([this.#working, waitFor(PATIENCE, over.signal)])
    over.abort()
  }

  async #work(): Promise<void> {
    for (let item = this.#line[0]; item; item = this.#line[0]) {
      if ((await this.#written(item)) || this.#isAbandoned(item)) {
        this.#line.shift()
        this.#bytes -= item.bytes
      } else await waitFor(PAUSE, this.#closing.signal)
    }
    this.#working = undefined
  }

  async #written(item: Waiting): Promise<boolean> {
    const { log, name } = this.#options
    try {
      await item.write()
      if (this.#failing) log.info({ journal: name }, 'the journal is kept again')
      this.#failing = false
      return true
    } catch (error) {
      if (!this.#failing) {
        log.warn(
          { journal: name, err: error },
          'the journal cannot be kept now; messages go on, but what happens to them may not be found later',
        )
      }
      this.#failing = true
      return false
    }
  }

  #isAbandoned({ since, entries }: Waiting): boolean {
    if (!this.#closing.signal.aborted && wallTime() - since < MAX_WAIT) return false
    this.#options.lost(entries)
    return true
  }
}
