/** A process that looks whether the others of a folder live, or `tidies` it, without a pause as long as its parent lives. */
import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/queue/sqlite/database.js'
import { Members } from '../../src/queue/sqlite/members.js'
import { placeIn } from '../../src/queue/sqlite/place.js'
import { isHeld, namesIn } from '../../src/queue/sqlite/process-lock.js'
import { Transaction } from '../../src/queue/sqlite/transaction.js'

const [stateDir = '', what] = process.argv.slice(2)
const { file, locks } = placeIn(stateDir)
const members = Members.enter(new Transaction(openDatabase(file)), locks, 'urn:node:looks')
const parent = process.ppid
writeSync(1, 'working\n')
while (process.ppid === parent) {
  if (what === 'tidies') members.tidy()
  else for (const name of namesIn(locks)) isHeld(locks, name)
}
