/** The queue in memory under the contract of job queues, and its timers. */
import test from 'ava'
import { MemoryQueue } from '../../src/queue/memory-queue.js'
import { jobQueueContract } from '../contract/job-queue.js'
import { ACCEPTED, jobOf, planOf, soon, until, working } from '../support/jobs.js'

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

test('memory: the end of a sleep that was cut short does not end a later delay', async (t) => {
  const queue = new MemoryQueue({ node: 'urn:node' })
  t.teardown(() => queue.close())
  const ran: boolean[] = []
  await working(t, queue, async (_, { slept }) => {
    ran.push(slept)
    if (slept) throw new Error('later')
    return { kind: 'sleep', until: Date.now() + 400 }
  })
  await queue.add(
    jobOf({ id: 'one' }),
    planOf({ attempts: 2, delay: 3_600_000, maxDelay: 3_600_000 }),
  )
  await until(async () => (await queue.desk.stats()).delayed === 1)
  t.is(await queue.wake('one'), 'woken')
  t.is(await queue.ended('one', AbortSignal.timeout(800)), undefined)
  t.deepEqual(ran, [false, true])
})

test('memory: a sleep may be longer than a timer can be set for', async (t) => {
  const queue = new MemoryQueue({ node: 'urn:node' })
  t.teardown(() => queue.close())
  let ran = 0
  await working(t, queue, async (_, { slept }) => {
    ran += 1
    return slept ? ACCEPTED : { kind: 'sleep', until: Date.now() + 2 ** 32 }
  })
  await queue.add(jobOf({ id: 'one' }), planOf())
  t.is(await queue.ended('one', AbortSignal.timeout(100)), undefined)
  t.is(ran, 1)
  t.is(await queue.wake('one'), 'woken')
  t.is((await queue.ended('one', soon()))?.state, 'done')
})
