/** Opens the file of a queue: its settings, its version, and whether it is whole. */
import { crc32 } from 'node:zlib'
import { messageOf } from '../../../base/errno.js'
import { WaybillError } from '../../../errors.js'
import {
  type Database,
  isDamage,
  LOCKED,
  numberOf,
  openPrepared,
  resultCodeOf,
} from '../../sqlite/database.js'
import { APPLICATION, attachedTo, MIGRATIONS } from './schema.js'
import { sealOf } from './seal.js'

/** Pages of 4 KiB that the write-ahead log holds before they are moved into the file. */
const CHECKPOINT = 4_000
/** Bytes that it may keep on the disk after a longer reader is done. */
const LOG_LIMIT = 64 * 1024 ** 2
/** KiB of pages in memory. */
const CACHE = 8_000
/** Faults of one check that are told. */
const MAX_FAULTS = 20

/**
 * @param file  path, or `:memory:`
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN for a file of something else, or of a newer version,
 *   WAYBILL_QUEUE_DAMAGED, WAYBILL_STATE_UNUSABLE
 */
export function openDatabase(file: string): Database {
  try {
    return openPrepared(file, (database) => prepare(database, file))
  } catch (error) {
    throw openingError(error, file)
  }
}

function prepare(database: Database, file: string): void {
  // Before all else, so that a file that is refused stays as it was.
  versionOf(database, file)
  // synchronous = FULL syncs the log at each commit: what is committed outlives a loss of power.
  // incremental_vacuum gives pages back; it has to be asked for before there is a table.
  database.exec(`
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = OFF;
    PRAGMA wal_autocheckpoint = ${CHECKPOINT};
    PRAGMA journal_size_limit = ${LOG_LIMIT};
    PRAGMA cache_size = -${CACHE};
  `)
  migrate(database, file)
}

/** Brings the file to this version, one that is empty, too. */
export function migrate(database: Database, file: string): void {
  useSeals(database)
  if (versionOf(database, file) === MIGRATIONS.length) return
  database.exec('BEGIN IMMEDIATE')
  // Asked again: another process may have been faster.
  for (const migration of MIGRATIONS.slice(versionOf(database, file))) database.exec(migration)
  database.exec(`PRAGMA application_id = ${APPLICATION}`)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  database.exec('COMMIT')
}

/** The checksums of rows are made, and looked at, by a function of this program. */
export function useSeals(database: Database): void {
  database.function('seal', { deterministic: true }, (text: string) => crc32(text))
}

/** @throws WaybillError WAYBILL_QUEUE_FOREIGN for a file of something else, or of a newer version */
export function versionOf(database: Database, file: string): number {
  // First: another process may be making them now, in the transaction that says whose the file is.
  const tables = numberOf(database, 'SELECT count(*) FROM sqlite_schema')
  const application = numberOf(database, 'PRAGMA application_id')
  const version = numberOf(database, 'PRAGMA user_version')
  if (application !== APPLICATION && tables > 0) {
    throw new WaybillError('WAYBILL_QUEUE_FOREIGN', `${file} was not written by Waybill`)
  }
  if (version > MIGRATIONS.length) {
    const sentence = `${file} is of a newer version of Waybill (${version}; this one reads ${MIGRATIONS.length})`
    throw new WaybillError('WAYBILL_QUEUE_FOREIGN', sentence)
  }
  return version
}

/** By what a row of each table is called. */
const NAMED = {
  job: 'id',
  history: 'job',
  process: 'id',
  setting: 'name',
  remembered: 'hex(key)',
  head: 'name',
  blob: 'id',
  attached: 'blob',
  run: 'id',
} as const

/** Each finds rows that are not what was written, or do not fit together. */
const FAULTS = [
  ...(Object.keys(NAMED) as (keyof typeof NAMED)[]).map(
    (table) =>
      `SELECT 'a row of ${table} does not have its checksum: ' || ${NAMED[table]} AS fault
       FROM ${table} WHERE seal IS NOT ${sealOf(table)}`,
  ),
  `SELECT printf('%d jobs are counted as %s, and there are %d', n, name, found) AS fault FROM
     (SELECT name, n, (SELECT count(*) FROM job WHERE state = name) AS found FROM tally
      WHERE name NOT IN ('done bytes', 'turn', 'remembered', 'blob bytes')) WHERE n <> found`,
  `SELECT 'what is remembered is counted wrong' AS fault FROM tally WHERE name = 'remembered'
     AND n <> (SELECT count(*) FROM remembered)`,
  `SELECT 'the bytes of finished jobs are counted wrong' AS fault FROM tally WHERE name = 'done bytes'
     AND n <> (SELECT coalesce(sum(bytes + answer_bytes + ${attachedTo('seq')}), 0) FROM job WHERE state = 'done')`,
  `SELECT 'the bytes of attachments are counted wrong' AS fault FROM tally WHERE name = 'blob bytes'
     AND n <> (SELECT coalesce(sum(size), 0) FROM blob)`,
  `SELECT 'the jobs of an attachment are counted wrong: ' || id AS fault FROM blob
     WHERE uses <> (SELECT count(*) FROM attached WHERE blob = id)`,
  `SELECT 'an attachment belongs to no job: ' || blob AS fault FROM attached
     WHERE NOT EXISTS (SELECT 1 FROM job WHERE seq = job)`,
  `SELECT 'places in line are given twice' AS fault FROM tally WHERE name = 'turn'
     AND n < (SELECT coalesce(max(turn), 0) FROM job)`,
  `SELECT 'something counted is missing' AS fault FROM (SELECT count(*) AS names FROM tally)
     WHERE names <> 11`,
  `SELECT 'it is not said whether it is paused' AS fault
     WHERE NOT EXISTS (SELECT 1 FROM setting WHERE name = 'paused')`,
] as const

/**
 * @returns what is not whole in the structure of the file and in the rows of its jobs, a sentence each
 * @throws Error of SQLite while another process has it locked
 */
export function faultsOf(database: Database): readonly string[] {
  try {
    const structure = database
      .prepare(`PRAGMA integrity_check(${MAX_FAULTS})`)
      .all()
      .map(({ integrity_check: found }) => String(found))
      .filter((found) => found !== 'ok')
    if (structure.length > 0) return structure
    const foreign = database.prepare('PRAGMA foreign_key_check').all()
    if (foreign.length > 0) return [`${foreign.length} rows belong to nothing`]
    return FAULTS.flatMap((sql) =>
      database
        .prepare(`${sql} LIMIT ${MAX_FAULTS}`)
        .all()
        .map(({ fault }) => String(fault)),
    )
  } catch (error) {
    // That it cannot be looked at now says nothing of it.
    if (resultCodeOf(error) === LOCKED) throw error
    return [messageOf(error)]
  }
}

/** @throws WaybillError WAYBILL_QUEUE_DAMAGED */
export function refuseDamaged(database: Database, file: string): void {
  const [first, ...more] = faultsOf(database)
  if (first === undefined) return
  throw damaged(file, `${first}${more.length > 0 ? `, and ${more.length} more` : ''}`)
}

/** What an operator is told about an error of SQLite's at the start; any other stays as it is. */
export function openingError(error: unknown, file: string): unknown {
  if (resultCodeOf(error) === undefined) return error
  if (isDamage(error)) return damaged(file, messageOf(error))
  return new WaybillError('WAYBILL_STATE_UNUSABLE', `${file} cannot be used: ${messageOf(error)}`, {
    cause: error,
  })
}

/** What an operator is told about a file that is not what was written. */
export function damaged(file: string, what: string): WaybillError {
  return new WaybillError('WAYBILL_QUEUE_DAMAGED', `${file} is damaged: ${what}`)
}
