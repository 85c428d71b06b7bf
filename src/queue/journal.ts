/** The accept journal: what was acknowledged is on the disk first, and is found again after a crash. */
import { mkdir } from 'node:fs/promises'
import { Holdings } from './holdings.js'
import { type Cut, type Found, readBack } from './journal-reading.js'
import { encodeRecord } from './record.js'
import { dropSegment, OpenSegment, readSegment, segmentFile } from './segment.js'

export interface JournalOptions {
  /** Folder of the segments; made if it is not there. Only one process may use it. */
  readonly folder: string
  /** Bytes after which a new segment is begun. Default 64 MiB. */
  readonly segmentBytes?: number
  /**
   * Beyond so many segments, if at least half of their bytes are settled, what is left in the oldest
   * is written anew, so that it can go. Default 8.
   */
  readonly mostSegments?: number
}

export interface JournalEntry {
  readonly id: string
  readonly data: Uint8Array
}

/** The disk did not take what was to be acknowledged. Nothing more is, until a restart. */
export class JournalFailed extends Error {
  constructor(options: ErrorOptions) {
    super('the accept journal cannot be written any more', options)
    this.name = 'JournalFailed'
  }
}

interface Waiting {
  readonly bytes: Buffer
  /** Called with the number of the segment that has it. */
  readonly done: (segment: number) => void
  readonly failed: (error: Error) => void
}

export class Journal {
  readonly #folder: string
  readonly #segmentBytes: number
  readonly #mostSegments: number
  readonly #holdings = new Holdings()
  #current: OpenSegment
  readonly #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #tidied: Promise<void> = Promise.resolve()
  #failure: Error | undefined
  /** Set while what was found is read: no segment goes meanwhile. */
  #reading = false

  private constructor(
    { folder, segmentBytes = 64 * 1024 ** 2, mostSegments = 8 }: JournalOptions,
    found: Found,
    current: OpenSegment,
  ) {
    this.#folder = folder
    this.#segmentBytes = segmentBytes
    this.#mostSegments = mostSegments
    for (const { number, bytes } of found.segments) this.#holdings.add(number, bytes)
    for (const [id, { segment, bytes }] of found.places) this.#holdings.keep(id, segment, bytes)
    this.#holdings.add(current.number)
    this.#current = current
  }

  /**
   * Reads the journal back and begins a new segment. A torn tail, which a crash leaves behind, is
   * cut off: nothing in it was acknowledged.
   *
   * @throws WaybillError WAYBILL_JOURNAL_DAMAGED if a record before the tail is not whole
   */
  static async open(options: JournalOptions): Promise<OpenedJournal> {
    const { folder } = options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found = await readBack(folder)
    const number = (found.segments.at(-1)?.number ?? 0) + 1
    const journal = new Journal(options, found, await OpenSegment.create(folder, number))
    await journal.#tidy()
    return { journal, cut: found.cut }
  }

  /** Messages that are not settled. */
  get depth(): number {
    return this.#holdings.unsettled
  }

  /** True if a message was appended and is not settled. */
  has(id: string): boolean {
    return this.#holdings.has(id)
  }

  /** Ids of what is not settled; it may change while they are looked through. */
  ids(): IterableIterator<string> {
    return this.#holdings.ids()
  }

  /** What is not settled, oldest first; one segment is in memory at a time. Called before anything is appended. */
  async *unsettled(): AsyncGenerator<JournalEntry> {
    this.#reading = true
    try {
      for (const segment of this.#holdings.inUse()) {
        const { records } = await readSegment(segmentFile(this.#folder, segment))
        for (const record of records) {
          if (record.kind !== 'accepted' || this.#holdings.placeOf(record.id) !== segment) continue
          yield { id: record.id, data: record.data }
        }
      }
    } finally {
      this.#reading = false
    }
  }

  /**
   * Makes a message durable: when this resolves, it may be acknowledged. Messages that come while
   * the disk works are written and synced together.
   *
   * @throws JournalFailed if the disk did not take it: it must not be acknowledged
   * @throws RangeError for an id of more than 65,535 bytes or data of 1 GiB
   */
  async append(id: string, data: Uint8Array): Promise<void> {
    const bytes = encodeRecord({ kind: 'accepted', id, data })
    await this.#write(bytes, (segment) => this.#holdings.keep(id, segment, bytes.length))
  }

  /**
   * Notes that a message needs nothing more. If a crash loses the note, the message is found again:
   * its job must bear that.
   *
   * @throws JournalFailed
   */
  async settle(id: string): Promise<void> {
    if (!this.#holdings.has(id)) return
    await this.#write(encodeRecord({ kind: 'settled', id }), () => this.#holdings.settle(id))
    await this.#tidy()
  }

  /** Writes what waits, then lets go of the file. Nothing can be appended any more. */
  async close(): Promise<void> {
    // First, so that nothing is begun any more.
    this.#failure ??= new JournalFailed({ cause: new Error('the journal is closed') })
    await this.#tidied
    await this.#writing
    await this.#current.close()
  }

  /** @param durable  called at once when the disk has it, with the segment that holds it */
  #write(bytes: Buffer, durable: (segment: number) => void): Promise<void> {
    return new Promise((resolve, failed) => {
      const done = (segment: number) => {
        durable(segment)
        resolve()
      }
      if (this.#failure) {
        failed(this.#failure)
        return
      }
      this.#waiting.push({ bytes, done, failed })
      this.#writing ??= this.#writeAll()
    })
  }

  /** Group commit: one write and one sync for all that came while the ones before were made. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        if (this.#current.bytes >= this.#segmentBytes) await this.#rotate()
        this.#holdings.grew(await this.#current.append(batch.map(({ bytes }) => bytes)))
        for (const { done } of batch) done(this.#current.number)
      } catch (cause) {
        // After a failed sync the kernel may have thrown the pages away and call the next one a
        // success: this file is never written again, and nothing more is acknowledged.
        this.#failure = new JournalFailed({ cause })
        for (const { failed } of [...batch, ...this.#waiting.splice(0)]) failed(this.#failure)
      }
    }
    // In the same turn as the look at what waits, or what comes in between would wait for ever.
    this.#writing = undefined
  }

  async #rotate(): Promise<void> {
    const next = await OpenSegment.create(this.#folder, this.#current.number + 1)
    const full = this.#current
    this.#current = next
    this.#holdings.add(next.number)
    await full.close()
  }

  /** Drops segments that hold nothing any more; one at a time, whoever asks. */
  async #tidy(): Promise<void> {
    const run = this.#tidied.then(() => this.#dropOldest())
    // Whoever asked hears of a failure; the next one tries again.
    this.#tidied = run.catch(() => undefined)
    await run
  }

  /**
   * The oldest go first and no other: a note that a message is settled stands in a segment at least
   * as new as the message, so it never goes before the message does.
   */
  async #dropOldest(): Promise<void> {
    for (let oldest = this.#holdings.oldest; oldest; oldest = this.#holdings.oldest) {
      if (this.#reading) return
      if (oldest.unsettled > 0) {
        const many = this.#holdings.segments > this.#mostSegments
        if (!many || !this.#holdings.sparse) return
        await this.#writeAnew(oldest.number)
      }
      await dropSegment(this.#folder, oldest.number)
      this.#holdings.drop()
    }
  }

  /** Few messages that take long would keep a segment for ever: they move to the newest. */
  async #writeAnew(segment: number): Promise<void> {
    const { records } = await readSegment(segmentFile(this.#folder, segment))
    for (const record of records) {
      if (record.kind !== 'accepted' || this.#holdings.placeOf(record.id) !== segment) continue
      const bytes = encodeRecord(record)
      await this.#write(bytes, (moved) => {
        if (this.#holdings.has(record.id)) this.#holdings.keep(record.id, moved, bytes.length)
      })
      // Settled meanwhile, it must stay so: its note may stand before the record that moved.
      if (!this.#holdings.has(record.id)) {
        await this.#write(encodeRecord({ kind: 'settled', id: record.id }), () => undefined)
      }
    }
  }
}

export interface OpenedJournal {
  readonly journal: Journal
  /** The torn tail that was cut off, for the log; undefined after an orderly end. */
  readonly cut: Cut | undefined
}
