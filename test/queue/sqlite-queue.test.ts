/** The queue in SQLite under the contract of job queues, in a file and in memory. */
import { jobQueueContract } from '../suites/job-queue.js'
import { folderOf } from '../support/folder.js'
import { openSqlite } from '../support/sqlite-queue.js'
import { Turns } from '../support/turns.js'

/** Each has a thread of its own, or several. */
const turns = new Turns(8)

jobQueueContract({
  name: 'sqlite',
  store: async (t) => {
    t.teardown(await turns.take())
    const stateDir = folderOf(t, {})
    return { open: (options) => openSqlite({ stateDir, ...options }) }
  },
  cannot: {},
})

jobQueueContract({
  name: 'memory',
  store: async (t) => {
    t.teardown(await turns.take())
    return { open: (options) => openSqlite(options) }
  },
  cannot: {
    nodes: 'what is in the memory of one process is in no other',
    outlive: 'it forgets all at the end',
  },
})
