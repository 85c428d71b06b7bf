/** A process of its own that looks into the queue of a folder until pieces of an attachment are there that no job has. */
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../src/store/queue/sqlite/database.js'
import { databasePaths } from '../../src/store/sqlite/database-folder.js'

const [stateDir = ''] = process.argv.slice(2)
const unused = openDatabase(databasePaths(stateDir).file).prepare(
  'SELECT count(*) AS n FROM blob WHERE uses = 0',
)
while (Number(unused.get()?.n) === 0) await setTimeout(1)
