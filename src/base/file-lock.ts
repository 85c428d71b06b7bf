/** A lock on a file, which the system releases when the process ends. */
import { DatabaseSync } from '@photostructure/sqlite'

/** SQLite's result code for what another connection has locked: https://www.sqlite.org/rescode.html */
const BUSY = 5

export interface FileLock {
  release(): void
}

/**
 * The locks of SQLite itself are used: they are the same on every system, hold between containers that
 * share a volume, and no clock is asked. A process that is stopped keeps its lock, one that is killed
 * loses it at once.
 *
 * @param file  one that is empty, and stays so
 * @throws Error  of which `isBusy` is true if another has it
 */
export function lockFile(file: string): FileLock {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is written: the file stays empty.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** True if another process has the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === BUSY
}
