/** The queue on Redis under the contract of job queues. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { jobQueueContract } from '../suites/job-queue.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis } from '../support/redis/redis.js'

const redis = await anyRedis()
test.after.always(() => redis.close())

jobQueueContract({
  name: 'redis',
  place: async () => {
    const prefix = `t${randomBytes(6).toString('hex')}`
    return { open: (options) => openQueue({ url: redis.url, prefix }, options) }
  },
  cannot: {},
})
