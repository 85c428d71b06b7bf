/** A process of its own that remembers keys in the queue of a folder, and says each once it is durable. */
import { openSqlite } from './sqlite-queue.js'

const [stateDir = ''] = process.argv.slice(2)
const queue = await openSqlite({ stateDir })
for (let number = 0; ; number += 1) {
  await queue.remember([`signature ${number}`, `nonce ${number}`], Date.now() + 3_600_000)
  process.stdout.write(`${number}\n`)
}
