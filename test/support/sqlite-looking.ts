/** A process that looks whether the others of a folder live, or `tidies` it, again and again as long as its parent lives. */
import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/store/queue/sqlite/database.js'
import { Members } from '../../src/store/queue/sqlite/members.js'
import { isHeld, namesIn } from '../../src/store/queue/sqlite/process-lock.js'
import { Transaction } from '../../src/store/queue/sqlite/transaction.js'
import { databasePaths } from '../../src/store/sqlite/database-folder.js'

const [stateDir = '', what] = process.argv.slice(2)
const { file, locks } = databasePaths(stateDir)
const members = Members.enter(new Transaction(openDatabase(file)), locks, 'urn:node:looks')
const parent = process.ppid
writeSync(1, 'working\n')
const moment = new Int32Array(new SharedArrayBuffer(4))
while (process.ppid === parent) {
  if (what === 'tidies') {
    members.tidy()
    // SQLite lets in who comes, not who has waited: without a gap nobody else ever writes.
    Atomics.wait(moment, 0, 0, 1)
  } else for (const name of namesIn(locks)) isHeld(locks, name)
}
