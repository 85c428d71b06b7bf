/** The counts of a node whose journal is in Redis: a sorted set of each node, by minute, in bounds of its own. */
import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { within } from '../../../base/deadline.js'
import type { Connection } from '../../redis/connect.js'
import { MergedMinutes, MINUTE } from './merge.js'
import type { FlowSteps, MinuteBounds, MinuteRecord, MinuteStore, MinuteWindow } from './minutes.js'
import { packed, unpacked } from './packed.js'

/** Records that wait for Redis: a day of them. */
const MAX_WAITING = 1_440
/** Records that are read at once. */
const PORTION = 500
/** Bytes before each record, so that two of the same minute with the same counts are two. */
const MARK = 8
/** Milliseconds that Redis may take for a record, and for a portion of them. */
const DEADLINE = 5_000
/** Milliseconds for which they are kept without a further one. */
const LIFE = 9 * 24 * 3_600_000

/**
 * Keeps a record, and releases those beyond the bounds, the oldest first. Keys: the records, and how many bytes they
 * have. Then the minute, the record, how many records and bytes there may be, and how long the keys live.
 */
const KEEP = `
local call, set, sizes = redis.call, KEYS[1], KEYS[2]
local new = call('EXISTS', set) == 0
local added = call('ZADD', set, ARGV[1], ARGV[2])
if new then call('DEL', sizes) end
-- It may have been kept though Redis could not say so.
local bytes = call('INCRBY', sizes, added * #ARGV[2])
local records = call('ZCARD', set)
for _ = 1, 100 do
  if records <= tonumber(ARGV[3]) and bytes <= tonumber(ARGV[4]) then break end
  local first = call('ZPOPMIN', set)
  if not first[1] then break end
  bytes = call('DECRBY', sizes, #first[1])
  records = records - 1
end
call('PEXPIRE', set, ARGV[5])
call('PEXPIRE', sizes, ARGV[5])
return bytes`

export interface RedisMinutesOptions {
  readonly prefix: string
  /** URI of the node. */
  readonly node: string
  readonly bounds: MinuteBounds
}

export class RedisMinutes implements MinuteStore {
  readonly #connection: Promise<Connection>
  readonly #key: string
  readonly #bounds: MinuteBounds
  readonly #waiting: { readonly minute: number; readonly bytes: Buffer }[] = []
  #writing: Promise<void> | undefined

  constructor(connection: Promise<Connection>, { prefix, node, bounds }: RedisMinutesOptions) {
    this.#connection = connection
    // In braces all keys of a journal are on one node of a Cluster.
    this.#key = `{${prefix}}:journal:minutes:${node}`
    this.#bounds = bounds
  }

  keep(record: MinuteRecord): void {
    const bytes = Buffer.concat([randomBytes(MARK), packed(record)])
    this.#waiting.push({ minute: record.minute, bytes })
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
    void this.flush()
  }

  /** Writes what waits, as far as Redis takes it; the rest is tried again with the next record. Never rejects. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async read(window: MinuteWindow, most: number): Promise<FlowSteps> {
    await this.flush()
    const connection = await this.#connection
    const merged = new MergedMinutes(window)
    // A mark may be a minute apart from its record.
    const first = Math.floor(window.from / MINUTE) - 1
    const last = Math.ceil((window.from + window.step * window.steps) / MINUTE)
    for (let read = 0; ; read += PORTION) {
      const portion = await within(DEADLINE, () =>
        connection.zrangebyscoreBuffer(this.#key, first, last, 'LIMIT', read, PORTION),
      )
      for (const bytes of portion) {
        const record = unpacked(bytes.subarray(MARK))
        if (record) merged.add(record)
      }
      if (portion.length < PORTION) return merged.steps(most)
      await setImmediate()
    }
  }

  async #write(): Promise<void> {
    const connection = await this.#connection
    const { records, bytes: most } = this.#bounds
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const { minute, bytes } = next
      try {
        await within(DEADLINE, () =>
          connection.eval(
            KEEP,
            2,
            this.#key,
            `${this.#key}:bytes`,
            minute,
            bytes,
            records,
            most,
            LIFE,
          ),
        )
      } catch {
        // The journal itself warns that Redis does not answer. Given again, the same bytes are the same record.
        return
      }
      const at = this.#waiting.indexOf(next)
      if (at !== -1) this.#waiting.splice(at, 1)
    }
  }
}
