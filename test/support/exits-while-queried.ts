/** A process of its own that exits while the threads of its queues are in the middle of what they were asked. */
import { openSqlite } from './sqlite-queue.js'

const queues = await Promise.all(Array.from({ length: 5 }, () => openSqlite()))
for (const { admin } of queues) {
  for (let requests = 0; requests < 300; requests += 1) admin.stats().catch(() => undefined)
}
setImmediate(() => process.exit(3))
