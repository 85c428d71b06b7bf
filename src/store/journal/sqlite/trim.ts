/** Lets the oldest go that is kept for too long or is too much, in small steps; the file gives its space back. */
import { wallTime } from '../../../base/time.js'
import { numberOf } from '../../sqlite/database.js'
import { PAGE_BYTES } from '../page.js'
import type { JournalStore } from './store.js'

export interface TrimBounds {
  /** Milliseconds. */
  readonly retention: number
  /** Of the file that are in use. */
  readonly maxBytes: number
}

/** What one step removes. */
const PAGES = 8
const ENVELOPES = 64
/** Pages of the file that may stay free for what comes next, and that are given back at a time. */
const SPARE = 1_000

/** @returns true if there may be more to do */
export function trim(store: JournalStore, { retention, maxBytes }: TrimBounds): boolean {
  const old = wallTime() - retention
  const over = store.bytes - maxBytes
  const before = Math.max(old, over > 0 ? oldestOf(store, Math.ceil(over / PAGE_BYTES)) : 0)
  let removed = 0
  if (isThere(store, before)) {
    store.transaction(() => {
      removed = removeBefore(store, before)
    })
  }
  return shrink(store) || removed > 0
}

/**
 * A time before which there is something, and not more than a step removes.
 *
 * @param pages  how many would be enough
 */
function oldestOf(store: JournalStore, pages: number): number {
  const page = store
    .sql('SELECT max(last) AS at FROM (SELECT last FROM page ORDER BY last LIMIT ?)')
    .get(Math.min(pages, PAGES))
  const envelope = store
    .sql(`SELECT max(at) AS at FROM (SELECT at FROM envelope ORDER BY at LIMIT ${ENVELOPES})`)
    .get()
  const times = [page?.at, envelope?.at].filter((at) => typeof at === 'number')
  return times.length === 0 ? 0 : Math.min(...times) + 1
}

function isThere(store: JournalStore, before: number): boolean {
  return ['SELECT min(last) AS at FROM page', 'SELECT min(at) AS at FROM envelope'].some(
    (sql) => (store.sql(sql).get()?.at ?? before) < before,
  )
}

/** @returns how many rows are gone */
function removeBefore(store: JournalStore, before: number): number {
  const oldest = `SELECT seq FROM page WHERE last < ? ORDER BY last LIMIT ${PAGES}`
  store.sql(`DELETE FROM lines WHERE page IN (${oldest})`).run(before)
  const pages = store.sql(`DELETE FROM page WHERE seq IN (${oldest})`).run(before)
  const envelopes = store
    .sql(
      `DELETE FROM envelope WHERE seq IN
         (SELECT seq FROM envelope WHERE at < ? ORDER BY at LIMIT ${ENVELOPES})`,
    )
    .run(before)
  return Number(pages.changes) + Number(envelopes.changes)
}

/** Gives pages back to the disk that nothing needs, so many at a time. */
function shrink({ database }: JournalStore): boolean {
  if (numberOf(database, 'PRAGMA freelist_count') <= SPARE) return false
  database.exec(`PRAGMA incremental_vacuum(${SPARE})`)
  return true
}
