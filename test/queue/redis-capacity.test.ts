/** Whether a queue on Redis answers, as those find it who ask meanwhile: the newest answer counts. */
import test from 'ava'
import { Capacity, type Reading } from '../../src/store/queue/bullmq/capacity.js'

const READING: Reading = { depth: 0, suspended: 0, oldest: undefined, memory: undefined }

function capacityOf(read: () => Promise<Reading>) {
  const reports: (string | undefined)[] = []
  const capacity = new Capacity({
    read,
    maxDepth: 10,
    maxSuspended: 10,
    maxAge: 1_000,
    changed: (problem) => reports.push(problem),
  })
  return { capacity, reported: reports }
}

test('what was asked before the last answer and fails later tells nothing', async (t) => {
  const { capacity, reported: reports } = capacityOf(async () => READING)
  const requestedAt = performance.now() - 1
  await capacity.look()
  capacity.failed(new Error('it was down then'), requestedAt)
  t.is(capacity.problem, undefined)
  t.deepEqual(reports, [undefined])
})

test('what was asked after the last answer and fails is told at once, and once', async (t) => {
  const { capacity, reported: reports } = capacityOf(async () => READING)
  await capacity.look()
  const requestedAt = performance.now() + 1
  for (let count = 0; count < 2; count += 1) capacity.failed(new Error('it is down'), requestedAt)
  t.is(capacity.problem, 'it is down')
  await capacity.look()
  t.deepEqual(reports, [undefined, 'it is down', undefined])
})

test('an answer that was asked for before does not hide what failed since', async (t) => {
  let answer: (reading: Reading) => void = () => undefined
  const { capacity } = capacityOf(() => new Promise((resolve) => (answer = resolve)))
  const looking = capacity.look()
  const requestedAt = performance.now() + 1
  answer(READING)
  await looking
  capacity.failed(new Error('it is down'), requestedAt)
  t.is(capacity.problem, 'it is down')
})
