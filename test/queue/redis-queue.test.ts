/** The queue on Redis under the contract of job queues. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { jobQueueContract } from '../suites/job-queue.js'
import { openQueue } from '../support/redis/queue.js'
import { anyRedis } from '../support/redis/redis.js'
import { Turns } from '../support/turns.js'
import { PATIENCE } from '../support/waiting.js'

const redis = await anyRedis()
test.after.always(() => redis.close())

/** All at once would make each of them slow. */
const turns = new Turns(8)

jobQueueContract({
  name: 'redis',
  store: async (t) => {
    t.teardown(await turns.take())
    const prefix = `t${randomBytes(6).toString('hex')}`
    const settings = { url: redis.url, prefix, acknowledge: PATIENCE }
    return { open: (options) => openQueue(settings, options) }
  },
  cannot: {},
})
