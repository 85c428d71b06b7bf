/** Which attempts, delays and times hold for a job: one rule, of which each part is tried. */
import test from 'ava'
import { RetryPlans } from '../../src/queue/retry-plans.js'
import { readConfig } from '../support/config.js'

const RETRY = { attempts: 2, delay: 20, maxDelay: 200, timeLimit: 2000 }

function plansOf(destinations: object, operations: object = {}): RetryPlans {
  const sections = { 'queue.retry': RETRY, 'queue.operations': operations, destinations }
  const settings = Object.entries(sections).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return new RetryPlans(readConfig({ environment: {}, settings }))
}

const add = { name: '{urn:x}Add', invoke: () => undefined } as const

test('an operation is tried by queue.retry, but for what its plugin and then queue.operations say', (t) => {
  t.deepEqual(plansOf({}).ofOperation(add), RETRY)
  const retry = { attempts: 5, delay: 50 }
  t.deepEqual(plansOf({}).ofOperation({ ...add, retry }), { ...RETRY, ...retry })
  const plans = plansOf({}, { [add.name]: { attempts: 7, maxDelay: 700 } })
  const expected = { attempts: 7, delay: 50, maxDelay: 700, timeLimit: 2000 }
  t.deepEqual(plans.ofOperation({ ...add, retry }), expected)
  t.deepEqual(plans.ofOperation({ ...add, name: '{urn:x}toString' }), RETRY)
})

test('what is sent is tried by queue.retry, but for what its destination says', (t) => {
  const url = 'https://ledger.example/soap'
  const plans = plansOf({
    often: { url, retry: { attempts: 4 } },
    slow: { url, timeout: 5 },
    both: { url, timeout: 5, retry: { timeLimit: 6 } },
  })
  t.deepEqual(plans.ofDestination('often'), { ...RETRY, attempts: 4 })
  // One that may take longer, or less long, does so from the queue too.
  t.deepEqual(plans.ofDestination('slow'), { ...RETRY, timeLimit: 5 })
  t.deepEqual(plans.ofDestination('both'), { ...RETRY, timeLimit: 6 })
  for (const name of [undefined, 'gone', 'toString']) t.deepEqual(plans.ofDestination(name), RETRY)
})
