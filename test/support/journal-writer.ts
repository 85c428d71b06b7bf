/** A process that appends to a journal until it is killed, and says what was acknowledged. */
import { writeSync } from 'node:fs'
import { Journal } from '../../src/queue/journal.js'

const [folder = '', prefix = ''] = process.argv.slice(2)
const { journal } = await Journal.open({ folder, segmentBytes: 64 * 1024 })

let next = 0
async function caller(): Promise<never> {
  for (;;) {
    const id = `${prefix}-${next++}`
    await journal.append(id, Buffer.from(`data of ${id}`))
    // Synchronously, so that a kill cannot come between the acknowledgement and what is told of it.
    writeSync(1, `${id}\n`)
  }
}
await Promise.all(Array.from({ length: 20 }, caller))
