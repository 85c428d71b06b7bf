/** A process that accepts and runs jobs in a folder until it is killed, and notes what it acknowledged. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { configSchema } from '../../src/config.js'
import { openQueue } from '../../src/queue/open.js'
import { jobOf, planOf } from './jobs.js'
import { SILENT } from './redis-queue.js'

const [folder = '', prefix = '', most = '0'] = process.argv.slice(2)
const config = configSchema.parse({ stateDir: folder })
const queue = await openQueue(config, SILENT, new AbortController().signal)
const effects = openSync(join(folder, 'effects'), 'a')
// A file and not a pipe, which may be full.
const acknowledged = openSync(join(folder, 'acknowledged'), 'a')
const worker = await queue.work(
  async ({ id }) => {
    writeSync(effects, `${id}\n`)
    fsyncSync(effects)
    return { kind: 'accepted' }
  },
  { concurrency: 5, abandoned: async () => undefined },
)

let next = 0
async function caller(): Promise<void> {
  while (next < Number(most)) {
    const id = `${prefix}-${next++}`
    await queue.add(jobOf({ id }), planOf({ attempts: 5 }))
    // Synchronously, so that a kill cannot come between the acknowledgement and what is told of it.
    writeSync(acknowledged, `${id}\n`)
    process.stdout.write('.')
  }
}
await Promise.all(Array.from({ length: 10 }, caller))
// Ends when everything that was found and added has been done.
while (!/journal has 0 jobs/.test(queue.status)) {
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await worker.close(AbortSignal.timeout(5_000))
await queue.close()
closeSync(effects)
