/** How long a job waits before its next attempt. */
import test from 'ava'
import { delayBefore } from '../../src/store/queue/backoff.js'
import { planOf } from '../support/jobs.js'

test('an attempt waits for half to all of its delay, doubled, up to the longest', (t) => {
  const plan = planOf({ delay: 200, maxDelay: 700 })
  for (const [attempt, full] of [
    [2, 200],
    [3, 400],
    [4, 700],
    [5, 700],
    [5_000, 700],
  ] as const) {
    const delays = Array.from({ length: 200 }, () => delayBefore(attempt, plan))
    t.true(delays.every((delay) => delay >= full / 2 && delay <= full))
    // What failed together does not come back together.
    t.true(new Set(delays).size > 20)
  }
})
