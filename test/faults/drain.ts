/** A process that runs whatever is in the queue of a folder, and writes the id of each job as it runs it. */
import { writeSync } from 'node:fs'
import { openSqlite } from '../support/sqlite-queue.js'

const [stateDir = ''] = process.argv.slice(2)
const queue = await openSqlite({ stateDir, node: `urn:drain:${process.pid}`, keep: 1_000_000 })
await queue.work(
  async ({ id }) => {
    writeSync(1, `${id}\n`)
    return { kind: 'accepted' }
  },
  { concurrency: 10, abandoned: async () => undefined },
)
// Until it is killed: only the one that started it knows when all is done.
setInterval(() => undefined, 60_000)
