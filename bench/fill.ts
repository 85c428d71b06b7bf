/** Fills a queue as a node would, or runs all that waits in it, and tells how fast. */
import { createLog } from '../src/log.js'
import { newId } from '../src/message/exchange-id.js'
import { QUEUE_BOUNDS } from '../src/store/queue/bounds.js'
import { openQueue } from '../src/store/queue/open.js'
import { readConfig } from '../test/support/config.js'
import { jobOf } from '../test/support/jobs.js'
import { BODY, drain } from './queues.js'
import { rate } from './rates.js'

const PLAN = { attempts: 8, delay: 1000, maxDelay: 300_000, timeLimit: 60_000 }
const IN_FLIGHT = 100

/**
 * @param settings  of the configuration
 * @param jobs      to be added; a negative number for so many to be run
 * @returns jobs a second; those that are added for the last tenth, when the others wait already
 */
export async function fillQueue(settings: readonly string[], jobs: number): Promise<number> {
  const config = readConfig({ environment: {}, settings })
  const queue = await openQueue(
    config,
    QUEUE_BOUNDS,
    createLog('silent'),
    new AbortController().signal,
  )
  try {
    if (jobs < 0) {
      const started = performance.now()
      await drain(queue, -jobs)
      return (-jobs * 1000) / (performance.now() - started)
    }
    const add = () => queue.add(jobOf({ id: newId(), body: BODY }), PLAN)
    const last = Math.max(1_000, jobs / 10)
    if (jobs > last) await rate(jobs - last, IN_FLIGHT, add)
    return await rate(last, IN_FLIGHT, add)
  } finally {
    await queue.close()
  }
}
