/** Opens a file of SQLite, and reads what SQLite says of it: for whatever is kept in one. */
import { DatabaseSync } from '@photostructure/sqlite'
import { monotonicTime } from '../../base/time.js'

export type Database = InstanceType<typeof DatabaseSync>

/** Milliseconds to wait for another process that writes. */
const BUSY = 5_000

/**
 * Opens a file, which is made if there is none, and makes it ready.
 *
 * @throws what `prepare` throws, and SQLite
 */
export function openPrepared(file: string, prepare: (database: Database) => void): Database {
  // SQLite itself waits for no other process that makes the same new file ready.
  for (const until = monotonicTime() + BUSY; ; ) {
    const database = opened(file, prepare, monotonicTime() >= until)
    if (database) return database
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN)
  }
}

/** Milliseconds between attempts. */
const BETWEEN = 20
/** SQLite's result code for what another connection has locked. */
export const LOCKED = 5

/**
 * @param last  true if it is tried no more
 * @returns undefined if another process has it locked now
 */
function opened(
  file: string,
  prepare: (database: Database) => void,
  last: boolean,
): Database | undefined {
  const database = new DatabaseSync(file, { timeout: BUSY })
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    if (!last && resultCodeOf(error) === LOCKED) return undefined
    throw error
  }
}

/** The one number that a query gives. */
export function numberOf(database: Database, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {})
  return Number(value)
}

/** SQLite's result codes that are looked at: https://www.sqlite.org/rescode.html */
const CODES = { readonly: 8, corrupt: 11, notADatabase: 26 } as const

/** What SQLite says of some codes: the binding leaves the code out where several rows were asked for. */
const SENTENCES: ReadonlyMap<string, number> = new Map([
  ['database is locked', LOCKED],
  ['attempt to write a readonly database', CODES.readonly],
  ['disk I/O error', 10],
  ['database disk image is malformed', CODES.corrupt],
  ['database or disk is full', 13],
  ['file is not a database', CODES.notADatabase],
])

export function isDamage(error: unknown): boolean {
  const code = resultCodeOf(error)
  return code === CODES.corrupt || code === CODES.notADatabase
}

/** The primary result code; undefined for what is no error of SQLite's. */
export function resultCodeOf(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: unknown }
  if (typeof errcode === 'number') return errcode & 0xff
  return error instanceof Error ? SENTENCES.get(error.message) : undefined
}
