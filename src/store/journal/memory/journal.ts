/** The journal of a node whose queue is in memory: nothing outlives the process. */
import { wallTime } from '../../../base/time.js'
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
import type { Hashing } from '../keys/hashing.js'
import { criteriaWith } from '../matches.js'
import { MemoryMinutes } from '../minutes/memory.js'
import { type MinuteBounds, minuteBounds } from '../minutes/minutes.js'
import type { Page, PageIndex } from '../page.js'
import { type Pages, pathIn, searchPages } from '../pages.js'
import { Recorder } from '../recorder.js'

export interface MemoryOptions {
  /** URI of the node. */
  readonly node: string
  /** Milliseconds. */
  readonly retention: number
  readonly maxBytes: number
  /** Of the counts by the minute. Default: those that a node has. */
  readonly minutes?: MinuteBounds | undefined
  /** Default: none. */
  readonly hashing?: Hashing | undefined
}

export class MemoryJournal implements Journal {
  readonly #followers = new Followers()
  readonly #pages: MemoryPages
  readonly #recorder: Recorder
  readonly #hashing: Hashing | undefined
  readonly minutes: MemoryMinutes
  readonly record: (event: NodeEvent) => void

  constructor({ node, minutes, hashing, ...bounds }: MemoryOptions) {
    this.#hashing = hashing
    this.minutes = new MemoryMinutes(minuteBounds(bounds.maxBytes, minutes))
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
    return searchPages(this.#pages, await criteriaWith(query, this.#hashing), limit, after)
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

type Bounds = Omit<MemoryOptions, 'node' | 'minutes' | 'hashing'>

/** Pages within bounds of age and bytes: the oldest go first. */
class MemoryPages implements Pages {
  readonly #bounds: Bounds
  /** In the order in which they were begun. */
  readonly #pages = new Map<string, Page>()
  #captured: Captured[] = []
  #bytes = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  put(page: Page, full: boolean): true {
    this.#bytes += page.bytes - (this.#pages.get(page.name)?.bytes ?? 0)
    // A full one keeps no more than it needs; one that grows is the recorder's own.
    this.#pages.set(page.name, full ? { ...page, lines: new Uint8Array(page.lines) } : page)
    this.#trim()
    return true
  }

  capture(envelope: Captured): void {
    this.#captured.push(envelope)
    this.#bytes += envelope.envelope.length
    this.#trim()
  }

  envelopes(exchange: string): readonly Captured[] {
    return this.#captured.filter((one) => one.exchange === exchange)
  }

  *indexes(oldest: number, newest: number): Generator<readonly PageIndex[]> {
    yield [...this.#pages.values()]
      .filter(({ first, last }) => last >= oldest && first <= newest)
      .sort((one, other) => other.last - one.last)
  }

  lines({ name }: PageIndex): Page['lines'] | undefined {
    return this.#pages.get(name)?.lines
  }

  stats(): Omit<JournalStats, 'lost'> {
    this.#trim()
    const pages = [...this.#pages.values()]
    const first = pages.reduce(
      (least, page) => Math.min(least, page.first),
      Number.POSITIVE_INFINITY,
    )
    return {
      entries: pages.reduce((sum, page) => sum + page.entries, 0),
      bytes: this.#bytes,
      oldest: Number.isFinite(first) ? first : undefined,
    }
  }

  #trim(): void {
    const { retention, maxBytes } = this.#bounds
    const since = wallTime() - retention
    for (const [name, page] of this.#pages) {
      if (page.last >= since && this.#bytes <= maxBytes) break
      this.#pages.delete(name)
      this.#bytes -= page.bytes
      this.#forget(Math.max(page.last, since))
    }
    if ((this.#captured[0]?.at ?? since) < since) this.#forget(since)
  }

  #forget(before: number): void {
    const kept = this.#captured.findIndex(({ at }) => at >= before)
    const gone = this.#captured.splice(0, kept === -1 ? this.#captured.length : kept)
    for (const { envelope } of gone) this.#bytes -= envelope.length
  }
}
