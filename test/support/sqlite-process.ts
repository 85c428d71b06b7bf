/** A process of its own that runs jobs of a folder: it says which it has begun and ended, and holds those named `hold`. */
import { createInterface } from 'node:readline'
import { openSqlite } from './sqlite-queue.js'

const [stateDir = '', node = 'urn:node:other'] = process.argv.slice(2)
const queue = await openSqlite({ stateDir, node })
const goOn = new Map<string, () => void>()
await queue.work(
  async ({ id }) => {
    process.stdout.write(`begun ${id}\n`)
    if (id.startsWith('hold')) await new Promise<void>((resolve) => goOn.set(id, resolve))
    process.stdout.write(`ran ${id}\n`)
    return { kind: 'accepted' }
  },
  { concurrency: 10, abandoned: async () => undefined },
)
process.stdout.write('working\n')
for await (const line of createInterface({ input: process.stdin })) goOn.get(line)?.()
