/** Which attempts, delays and times hold for a job: one rule, of which each part is tried. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { DEFAULT_PLANS } from '../../src/config/retry.js'
import type { RetryPlan } from '../../src/store/queue/job.js'
import { RetryPlans } from '../../src/store/queue/retry-plans.js'
import { readConfig } from '../support/config.js'

const WRITTEN = { attempts: 2, delay: '20ms', maxDelay: '200ms', timeLimit: '2s' }
const RETRY = { attempts: 2, delay: 20, maxDelay: 200, timeLimit: 2000 }

function plansOf(destinations: object, operations: object = {}): RetryPlans {
  const sections = { 'queue.retry': WRITTEN, 'queue.operations': operations, destinations }
  const settings = Object.entries(sections).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return new RetryPlans(readConfig({ environment: {}, settings }), DEFAULT_PLANS)
}

const add = { name: '{urn:x}Add', invoke: () => undefined } as const

test('an operation is tried by queue.retry, but for what its plugin and then queue.operations say', (t) => {
  t.deepEqual(plansOf({}).ofOperation(add), RETRY)
  const retry = { attempts: 5, delay: 50 }
  t.deepEqual(plansOf({}).ofOperation({ ...add, retry }), { ...RETRY, ...retry })
  const plans = plansOf({}, { [add.name]: { attempts: 7, timeLimit: '700ms' } })
  const expected = { attempts: 7, delay: 50, maxDelay: 200, timeLimit: 700 }
  t.deepEqual(plans.ofOperation({ ...add, retry }), expected)
  t.deepEqual(plans.ofOperation({ ...add, name: '{urn:x}toString' }), RETRY)
})

test('what is sent is tried by queue.retry, but for what its destination says', (t) => {
  const url = 'https://ledger.example/soap'
  const plans = plansOf({
    often: { url, retry: { attempts: 4 } },
    slow: { url, timeout: '5ms' },
  })
  t.deepEqual(plans.ofDestination('often'), { ...RETRY, attempts: 4 })
  // One that may take longer, or less long, does so from the queue too.
  t.deepEqual(plans.ofDestination('slow'), { ...RETRY, timeLimit: 5 })
  for (const name of [undefined, 'gone', 'toString']) t.deepEqual(plans.ofDestination(name), RETRY)
})

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds from the first attempt to one with this number, if no delay is cut short. */
const latest = ({ delay, maxDelay }: RetryPlan, number: number) =>
  Array.from({ length: number - 1 }, (_, index) => Math.min(delay * 2 ** index, maxDelay)).reduce(
    (sum, one) => sum + one,
    0,
  )

const silent = new RetryPlans(readConfig({ environment: {}, settings: [] }), DEFAULT_PLANS)

test('by default an operation is tried for more than an hour, however short the delays happen to be', (t) => {
  const plan = silent.ofOperation(add)
  t.true(latest(plan, plan.attempts) / 2 > HOUR)
})

test('RFC 5321 §4.5.4.1 by default what is sent is tried for at least four to five days', (t) => {
  const plan = silent.ofDestination()
  t.true(latest(plan, plan.attempts) / 2 > 4 * DAY)
  t.true(latest(plan, plan.attempts) * 0.75 > 5 * DAY)
  // "one every two or three hours": it is never left for longer than four.
  t.is(plan.maxDelay, 4 * HOUR)
})

test('what queue.retry says holds for both', (t) => {
  const settings = ['queue.retry={attempts: 5, maxDelay: 2s}']
  const plans = new RetryPlans(readConfig({ environment: {}, settings }), DEFAULT_PLANS)
  const plan = { attempts: 5, delay: 1000, maxDelay: 2000, timeLimit: 60_000 }
  t.deepEqual(plans.ofOperation(add), plan)
  t.deepEqual(plans.ofDestination(), plan)
})

/** As in `1 h 8 min`: two units at most. */
function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  const shown = units.slice(first, first + 2).filter(([count]) => count > 0)
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

function table(): string {
  const [operation, sent] = [silent.ofOperation(add), silent.ofDestination()]
  const numbers = [3, 5, 8, 11, 14, operation.attempts, 20, 30, 40, sent.attempts]
  const cell = (plan: RetryPlan, number: number) => {
    if (number > plan.attempts) return ''
    const time = latest(plan, number)
    return `${span(time / 2)} to ${span(time)}`
  }
  const rows = numbers.map(
    (number) => `| ${number} | ${cell(operation, number)} | ${cell(sent, number)} |`,
  )
  const head = ['| attempt | an operation, after | what is sent, after |', '| --- | --- | --- |']
  return [...head, ...rows].join('\n')
}

const DOCUMENT = fileURLToPath(new URL('../../../docs/queue.md', import.meta.url))
const TABLE = /(<!-- retries -->\n)[\s\S]*?(\n<!-- \/retries -->)/

test('the document has the times of the default plans', (t) => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const right = text.replace(TABLE, `$1${table()}$2`)
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, right)
  else t.is(text, right)
  t.regex(right, TABLE)
})
