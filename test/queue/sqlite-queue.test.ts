/** The queue in SQLite under the contract of job queues, in a file and in memory. */
import { jobQueueContract } from '../suites/job-queue.js'
import { folderOf } from '../support/folder.js'
import { openSqlite } from '../support/sqlite-queue.js'

jobQueueContract({
  name: 'sqlite',
  place: async (t) => {
    const stateDir = folderOf(t, {})
    return { open: (options) => openSqlite({ stateDir, ...options }) }
  },
  heavy: true,
  cannot: {},
})

jobQueueContract({
  name: 'memory',
  place: async () => ({ open: (options) => openSqlite(options) }),
  heavy: true,
  cannot: {
    nodes: 'what is in the memory of one process is in no other',
    outlive: 'it forgets all at the end',
  },
})
