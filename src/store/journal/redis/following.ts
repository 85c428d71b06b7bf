/** Reads what nodes put into the journal in Redis as it comes, as long as somebody follows. */
import { waitFor } from '../../../base/deadline.js'
import { wallTime } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import { Followers, type Missed } from '../followers.js'
import type { JournalEntry } from '../journal.js'
import type { PageName } from '../key.js'
import { eachOf, entryOf } from '../lines.js'
import { unpackedLines } from './stored.js'

/** Milliseconds that Redis waits for something new: less than a connection waits for Redis. */
const BLOCK = 2_000
/** Pages of one answer. */
const PORTION = 50
/** Milliseconds between two attempts. */
const PAUSE = 1_000
/** Milliseconds by which the clock of Redis may be behind. */
const BEHIND = 10_000
/** Names of pages that are known to have been notified of. */
const EXPECTED = 1_000

export class Following {
  readonly #followers = new Followers()
  readonly #connect: () => Promise<Connection>
  readonly #stream: string
  readonly #closing = new AbortController()
  #reading: Promise<void> | undefined

  /** @param connect  makes a connection of its own, which waits for Redis most of the time */
  constructor(connect: () => Promise<Connection>, stream: string) {
    this.#connect = connect
    this.#stream = stream
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    const ends = AbortSignal.any([signal, this.#closing.signal])
    const entries = this.#followers.follow(ends, missed)
    this.#reading ??= this.#read()
    return entries
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#reading
  }

  async #read(): Promise<void> {
    const since = wallTime()
    const connection = await this.#connect()
    const end = () => connection.disconnect()
    this.#closing.signal.addEventListener('abort', end, { once: true })
    const seen: string[] = []
    let from = `${since - BEHIND}-0`
    try {
      while (this.#followers.any) {
        try {
          for (const [id, fields] of await this.#next(connection, from)) {
            from = id.toString()
            await this.#notify(fields, since, seen)
          }
        } catch {
          await waitFor(PAUSE, this.#closing.signal)
        }
      }
    } finally {
      this.#closing.signal.removeEventListener('abort', end)
      connection.disconnect()
      this.#reading = undefined
    }
  }

  async #next(connection: Connection, from: string): Promise<readonly [Buffer, Buffer[]][]> {
    const found = await connection.xreadBuffer(
      'COUNT',
      PORTION,
      'BLOCK',
      BLOCK,
      'STREAMS',
      this.#stream,
      from,
    )
    return found?.[0]?.[1] ?? []
  }

  async #notify(fields: readonly Buffer[], since: number, seen: string[]): Promise<void> {
    const [, name, , bytes] = fields
    if (!name || !bytes) return
    const page: PageName = JSON.parse(name.toString())
    if (seen.includes(page.name)) return
    seen.push(page.name)
    if (seen.length > EXPECTED) seen.shift()
    for (const line of eachOf(await unpackedLines(bytes))) {
      if (line.at >= since) this.#followers.notify(entryOf(page, line))
    }
  }
}
