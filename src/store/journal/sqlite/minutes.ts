/** The counts of minutes in the file of a journal: a table of their own, in bounds of their own. */
import { setImmediate } from 'node:timers/promises'
import { MergedMinutes, MINUTE } from '../minutes/merge.js'
import type { FlowSteps, MinuteBounds, MinuteWindow } from '../minutes/minutes.js'
import { unpacked } from '../minutes/packed.js'
import type { JournalStore } from './store.js'

/** For a file that has none yet, of whatever version it is. */
export const MINUTE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS flow_minute (
    seq INTEGER PRIMARY KEY,
    minute INTEGER NOT NULL,
    node TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    record BLOB NOT NULL
  ) STRICT;
  -- With what is counted and added up.
  CREATE INDEX IF NOT EXISTS flow_minute_by_node ON flow_minute (node, minute, bytes);
`

/** A record as it is kept. */
export interface PackedMinute {
  readonly node: string
  readonly minute: number
  readonly record: Uint8Array
}

/** Records that wait in memory until they are written: a day of them. */
const MAX_WAITING = 1_440
/** Bytes of a row beside its record, with its line of the index. */
const AROUND = 64
/** Rows that are removed at once, and read at once. */
const REMOVED = 64
const PORTION = 500

/** What is to be written; the oldest records go if nothing can be written for long. */
export class WaitingMinutes {
  readonly #bounds: MinuteBounds
  readonly #waiting: PackedMinute[] = []

  constructor(bounds: MinuteBounds) {
    this.#bounds = bounds
  }

  get any(): boolean {
    return this.#waiting.length > 0
  }

  add(one: PackedMinute): void {
    this.#waiting.push(one)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
  }

  /** @throws Error of SQLite; then nothing was written, and all waits */
  writeTo(store: JournalStore): void {
    if (!this.any) return
    store.transaction(() => {
      for (const { node, minute, record } of this.#waiting) {
        store
          .sql('INSERT INTO flow_minute (minute, node, bytes, record) VALUES (?, ?, ?, ?)')
          .run(minute, node, record.length + AROUND, record)
      }
      for (const node of new Set(this.#waiting.map((one) => one.node))) {
        removeOldest(store, node, this.#bounds.records)
      }
      removeBeyond(store, this.#bounds.bytes)
    })
    this.#waiting.length = 0
  }
}

/** In the order in which they were written: a clock that is set changes nothing. */
function removeOldest(store: JournalStore, node: string, most: number): void {
  const { count } =
    store.sql('SELECT count(*) AS count FROM flow_minute WHERE node = ?').get(node) ?? {}
  const over = Number(count ?? 0) - most
  if (over <= 0) return
  store
    .sql(
      `DELETE FROM flow_minute WHERE seq IN
         (SELECT seq FROM flow_minute WHERE node = ? ORDER BY seq LIMIT ?)`,
    )
    .run(node, over)
}

function removeBeyond(store: JournalStore, most: number): void {
  for (let bytes = bytesIn(store); bytes > most; bytes = bytesIn(store)) {
    const oldest = `SELECT seq FROM flow_minute ORDER BY seq LIMIT ${REMOVED}`
    store.sql(`DELETE FROM flow_minute WHERE seq IN (${oldest})`).run()
  }
}

function bytesIn(store: JournalStore): number {
  return Number(store.sql('SELECT sum(bytes) AS bytes FROM flow_minute').get()?.bytes ?? 0)
}

/** What is requested of them. */
export interface MinutesWanted {
  readonly node: string
  readonly window: MinuteWindow
  /** Lines. */
  readonly most: number
}

/**
 * Adds up the minutes of a window; the thread goes on with other work between portions.
 *
 * @param working  runs what an exit waits for
 */
export async function readMinutes(
  store: JournalStore,
  { node, window, most }: MinutesWanted,
  working: <Result>(work: () => Result) => Result,
): Promise<FlowSteps> {
  const merged = new MergedMinutes(window)
  // A mark may be a minute apart from its record.
  const first = Math.floor(window.from / MINUTE) - 1
  const last = Math.ceil((window.from + window.step * window.steps) / MINUTE)
  let after = { minute: first, seq: -1 }
  for (;;) {
    const portion = working(() =>
      store
        .sql(
          `SELECT seq, minute, record FROM flow_minute INDEXED BY flow_minute_by_node
           WHERE node = ? AND minute >= ? AND minute <= ? AND (minute, seq) > (?, ?)
           ORDER BY minute, seq LIMIT ${PORTION}`,
        )
        .all(node, after.minute, last, after.minute, after.seq),
    )
    for (const { seq, minute, record } of portion) {
      const read = unpacked(record)
      if (read) merged.add(read)
      after = { minute, seq }
    }
    if (portion.length < PORTION) return merged.steps(most)
    await setImmediate()
  }
}
