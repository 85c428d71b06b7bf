/** Opens the file of a queue for a process, after a look whether it can be trusted. */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { codeOf } from '../../../base/errno.js'
import { publishFile } from '../../../base/publish-file.js'
import { randomId } from '../../../base/time.js'
import {
  type DatabasePaths,
  databasePaths,
  prepare,
  stateError,
} from '../../sqlite/database-folder.js'
import { refuseWithoutRoom } from '../../sqlite/disk-space.js'
import { hasLog, moveIntoFile, noteNoLog, refuseApart } from './both-files.js'
import { damaged, migrate, openDatabase, openingError, refuseDamaged } from './database.js'
import { Members } from './members.js'
import type { OpenOptions } from './options.js'
import { anyHeld } from './process-lock.js'
import type { ThreadReport } from './requests.js'
import { JobStore } from './store.js'
import { Transaction } from './transaction.js'
import { damageIn } from './write-ahead-log.js'

/**
 * @param tell  is notified of jobs whose process has died
 * @throws WaybillError
 */
export function openStore(options: OpenOptions, report: (report: ThreadReport) => void): JobStore {
  const { stateDir, serves } = options
  if (stateDir === undefined) {
    const tx = new Transaction(openDatabase(':memory:'))
    tx.sql(`INSERT INTO process (lock, node) VALUES ('none', ?)`).run(options.node)
    tx.owner = 1
    return new JobStore(tx, options, undefined)
  }
  const paths = databasePaths(stateDir)
  prepare(paths)
  refuseApart(paths)
  if (!anyHeld(paths.locks)) refuseWithoutRoom(paths.folder)
  makeFile(paths.file)
  refuseDamagedLog(paths)
  const database = openDatabase(paths.file)
  try {
    if (serves) refuseDamaged(database, paths.file)
    const tx = new Transaction(database)
    const members = serves ? Members.enter(tx, paths.locks, options.node) : undefined
    if (members) moveIntoFile(tx)
    const store = new JobStore(tx, options, members)
    if (members) buryDead(store, members, report)
    return store
  } catch (error) {
    database.close()
    throw openingError(error, paths.file)
  }
}

/**
 * Makes a file in which nothing is, unless there is one: nobody ever finds a part of it under its name. Who is killed meanwhile leaves a file `FILE.….new`.
 *
 * @throws WaybillError WAYBILL_STATE_UNUSABLE
 */
function makeFile(file: string): void {
  if (existsSync(file)) return
  const made = `${file}.${randomId()}.new`
  let begun = false
  try {
    closeSync(openSync(made, 'wx', 0o600))
    begun = true
    // It has no write-ahead log: that begins when it is opened.
    const database = new DatabaseSync(made)
    try {
      // To be asked for before there is a table.
      database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = FULL')
      migrate(database, made)
    } finally {
      database.close()
    }
    publishFile(made, file)
  } catch (error) {
    if (begun) rmSync(made, { force: true })
    // Another process was faster.
    if (codeOf(error) === 'EEXIST') return
    throw stateError(openingError(error, file), dirname(file))
  }
}

/** Releases the file; what this process had begun is given back. */
export function closeStore(store: JobStore, { stateDir }: OpenOptions): void {
  const { members, tx } = store
  // A command: if no node runs, its end moves the log into the file.
  if (!members && stateDir !== undefined && hasLog(tx)) {
    store.also(() => noteNoLog(tx, databasePaths(stateDir).locks))
  }
  store.close()
}

/** Of a log that a living process has open nothing can be told from outside. */
export function refuseDamagedLog({ file, locks }: DatabasePaths): void {
  const log = `${file}-wal`
  if (!statSync(log, { throwIfNoEntry: false }) || anyHeld(locks)) return
  const what = damageIn(log)
  // Looked at again: a process that has opened it meanwhile, or a command, may have begun it again.
  if (what !== undefined && damageIn(log) === what && !anyHeld(locks)) throw damaged(log, what)
}

function buryDead(store: JobStore, members: Members, report: (report: ThreadReport) => void): void {
  const dead = members.dead()
  if (dead.length > 0) buryIn(store, members, dead, report)
  members.tidy()
}

/** Lets the jobs of the dead run again, and says so. */
export function buryIn(
  store: JobStore,
  members: Members,
  dead: ReturnType<Members['dead']>,
  report: (buried: ThreadReport) => void,
): void {
  let jobs = 0
  const buried = store.also(() => {
    jobs = members.bury(dead)
  })
  report(buried)
  if (jobs === 0) return
  const fields = { nodes: dead.map(({ node }) => node), jobs }
  report({
    notice: { level: 'warn', sentence: 'jobs of a process that has crashed run again', fields },
  })
}
