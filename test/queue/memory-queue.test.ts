/** The queue in memory under the contract of job queues. */
import { MemoryQueue } from '../../src/queue/memory-queue.js'
import { jobQueueContract } from '../contract/job-queue.js'

const FORGETS = 'it is for tests and trials, and forgets all at the end'

jobQueueContract({
  name: 'memory',
  place: async () => ({
    open: async ({ node = 'urn:node', ...options } = {}) => new MemoryQueue({ node, ...options }),
  }),
  cannot: {
    nodes: 'what is in the memory of one process is in no other',
    outlive: FORGETS,
    retention: FORGETS,
    age: FORGETS,
  },
})
