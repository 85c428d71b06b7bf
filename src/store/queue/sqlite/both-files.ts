/** Misses what belongs together: the file of a queue, and the write-ahead log beside it while processes have it open. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import type { DatabasePaths } from '../../sqlite/database-folder.js'
import { damaged } from './database.js'
import { isHeld } from './process-lock.js'
import type { Transaction } from './transaction.js'

/** Notes that there is a log beside the file; within a transaction. */
export function noteLog(tx: Transaction): void {
  tx.sql(`UPDATE setting SET value = 1 WHERE name = 'log'`).run()
}

/** Puts what is noted into the file itself, where it outlives the log. */
export function moveIntoFile({ database }: Transaction): void {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
}

/**
 * Notes that what is in the log is moved into the file now, unless another process has it open.
 *
 * @param locks  where the processes keep their locks
 */
export function noteNoLog(tx: Transaction, locks: string): void {
  if (!hasLog(tx)) return
  const others = tx.sql('SELECT lock FROM process WHERE id <> ?').all(tx.owner)
  if (others.some(({ lock }) => isHeld(locks, String(lock)))) return
  tx.sql(`UPDATE setting SET value = 0 WHERE name = 'log'`).run()
}

export function hasLog(tx: Transaction): boolean {
  return tx.sql(`SELECT value FROM setting WHERE name = 'log'`).get()?.value === 1
}

/**
 * Looks before SQLite does, which removes the log of an empty file, and begins a new one without a word where it is
 * gone. Nothing is changed.
 *
 * @throws WaybillError WAYBILL_QUEUE_DAMAGED
 */
export function refuseApart({ file }: Pick<DatabasePaths, 'file'>): void {
  const log = `${file}-wal`
  // In this order: a process that makes the file is done with it before there is a log.
  const inLog = sizeOf(log)
  const inFile = sizeOf(file)
  const name = basename(log)
  const rest = inLog
    ? `; put back the file that ${name} belongs to, which has what was written last`
    : ''
  if (inFile === undefined) {
    if (inLog) throw damaged(file, `it is missing${rest}`)
    return
  }
  if (inFile === 0) throw damaged(file, `it is empty${rest}`)
  // Looked for again: a process may have opened it meanwhile.
  if (inLog === undefined && saysThatItHasLog(file) && sizeOf(log) === undefined) {
    throw damaged(
      file,
      `${name} is missing, and with it what was written last; put it back, or, if another program has moved it into the file, make an empty one`,
    )
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

/** Reads the file alone, as if nobody could write it. */
function saysThatItHasLog(file: string): boolean {
  if (!isForLogs(file)) return false
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  try {
    const database = new DatabaseSync(url, { readOnly: true })
    try {
      return database.prepare(`SELECT value FROM setting WHERE name = 'log'`).get()?.value === 1
    } finally {
      database.close()
    }
  } catch {
    // What is no queue, or damaged, is told as that when it is opened.
    return false
  }
}

/** https://www.sqlite.org/fileformat2.html#file_format_version_numbers: 2 for a file with a write-ahead log; a backup has none. */
function isForLogs(file: string): boolean {
  const versions = Buffer.alloc(2)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, versions, 0, 2, 18)
  } finally {
    closeSync(descriptor)
  }
  return versions[1] === 2
}
