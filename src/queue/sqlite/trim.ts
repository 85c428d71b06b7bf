/** What is done now and then: what is kept no longer goes, and the file gives its space back. */
import { wallTime } from '../../base/time.js'
import { numberOf } from './database.js'
import type { OpenOptions } from './options.js'
import type { Transaction } from './transaction.js'

/** Jobs, or keys that were remembered, that are removed in one transaction. */
export const BATCH = 500
/** Pages that are given back at a time, and how many may stay free for what comes next. */
const PAGES = 1_000
const SPARE = 1_000

type Bounds = Pick<OpenOptions, 'retention' | 'keep' | 'keepBytes'>

/** True if more is kept than may be. */
export function isOver(tx: Transaction, { retention, keep, keepBytes }: Bounds): boolean {
  const found = tx
    .sql(
      `SELECT (SELECT n FROM tally WHERE name = 'done') > :keep
         OR (SELECT n FROM tally WHERE name = 'done bytes') > :keepBytes
         OR (SELECT min(ended) FROM job WHERE state = 'done') < :before AS over`,
    )
    .get({ keep, keepBytes, before: wallTime() - retention })
  return found?.over === 1
}

/**
 * Removes finished jobs that are kept no longer, by age, number and bytes; the oldest first.
 *
 * @param most  so many at most
 * @returns how many were removed
 */
export function trimBounds(tx: Transaction, bounds: Bounds, most = BATCH): number {
  // A question takes a tenth of the time of a removal that finds nothing.
  if (!isOver(tx, bounds)) return 0
  const { retention, keep, keepBytes } = bounds
  const old = removeOldest(tx, wallTime() - retention, most)
  const over = Math.min(tx.tally('done') - keep, most - old)
  const beyond = over > 0 ? removeOldest(tx, Number.MAX_SAFE_INTEGER, over) : 0
  let heavy = 0
  // One by one, and never the last: how large each is shows only when it is gone.
  while (
    old + beyond + heavy < most &&
    tx.tally('done bytes') > keepBytes &&
    tx.tally('done') > 1
  ) {
    heavy += removeOldest(tx, Number.MAX_SAFE_INTEGER, 1)
  }
  return old + beyond + heavy
}

/** @param before  those that ended before then, in milliseconds since 1970 */
export function removeOldest(tx: Transaction, before: number, most: number): number {
  const { changes } = tx
    .sql(
      `DELETE FROM job WHERE seq IN
         (SELECT seq FROM job WHERE state = 'done' AND ended < ? ORDER BY ended LIMIT ?)`,
    )
    .run(before, most)
  return changes
}

/** Gives pages back to the disk that nothing needs any more, so many at a time. */
export function shrink({ database }: Transaction): void {
  const free = () => numberOf(database, 'PRAGMA freelist_count')
  if (free() <= SPARE) return
  database.exec(`PRAGMA incremental_vacuum(${PAGES})`)
  // The file itself gets shorter when the log is moved into it.
  if (free() <= SPARE) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
}
