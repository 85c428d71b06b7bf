/** The journal of a node whose queue is in memory: nothing outlives the process. */
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
import { askedBy } from '../matches.js'
import { pathIn, searchPages } from '../pages.js'
import { Recorder } from '../recorder.js'
import { MemoryPages } from './pages.js'

export interface MemoryOptions {
  /** URI of the node. */
  readonly node: string
  /** Milliseconds. */
  readonly retention: number
  readonly maxBytes: number
}

export class MemoryJournal implements Journal {
  readonly #followers = new Followers()
  readonly #pages: MemoryPages
  readonly #recorder: Recorder
  readonly record: (event: NodeEvent) => void

  constructor({ node, ...bounds }: MemoryOptions) {
    this.#pages = new MemoryPages(bounds)
    const put: MemoryPages['put'] = (page, full) => this.#pages.put(page, full)
    this.#recorder = new Recorder({ node, put }, this.#followers)
    this.record = this.#recorder.record
  }

  capture(envelope: Captured): void {
    this.#pages.capture(envelope)
  }

  async search(query: JournalQuery, limit: number, after?: string): Promise<JournalPage> {
    this.#recorder.flush()
    return searchPages(this.#pages, askedBy(query), limit, after)
  }

  async path(id: string): Promise<readonly JournalEntry[]> {
    this.#recorder.flush()
    return pathIn(this.#pages, id)
  }

  async envelopes(exchange: string): Promise<readonly Captured[]> {
    return this.#pages.envelopes(exchange)
  }

  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    return this.#followers.follow(signal, missed)
  }

  async stats(): Promise<JournalStats> {
    this.#recorder.flush()
    return { ...this.#pages.stats(), lost: this.#recorder.lost }
  }

  async close(): Promise<void> {
    this.#recorder.close()
  }
}
