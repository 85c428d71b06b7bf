/** Opens the file of a journal, tells whether it is one that can be used, and sets one aside that is not. */
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { messageOf } from '../../../base/errno.js'
import { syncFolder } from '../../../base/folder.js'
import { type Database, isDamage, numberOf, openPrepared } from '../../sqlite/database.js'
import {
  databasePaths,
  inspectPaths,
  prepare as preparePaths,
} from '../../sqlite/database-folder.js'
import { refuseWithoutRoom } from '../../sqlite/disk-space.js'
import { DamagedContent } from '../lines.js'
import { MINUTE_SCHEMA } from './minutes.js'

/** In the file's head: what makes it one of these. */
const APPLICATION = 0x5761796a
/** 2: a line tells what is not as in the line of its kind before. */
const VERSION = 2
/** Bytes of a page of the file: a line goes over few of them. */
export const PAGE = 8192
/** Pages that the write-ahead log holds before they are moved into the file; bytes that it may keep. */
const CHECKPOINT = 1_000
const LOG_LIMIT = 16 * 1024 ** 2
/** Milliseconds to wait for another process that writes. */
const BUSY = 5_000
/** KiB of pages in memory. */
const CACHE = 4_000

const SCHEMA = `
  CREATE TABLE page (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    node TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    kinds BLOB NOT NULL,
    ids BLOB NOT NULL,
    peers BLOB NOT NULL,
    places BLOB NOT NULL,
    causes BLOB NOT NULL
  ) STRICT;
  -- In the order in which a search goes, with what is counted.
  CREATE INDEX page_by_time ON page (last, first, entries);

  -- Apart, so that a search goes over the rows of pages fast.
  CREATE TABLE lines (page INTEGER PRIMARY KEY, lines BLOB NOT NULL) STRICT;

  CREATE TABLE envelope (
    seq INTEGER PRIMARY KEY,
    exchange TEXT NOT NULL,
    at INTEGER NOT NULL,
    node TEXT NOT NULL,
    direction TEXT NOT NULL,
    envelope BLOB NOT NULL
  ) STRICT;
  CREATE INDEX envelope_by_exchange ON envelope (exchange);
  CREATE INDEX envelope_by_time ON envelope (at);
`

export interface Opened {
  readonly database: Database
  readonly inode: number
}

/** Why a file cannot be used. */
export interface Unfit {
  /** What is the matter with it, in a few words. */
  readonly what: string
  /** What shows it. */
  readonly cause: string
  /** What its name gets when it is set aside. */
  readonly end: string
}

/**
 * Opens the file, which is made if there is none, for this user only.
 *
 * @throws WaybillError for a place that cannot be used; Error of SQLite, or one of which `unfitBy` tells
 */
export function openJournalFile(stateDir: string): Opened {
  const file = journalIn(stateDir)
  makeFile(stateDir, file)
  const inode = inodeOf(file) ?? 0
  return { database: openPrepared(file, prepare), inode }
}

/** An empty journal without a name, on the disk for temporary files, which goes when it is closed. */
export function openTemporary(): Database {
  return openPrepared('', prepare)
}

function makeFile(stateDir: string, file: string): void {
  preparePaths({ ...databasePaths(stateDir), file })
  refuseWithoutRoom(stateDir)
  if (existsSync(file)) return
  closeSync(openSync(file, 'a', 0o600))
  syncFolder(stateDir)
}

/**
 * Opens a file to read it; nothing is made or changed.
 *
 * @throws WaybillError for a place that this user may not use; Error of SQLite
 */
export function openToRead(stateDir: string): Opened {
  const file = journalIn(stateDir)
  inspectPaths({ ...databasePaths(stateDir), file })
  const inode = inodeOf(file) ?? 0
  const database = new DatabaseSync(file, { timeout: BUSY, readOnly: true })
  try {
    refuseForeign(database)
    return { database, inode }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Where the journal of a state folder is. */
export function journalIn(stateDir: string): string {
  return join(stateDir, 'journal.db')
}

/** Files of one kind that are kept beside the journal: the first two, and the last. */
const ASIDE = 3

/**
 * Moves a file that cannot be used away, with its log.
 *
 * @returns where it is now
 */
export function setAside(file: string, { end }: Unfit): string {
  const names = Array.from({ length: ASIDE }, (_, at) => `${file}.${end}${at ? `.${at + 1}` : ''}`)
  const aside = names.find((name) => !existsSync(name)) ?? `${names.at(-1)}`
  for (const part of ['-wal', '-shm', '']) {
    rmSync(`${aside}${part}`, { force: true })
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`)
  }
  return aside
}

/** Identifies the file at a path; undefined if there is none. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/** @returns undefined if the error says nothing against the file */
export function unfitBy(error: unknown): Unfit | undefined {
  if (error instanceof Foreign) return error.unfit
  const isUnfit = isDamage(error) || error instanceof DamagedContent
  return isUnfit ? { what: 'is damaged', cause: messageOf(error), end: DAMAGED } : undefined
}

const DAMAGED = 'damaged'

/** True if other parts of the file may be what they were. */
export function mayBeRead({ end }: Unfit): boolean {
  return end === DAMAGED
}

class Foreign extends Error {
  readonly unfit: Unfit

  constructor(what: string, cause: string, end: string) {
    super(cause)
    this.unfit = { what, cause, end }
  }
}

function prepare(database: Database): void {
  refuseForeign(database)
  // synchronous = NORMAL: a loss of power may cost what was written last, and never the file.
  database.exec(`
    PRAGMA page_size = ${PAGE};
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA secure_delete = OFF;
    PRAGMA wal_autocheckpoint = ${CHECKPOINT};
    PRAGMA journal_size_limit = ${LOG_LIMIT};
    PRAGMA cache_size = -${CACHE};
  `)
  database.exec('BEGIN IMMEDIATE')
  // Asked again: another process may have been faster.
  if (refuseForeign(database) === 0) {
    database.exec(SCHEMA)
    database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`)
  }
  database.exec(MINUTE_SCHEMA)
  database.exec('COMMIT')
}

/** @returns the version of the file; 0 for a new one */
function refuseForeign(database: Database): number {
  const tables = numberOf(database, 'SELECT count(*) FROM sqlite_schema')
  const application = numberOf(database, 'PRAGMA application_id')
  const version = numberOf(database, 'PRAGMA user_version')
  if (application !== APPLICATION && tables > 0) {
    throw new Foreign('is a file of something else', 'it is not a journal of Waybill', 'foreign')
  }
  if (version > VERSION || (version < VERSION && tables > 0)) {
    const age = version > VERSION ? 'a newer' : 'an older'
    const cause = `it is of ${age} version of Waybill (${version}; this one reads ${VERSION})`
    throw new Foreign('is of another version', cause, `version-${version}`)
  }
  return version
}
