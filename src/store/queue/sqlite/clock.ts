/** Keeps what is due from waiting for as long as the clock of this machine was set back. */
import { uptime } from 'node:os'
import { wallTime } from '../../../base/time.js'
import type { Transaction } from './transaction.js'

/** Milliseconds by which two looks may differ though nobody has set the clock. */
const TOLERANCE = 1_000

/** When this machine was started, by its clock, in milliseconds since 1970: another moment once the clock is set. */
export function startOfMachine(): number {
  return Math.round(wallTime() - uptime() * 1_000)
}

/** True if the clock was set since it was noted last, or the machine was started again. */
export function isClockSet(tx: Transaction, start: number): boolean {
  const noted = notedStart(tx)
  return noted === undefined || Math.abs(start - noted) > TOLERANCE
}

/**
 * Notes how the clock stands, and has all that is due come by as much earlier as it was set back: whichever process
 * sees it first does so for all. Within a transaction.
 *
 * @returns milliseconds that it was set back; 0 if it was not
 */
export function followClock(tx: Transaction, start: number): number {
  const back = (notedStart(tx) ?? start) - start
  tx.sql(
    `INSERT INTO setting (name, value) VALUES ('clock', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1`,
  ).run(start)
  if (back <= TOLERANCE) return 0
  tx.sql(`UPDATE job SET due = due - ? WHERE state IN ('delayed', 'suspended')`).run(back)
  return back
}

function notedStart(tx: Transaction): number | undefined {
  return tx.sql(`SELECT value FROM setting WHERE name = 'clock'`).get()?.value
}
