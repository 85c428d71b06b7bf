/** Pages and envelopes in Redis: what nodes that share it have put there, the newest first. */
import { wallTime } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import type { Captured, JournalStats } from '../journal.js'
import type { Page, PageIndex } from '../page.js'
import type { Pages } from '../pages.js'
import { indexBytes, indexOf, packed, unpackedEnvelope, unpackedLines } from './stored.js'

/** Where a journal is: streams of pages, and a list of envelopes for each exchange that has some. */
interface Keys {
  /** Stream: what is known of each page, and which exchanges have envelopes, oldest first. */
  readonly index: string
  /** Stream with the same ids: the lines of each page. */
  readonly lines: string
  /** Hash: `bytes` and `entries` of all of it. */
  readonly sizes: string
  /** Before the id of an exchange: list of its envelopes. */
  readonly envelopes: string
}

/** In braces all of them are on one node of a Cluster; elsewhere they change nothing. */
export function keysOf(prefix: string): Keys {
  // With the version of what is kept: what others left goes by itself.
  const base = `{${prefix}}:journal:2`
  return {
    index: base,
    lines: `${base}:lines`,
    sizes: `${base}:sizes`,
    envelopes: `${base}:envelopes:`,
  }
}

export interface Bounds {
  /** Milliseconds. */
  readonly retention: number
  readonly maxBytes: number
}

/** Entries of the index that are asked for at once. */
const PORTION = 250

/**
 * Milliseconds that may lie between the newest entry of a page, by the clock of its node, and the time when it was
 * kept, by the clock of Redis.
 */
const LATEST = 90_000
/** Milliseconds by which the clock of a node may be ahead of that of Redis. */
const AHEAD = 5_000

/** A page whose place in Redis is known. */
interface StoredPage extends PageIndex {
  readonly id: string
}

/**
 * Keeps something, and releases what is too old or too much, in one step. Keys: index, lines, sizes, beginning of those of envelopes.
 *
 * Then the bounds: the time from which on things are kept, how long the keys live without anything new, and how
 * many bytes there may be. Then what is added: its bytes, the number of its entries, and
 * either its index, its name and its lines, or an exchange and an envelope of it.
 */
const ADD = `
local call, index, lines, sizes = redis.call, KEYS[1], KEYS[2], KEYS[3]
local oldest, life, most, size, entries = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local new = call('EXISTS', index) == 0
-- A full Redis refuses what grows if it is the first that a script writes.
local id = call('XADD', index, '*', 'bytes', size, 'entries', entries, ARGV[6], ARGV[7])
if new then call('DEL', sizes, lines) end
if ARGV[6] == 'page' then
  call('XADD', lines, id, 'name', ARGV[8], 'lines', ARGV[9])
else
  call('RPUSH', KEYS[4] .. ARGV[7], ARGV[8])
  call('PEXPIRE', KEYS[4] .. ARGV[7], life)
end
local bytes = call('HINCRBY', sizes, 'bytes', size)
call('HINCRBY', sizes, 'entries', entries)
-- At most so many, so that others have their turn: the next one goes on.
for _ = 1, 100 do
  local first = call('XRANGE', index, '-', '+', 'COUNT', 1)[1]
  if not first or first[1] == id then break end
  local at = tonumber(string.match(first[1], '^%d+'))
  if bytes <= most and at >= oldest then break end
  local has = first[2]
  call('XDEL', index, first[1])
  if has[5] == 'page' then call('XDEL', lines, first[1]) else call('LPOP', KEYS[4] .. has[6]) end
  bytes = call('HINCRBY', sizes, 'bytes', 0 - has[2])
  call('HINCRBY', sizes, 'entries', 0 - has[4])
end
for at = 1, 3 do call('PEXPIRE', KEYS[at], life) end
return bytes`

export class RedisPages implements Pages {
  readonly #connection: Promise<Connection>
  readonly #keys: Keys
  readonly #bounds: Bounds

  constructor(connection: Promise<Connection>, keys: Keys, bounds: Bounds) {
    this.#connection = connection
    this.#keys = keys
    this.#bounds = bounds
  }

  async put(page: Page): Promise<void> {
    const index = indexBytes(page)
    const lines = await packed(page.lines)
    const name = JSON.stringify({ name: page.name, node: page.node })
    const size = index.length + name.length + lines.length
    await this.#add(size, page.entries, 'page', index, name, lines)
  }

  async capture(envelope: Captured): Promise<void> {
    const bytes = await packed(Buffer.from(JSON.stringify(envelope)))
    await this.#add(bytes.length, 0, 'envelope', envelope.exchange, bytes)
  }

  async #add(size: number, entries: number, ...what: readonly (string | Buffer)[]): Promise<void> {
    const { index, lines, sizes, envelopes } = this.#keys
    const { retention, maxBytes } = this.#bounds
    const bounds = [wallTime() - retention, retention, maxBytes]
    const keys = [index, lines, sizes, envelopes]
    const connection = await this.#connection
    await connection.eval(ADD, keys.length, ...keys, ...bounds, size, entries, ...what)
  }

  async *indexes(oldest: number, newest: number): AsyncGenerator<readonly StoredPage[]> {
    const least = Math.max(oldest, wallTime() - this.#bounds.retention)
    const names = new Set<string>()
    const connection = await this.#connection
    // The pages of nodes do not come in the order of their newest entries: some wait for newer ones.
    let waiting: StoredPage[] = []
    const from = newest + LATEST < wallTime() ? String(newest + LATEST) : '+'
    const ask = (before: string) => {
      const request = connection.xrevrangeBuffer(this.#keys.index, before, '-', 'COUNT', PORTION)
      // Whoever looks may have found enough by then.
      request.catch(() => undefined)
      return request
    }
    for (let request = ask(from); ; ) {
      const found = await request
      const [bottom] = found.at(-1) ?? []
      // On its way while this one is looked at.
      if (bottom && found.length === PORTION) request = ask(`(${bottom.toString()}`)
      for (const [bytes, fields] of found) {
        const id = bytes.toString()
        const page = pageIn(id, fields)
        // Redis may have kept it though it could not say so, and have been given it again.
        if (page && page.last >= least && page.first <= newest && !names.has(page.name)) {
          waiting.push(page)
          names.add(page.name)
        }
      }
      const at = bottom ? Number.parseInt(bottom.toString(), 10) : Number.NEGATIVE_INFINITY
      // Whatever comes now was kept before then, and is hardly newer.
      const ended = found.length < PORTION || at + AHEAD < least
      const sure = ended ? Number.NEGATIVE_INFINITY : at + AHEAD
      waiting.sort((one, other) => other.last - one.last)
      yield waiting.filter((page) => page.last > sure)
      waiting = waiting.filter((page) => page.last <= sure)
      if (ended) return
    }
  }

  async lines(index: PageIndex): Promise<Page['lines'] | undefined> {
    if (!isStored(index)) return undefined
    const connection = await this.#connection
    const [found] = await connection.xrangeBuffer(this.#keys.lines, index.id, index.id)
    const bytes = found?.[1][3]
    return bytes && (await unpackedLines(bytes))
  }

  async envelopes(exchange: string): Promise<readonly Captured[]> {
    const connection = await this.#connection
    const found = await connection.lrangeBuffer(`${this.#keys.envelopes}${exchange}`, 0, -1)
    return Promise.all(found.map(unpackedEnvelope))
  }

  async stats(): Promise<Omit<JournalStats, 'lost'>> {
    const { index, sizes } = this.#keys
    const connection = await this.#connection
    const [bytes, entries] = await connection.hmget(sizes, 'bytes', 'entries')
    const found = await connection.xrangeBuffer(index, '-', '+', 'COUNT', PORTION)
    const first = found
      .map(([id, fields]) => pageIn(id.toString(), fields)?.first)
      .filter((at) => at !== undefined)
    return {
      entries: Number(entries ?? 0),
      bytes: Number(bytes ?? 0),
      oldest: first.length > 0 ? Math.min(...first) : undefined,
    }
  }
}

/** Undefined for an envelope. */
function pageIn(id: string, fields: readonly Buffer[]): StoredPage | undefined {
  const [, , , , kind, bytes] = fields
  if (kind?.toString() !== 'page' || !bytes) return undefined
  return { ...indexOf(bytes), id }
}

function isStored(index: PageIndex): index is StoredPage {
  return 'id' in index
}
