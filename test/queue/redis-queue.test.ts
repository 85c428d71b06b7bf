/** The queue on Redis under the contract of job queues. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { jobQueueContract } from '../suites/job-queue.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis } from '../support/redis/redis.js'
import { Turns } from '../support/turns.js'

const redis = await anyRedis()
test.after.always(() => redis.close())

/** All at once would not hear of their answers within the deadlines of a queue. */
const turns = new Turns(8)

jobQueueContract({
  name: 'redis',
  place: async (t) => {
    t.teardown(await turns.take())
    const prefix = `t${randomBytes(6).toString('hex')}`
    return { open: (options) => openQueue({ url: redis.url, prefix }, options) }
  },
  cannot: {},
})
