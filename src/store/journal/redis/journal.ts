/** The journal on Redis: what happens at all nodes that share it, in one place. */
import type { Log } from '../../../base/log.js'
import type { Connection, RedisAddress } from '../../redis/connect.js'
import { Followers, type Missed } from '../followers.js'
import type {
  Captured,
  Journal,
  JournalEntry,
  JournalPage,
  JournalQuery,
  JournalReader,
  JournalStats,
} from '../journal.js'
import { pageOf } from '../key.js'
import type { Hashing } from '../keys/hashing.js'
import { criteriaWith } from '../matches.js'
import { type MinuteBounds, minuteBounds } from '../minutes/minutes.js'
import { RedisMinutes } from '../minutes/redis.js'
import type { Page } from '../page.js'
import { pathIn, searchPages } from '../pages.js'
import { Recorder } from '../recorder.js'
import { Following } from './following.js'
import { type Bounds, keysOf, RedisPages } from './pages.js'
import { Writer } from './writer.js'

/** Milliseconds for which entries are gathered: each time makes a page of its own. */
const WITHIN = 1_000

export interface RedisJournalOptions extends Bounds {
  readonly address: RedisAddress
  /** Keeps apart the journals in one Redis. */
  readonly prefix: string
  /** Of the counts by the minute. Default: those that a node has. */
  readonly minutes?: MinuteBounds | undefined
  /** Default: none. */
  readonly hashing?: Hashing | undefined
}

export class RedisReader implements JournalReader {
  protected readonly pages: RedisPages
  protected readonly connection: Promise<Connection>
  readonly #following: Following
  readonly #hashing: Hashing | undefined

  constructor({ address, prefix, hashing, ...bounds }: RedisJournalOptions) {
    this.#hashing = hashing
    const keys = keysOf(prefix)
    this.connection = connected(address)
    this.pages = new RedisPages(this.connection, keys, bounds)
    this.#following = new Following(() => connected(address), keys.lines)
  }

  async search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    return searchPages(this.pages, await criteriaWith(query, this.#hashing), limit, after)
  }

  async path(id: string): Promise<readonly JournalEntry[]> {
    return pathIn(this.pages, id)
  }

  async envelopes(exchange: string): Promise<readonly Captured[]> {
    return this.pages.envelopes(exchange)
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    return this.#following.follow(signal, missed)
  }

  async stats(): Promise<JournalStats> {
    return { ...(await this.pages.stats()), lost: 0 }
  }

  async close(): Promise<void> {
    await this.#following.close()
    const connection = await this.connection
    connection.disconnect()
  }
}

/** It tries again by itself; each failure is met where Redis is asked. */
async function connected(address: RedisAddress): Promise<Connection> {
  // Only here: a node without Redis need not have its libraries in memory.
  const { eagerConnection } = await import('../../redis/connect.js')
  const connection = eagerConnection(address)
  connection.on('error', () => undefined)
  await connection.connect().catch(() => undefined)
  return connection
}

/** Bytes that a page takes beside its lines, about. */
const AROUND = 4096

export class RedisJournal extends RedisReader implements Journal {
  readonly #writer: Writer
  readonly #recorder: Recorder
  readonly minutes: RedisMinutes
  /** Name of the newest page. */
  #last = ''
  readonly record: Journal['record']

  /** @param node  URI of this node */
  constructor(options: RedisJournalOptions, node: string, log: Pick<Log, 'warn' | 'info'>) {
    super(options)
    const { prefix, maxBytes } = options
    const bounds = minuteBounds(maxBytes, options.minutes)
    this.minutes = new RedisMinutes(this.connection, { prefix, node, bounds })
    this.#writer = new Writer({
      log,
      name: options.prefix,
      lost: (entries) => this.#recorder.miss(entries),
    })
    // Whoever follows is notified of this node as of the others: by Redis.
    const nobody = new Followers()
    const put = (page: Page) => this.#put(page)
    this.#recorder = new Recorder({ node, put, longest: 0, within: WITHIN }, nobody)
    this.record = this.#recorder.record
  }

  /** Of this node, what comes from now on only, though the rest of it may not have been written yet. */
  override follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    this.#recorder.flush()
    return newer(super.follow(signal, missed), this.#recorder.writer, this.#last)
  }

  capture(envelope: Captured): void {
    this.#writer.put({
      bytes: envelope.envelope.length,
      entries: 0,
      write: () => this.pages.capture(envelope),
    })
  }

  override async stats(): Promise<JournalStats> {
    await this.flush()
    return { ...(await super.stats()), lost: this.#recorder.lost }
  }

  /** Hands over what this node has, and resolves when Redis has it. */
  async flush(): Promise<void> {
    this.#recorder.flush()
    await this.#writer.idle()
  }

  override async search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    await this.flush()
    return super.search(query, limit, after)
  }

  override async path(id: string): Promise<readonly JournalEntry[]> {
    await this.flush()
    return super.path(id)
  }

  override async envelopes(exchange: string): Promise<readonly Captured[]> {
    await this.flush()
    return super.envelopes(exchange)
  }

  override async close(): Promise<void> {
    this.#recorder.close()
    await this.#writer.close()
    await this.minutes.flush()
    await super.close()
  }

  #put(page: Page): boolean {
    this.#last = page.name
    return this.#writer.put({
      bytes: page.bytes + AROUND,
      entries: page.entries,
      write: () => this.pages.put(page),
    })
  }
}

/** All but what is in the pages of a writer up to one: their names sort as they were made. */
async function* newer(
  entries: AsyncIterable<JournalEntry>,
  writer: string,
  last: string,
): AsyncGenerator<JournalEntry, void, undefined> {
  for await (const entry of entries) {
    const { name } = pageOf(entry.key)
    if (!name.startsWith(`${writer}.`) || name > last) yield entry
  }
}
