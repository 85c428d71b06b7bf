/** Opens the file of a queue for a process, after a look whether it can be trusted. */
import { statSync } from 'node:fs'
import { type Place, placeIn, prepare } from '../../sqlite/place.js'
import { refuseWithoutRoom } from '../../sqlite/room.js'
import { hasLog, moveIntoFile, noteNoLog, refuseApart } from './both-files.js'
import { damaged } from './damaged.js'
import { openDatabase, openingError, refuseDamaged } from './database.js'
import { makeFile } from './make-file.js'
import { Members } from './members.js'
import type { OpenOptions } from './options.js'
import { anyHeld } from './process-lock.js'
import type { Told } from './requests.js'
import { JobStore } from './store.js'
import { Transaction } from './transaction.js'
import { damageIn } from './write-ahead-log.js'

/**
 * @param tell  hears of jobs whose process has died
 * @throws WaybillError
 */
export function openStore(options: OpenOptions, tell: (told: Told) => void): JobStore {
  const { stateDir, serves } = options
  if (stateDir === undefined) {
    const tx = new Transaction(openDatabase(':memory:'))
    tx.sql(`INSERT INTO process (lock, node) VALUES ('none', ?)`).run(options.node)
    tx.owner = 1
    return new JobStore(tx, options, undefined)
  }
  const place = placeIn(stateDir)
  prepare(place)
  refuseApart(place)
  if (!anyHeld(place.locks)) refuseWithoutRoom(place.folder)
  makeFile(place.file)
  refuseDamagedLog(place)
  const database = openDatabase(place.file)
  try {
    if (serves) refuseDamaged(database, place.file)
    const tx = new Transaction(database)
    const members = serves ? Members.enter(tx, place.locks, options.node) : undefined
    if (members) moveIntoFile(tx)
    const store = new JobStore(tx, options, members)
    if (members) buryDead(store, members, tell)
    return store
  } catch (error) {
    database.close()
    throw openingError(error, place.file)
  }
}

/** Lets go of the file; what this process had begun is given back. */
export function closeStore(store: JobStore, { stateDir }: OpenOptions): void {
  const { members, tx } = store
  // A command: if no node runs, its end moves the log into the file.
  if (!members && stateDir !== undefined && hasLog(tx)) {
    store.also(() => noteNoLog(tx, placeIn(stateDir).locks))
  }
  store.close()
}

/** Of a log that a living process has open nothing can be told from outside. */
export function refuseDamagedLog({ file, locks }: Place): void {
  const log = `${file}-wal`
  if (!statSync(log, { throwIfNoEntry: false }) || anyHeld(locks)) return
  const what = damageIn(log)
  // Looked at again: a process that has opened it meanwhile, or a command, may have begun it anew.
  if (what !== undefined && damageIn(log) === what && !anyHeld(locks)) throw damaged(log, what)
}

function buryDead(store: JobStore, members: Members, tell: (told: Told) => void): void {
  const dead = members.dead()
  if (dead.length > 0) buryIn(store, members, dead, tell)
  members.tidy()
}

/** Lets the jobs of the dead run again, and says so. */
export function buryIn(
  store: JobStore,
  members: Members,
  dead: ReturnType<Members['dead']>,
  tell: (told: Told) => void,
): void {
  let jobs = 0
  const told = store.also(() => {
    jobs = members.bury(dead)
  })
  tell(told)
  if (jobs === 0) return
  const fields = { nodes: dead.map(({ node }) => node), jobs }
  tell({ notice: { level: 'warn', sentence: 'jobs of a process that has died run again', fields } })
}
