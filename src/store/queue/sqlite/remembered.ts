/** What must come once only, for as long as it is known, and named values that only move on. */
import { wallTime } from '../../../base/time.js'
import { Refused } from './failures.js'
import type { OpenOptions } from './options.js'
import type { Transaction } from './transaction.js'

/** Expired keys that go, at most, for each that comes: so what is kept never grows beyond its bound. */
const TRIMMED_EACH = 2

/**
 * @param until  milliseconds since 1970
 * @returns false if one of them is known: nothing was changed then
 * @throws Refused if there is no room
 */
export function remember(
  tx: Transaction,
  keys: readonly Uint8Array[],
  until: number,
  { maxRemembered }: Pick<OpenOptions, 'maxRemembered'>,
): boolean {
  const now = wallTime()
  const found = keys.map((key): number | undefined => untilOf(tx, key))
  if (found.some((one) => one !== undefined && one >= now)) return false
  if (until < now) return true
  forgetExpired(tx, TRIMMED_EACH * keys.length, now)
  if (tx.tally('remembered') + keys.length > maxRemembered) {
    throw new Refused('full', `${tx.tally('remembered')} signatures and ids are remembered`)
  }
  // One that has expired may be there still.
  forget(tx, keys)
  const insert = tx.sql('INSERT INTO remembered (key, until) VALUES (?, ?)')
  for (const key of keys) insert.run(key, until)
  return true
}

export function forget(tx: Transaction, keys: readonly Uint8Array[]): void {
  for (const key of keys) tx.sql('DELETE FROM remembered WHERE key = ?').run(key)
}

/** @returns how many keys that are known no longer were removed, the oldest first */
export function forgetExpired(tx: Transaction, most: number, now = wallTime()): number {
  return tx
    .sql(
      `DELETE FROM remembered WHERE key IN
         (SELECT key FROM remembered WHERE until < ? ORDER BY until LIMIT ?)`,
    )
    .run(now, most).changes
}

/** True if a key is there that is known no longer. */
export function hasExpired(tx: Transaction): boolean {
  return tx.sql('SELECT 1 FROM remembered WHERE until < ? LIMIT 1').get(wallTime()) !== undefined
}

function untilOf(tx: Transaction, key: Uint8Array): number | undefined {
  const until = tx.sql('SELECT until FROM remembered WHERE key = ?').get(key)?.until
  return until === undefined ? undefined : Number(until)
}

export function head(tx: Transaction, name: string): string | undefined {
  return tx.sql('SELECT value FROM head WHERE name = ?').get(name)?.value
}

/** @returns false if there is something else than `before` */
export function keepHead(
  tx: Transaction,
  name: string,
  before: string | undefined,
  value: string,
): boolean {
  if (head(tx, name) !== before) return false
  tx.sql(
    'INSERT INTO head (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value)
  return true
}
