/** The embedded queue under the contract of job queues. */
import { join } from 'node:path'
import { jobQueueContract } from '../contract/job-queue.js'
import { openEmbeddedQueue } from '../support/embedded-queue.js'
import { folderOf } from '../support/folder.js'

jobQueueContract({
  name: 'embedded',
  place: async (t) => {
    const folder = join(folderOf(t, {}), 'queue')
    return { open: (options) => openEmbeddedQueue(folder, options) }
  },
  heavy: true,
  cannot: { nodes: 'one process has the folder' },
})
