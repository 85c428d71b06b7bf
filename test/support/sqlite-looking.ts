/** A process that looks without a pause whether the others of a folder live, and `tidies` it or not. */
import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/queue/sqlite/database.js'
import { Members } from '../../src/queue/sqlite/members.js'
import { placeIn } from '../../src/queue/sqlite/place.js'
import { isHeld, namesIn } from '../../src/queue/sqlite/process-lock.js'
import { Transaction } from '../../src/queue/sqlite/transaction.js'

const [stateDir = '', what] = process.argv.slice(2)
const { file, locks } = placeIn(stateDir)
const members = Members.enter(new Transaction(openDatabase(file)), locks, 'urn:node:looks')
writeSync(1, 'working\n')
for (;;) {
  if (what === 'tidies') members.tidy()
  else for (const name of namesIn(locks)) isHeld(locks, name)
}
