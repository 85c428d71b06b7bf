/** What is done now and then: what is kept no longer goes, and the file gives its space back. */
import { wallTime } from '../../../base/time.js'
import { numberOf } from '../../sqlite/database.js'
import type { OpenOptions } from './options.js'
import { attachedTo } from './schema.js'
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

/** Finished jobs that may go for each that comes: so what is kept never grows beyond its bounds. */
const EACH = 2

/**
 * Removes finished jobs after others have ended.
 *
 * @param removable  so many might have gone before, and did not
 * @returns how many of them have not gone now
 */
export function trimAfter(
  tx: Transaction,
  bounds: Bounds,
  ended: number,
  removable: number,
): number {
  const most = Math.min(BATCH, removable + EACH * ended)
  return most - trimBounds(tx, bounds, most)
}

/**
 * Removes finished jobs that are kept no longer, by age, number and bytes; the oldest first. Once there are
 * more than may be kept, a hundredth of the bound goes too: so that many go at a time, which costs half as much
 * as one each time that one ends.
 *
 * @param most  so many at most
 * @returns how many were removed
 */
export function trimBounds(tx: Transaction, bounds: Bounds, most = BATCH): number {
  // A question takes a tenth of the time of a removal that finds nothing.
  if (!isOver(tx, bounds)) return 0
  const { retention, keep, keepBytes } = bounds
  const old = removeOldest(tx, wallTime() - retention, most)
  const done = tx.tally('done')
  const beyond = done > keep ? done - keep + Math.min(BATCH, Math.floor(keep / 100)) : 0
  const many = removeFirst(tx, Math.min(beyond, most - old))
  const excess = tx.tally('done bytes') - keepBytes
  // Never the last.
  const room = Math.min(most - old - many, tx.tally('done') - 1)
  const heavy = excess > 0 ? removeFirst(tx, reaching(tx, excess + keepBytes / 100, room)) : 0
  return old + many + heavy
}

/** How many of the oldest have so many bytes together; `most` if they have fewer. */
function reaching(tx: Transaction, bytes: number, most: number): number {
  const rows = tx
    .sql(
      `SELECT bytes + answer_bytes + ${attachedTo('seq')} AS size FROM job WHERE state = 'done'
       ORDER BY ended, seq LIMIT ?`,
    )
    .all(Math.max(0, most))
  let sum = 0
  const last = rows.findIndex(({ size }) => {
    sum += Number(size)
    return sum >= bytes
  })
  return last < 0 ? rows.length : last + 1
}

function removeFirst(tx: Transaction, count: number): number {
  return count > 0 ? removeOldest(tx, Number.MAX_SAFE_INTEGER, count) : 0
}

/** @param before  those that ended before then, in milliseconds since 1970 */
export function removeOldest(tx: Transaction, before: number, most: number): number {
  const { changes } = tx
    .sql(
      `DELETE FROM job WHERE seq IN
         (SELECT seq FROM job WHERE state = 'done' AND ended < ? ORDER BY ended, seq LIMIT ?)`,
    )
    .run(before, most)
  return changes
}

/**
 * Gives pages back to the disk that nothing needs any more, so many at a time. Where jobs come and go, what is
 * free is soon used again, and giving it back takes the time of a sixth of them: then only a file of which
 * more than half is free gets shorter.
 *
 * @param before  pages that were free after the last call
 * @returns pages that are free now
 */
export function shrink({ database }: Transaction, before: number): number {
  const free = () => numberOf(database, 'PRAGMA freelist_count')
  const now = free()
  if (now <= SPARE) return now
  if (now !== before && now <= numberOf(database, 'PRAGMA page_count') / 2) return now
  database.exec(`PRAGMA incremental_vacuum(${PAGES})`)
  const left = free()
  // The file itself gets shorter when the log is moved into it.
  if (left <= SPARE) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  return left
}
