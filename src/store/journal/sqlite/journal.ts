/** The journal of a node whose queue is embedded: a file beside the queue's, shared by the processes of one machine. */
import type { Log } from '../../../base/log.js'
import type { NodeEvent } from '../../../message/events/events.js'
import { Followers, type Missed } from '../followers.js'
import type {
  Captured,
  Journal,
  JournalEntry,
  JournalPage,
  JournalQuery,
  JournalStats,
} from '../journal.js'
import type { MinuteStore } from '../minutes/minutes.js'
import { packed } from '../minutes/packed.js'
import type { Page } from '../page.js'
import { Recorder } from '../recorder.js'
import { type ReaderOptions, SqliteReader } from './reader.js'
import type { ThreadReport } from './requests.js'

export interface SqliteJournalOptions extends Omit<ReaderOptions, 'serves' | 'writer'> {
  /** URI of the node. */
  readonly node: string
}

/** Pages, and bytes of envelopes, that wait in memory until they are written; what comes then is lost. */
const MAX_PAGES = 128
const MAX_ENVELOPES = 16 * 1024 ** 2

export class SqliteJournal implements Journal {
  readonly #log: Pick<Log, 'warn'>
  readonly #reader: SqliteReader
  readonly #recorder: Recorder
  /** Entries of each page that were handed over and are not yet written. */
  readonly #waiting = new Map<string, number>()
  /** What was handed over last. */
  #last = { name: '', entries: 0 }
  /** Sizes of envelopes that are not yet written. */
  readonly #envelopes: number[] = []
  #envelopeBytes = 0
  readonly record: (event: NodeEvent) => void
  readonly minutes: MinuteStore

  /** @param log  told when nothing can be written */
  constructor({ node, ...options }: SqliteJournalOptions, log: Pick<Log, 'warn'>) {
    this.#log = log
    const put = (page: Page) => this.#put(page)
    const followers = new Followers((any) => this.#reader.followed(any))
    this.#recorder = new Recorder({ node, put }, followers)
    const { writer } = this.#recorder
    const threadOptions = { serves: true, writer, ...options }
    this.#reader = new SqliteReader(threadOptions, followers, (news) => this.#hear(news))
    this.record = this.#recorder.record
    this.minutes = minutesOf(node, this.#reader)
  }

  capture(envelope: Captured): void {
    const size = envelope.envelope.length
    if (this.#reader.channel.hasEnded || this.#envelopeBytes + size > MAX_ENVELOPES) {
      this.#recorder.miss(1)
      return
    }
    this.#envelopes.push(size)
    this.#envelopeBytes += size
    this.#reader.channel.notify('keepEnvelope', envelope)
  }

  search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    this.#recorder.flush()
    return this.#reader.search(query, limit, after)
  }

  path(id: string): Promise<readonly JournalEntry[]> {
    this.#recorder.flush()
    return this.#reader.path(id)
  }

  envelopes(exchange: string): Promise<readonly Captured[]> {
    return this.#reader.envelopes(exchange)
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    return this.#reader.follow(signal, missed)
  }

  async stats(): Promise<JournalStats> {
    this.#recorder.flush()
    const stats = await this.#reader.stats()
    return { ...stats, lost: this.#recorder.lost }
  }

  async close(): Promise<void> {
    this.#recorder.close()
    await this.#reader.close()
  }

  #put(page: Page): boolean {
    const { name, entries } = page
    const { channel } = this.#reader
    if (channel.hasEnded || (this.#waiting.size >= MAX_PAGES && !this.#waiting.has(name)))
      return false
    if (this.#last.name === name && this.#last.entries === entries) return true
    this.#last = { name, entries }
    this.#waiting.set(name, entries)
    // What is added to a page that grows comes behind the bytes that go now.
    channel.notify('keepPage', page)
    return true
  }

  #hear({ written, warning }: ThreadReport): void {
    for (const { name, entries } of written?.pages ?? []) {
      if (this.#waiting.get(name) === entries) this.#waiting.delete(name)
    }
    for (const size of this.#envelopes.splice(0, written?.envelopes ?? 0)) {
      this.#envelopeBytes -= size
    }
    if (warning) this.#log.warn({ cause: warning.cause }, warning.sentence)
  }
}

function minutesOf(node: string, { channel }: Pick<SqliteReader, 'channel'>): MinuteStore {
  return {
    keep(record) {
      if (channel.hasEnded) return
      channel.notify('keepMinute', { node, minute: record.minute, record: packed(record) })
    },
    read: (window, most) => channel.request('minutes', { node, window, most }),
  }
}
