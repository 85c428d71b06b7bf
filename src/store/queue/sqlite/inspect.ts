/** Looks into the file of a queue, and changes nothing of it. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Database } from '../../sqlite/database.js'
import type { DatabasePaths } from '../../sqlite/database-folder.js'
import { openingError, refuseDamaged, useSeals, versionOf } from './database.js'
import { refuseDamagedLog } from './open.js'
import { MIGRATIONS } from './schema.js'

/** Milliseconds to wait for another process that writes. */
const BUSY = 5_000
/** Faults that are told. */
const MAX_FAULTS = 20

/**
 * As a node does at its start.
 *
 * @throws WaybillError WAYBILL_QUEUE_DAMAGED, WAYBILL_QUEUE_FOREIGN, WAYBILL_STATE_UNUSABLE
 */
export function inspectFile(paths: DatabasePaths): void {
  const { file } = paths
  if (!existsSync(file)) return
  refuseDamagedLog(paths)
  let database: Database | undefined
  try {
    database = openToLook(file)
    // The tables of an older version are brought to this one before they are looked at.
    if (versionOf(database, file) < MIGRATIONS.length) return
    useSeals(database)
    refuseDamaged(database, file)
  } catch (error) {
    throw openingError(error, file)
  } finally {
    database?.close()
  }
}

/** Without a log no process has it open: then it is read alone, so that none is made. */
function openToLook(file: string): Database {
  if (existsSync(`${file}-wal`)) return new DatabaseSync(file, { timeout: BUSY, readOnly: true })
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/**
 * Looks whether the file is whole, while nodes may run.
 *
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN for a file of something else, or of a newer version
 * @returns what is damaged, a line each; none if the file is whole
 * @throws Error for a file that is no database
 */
export function lookInto(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY })
  try {
    versionOf(database, file)
    const rows: readonly unknown[] = database.prepare(`PRAGMA quick_check(${MAX_FAULTS})`).all()
    return rows.flatMap((row) => Object.values(row ?? {}).map(String)).filter((one) => one !== 'ok')
  } finally {
    database.close()
  }
}
