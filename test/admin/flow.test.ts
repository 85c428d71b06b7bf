/** The flow of the last quarter of an hour: counts and times in steps, in bounded memory. */
import test from 'ava'
import type { ExchangeEnded, JobSettled } from '../../src/message/events/events.js'
import { Flow, STEP } from '../../src/operate/admin/flow/flow.js'
import { Latencies } from '../../src/operate/admin/flow/latencies.js'

const ADD = '{urn:x}Add'

function ended(parts: Partial<ExchangeEnded> = {}): ExchangeEnded {
  return {
    event: 'exchange',
    exchange: 'e',
    transport: 'http',
    soap: '1.1',
    outcome: 'reply',
    operation: ADD,
    ms: 2,
    ...parts,
  }
}

const job = (outcome: JobSettled['outcome']): JobSettled => ({
  event: 'job',
  exchange: 'e',
  job: 'j',
  kind: 'invoke',
  operation: ADD,
  outcome,
  ms: 10,
})

/** With a clock that the test turns. */
function flowAt(start: number) {
  const clock = { now: start }
  const flow = new Flow([ADD], () => clock.now)
  return { clock, flow }
}

test('messages are counted in their step, and leave after a quarter of an hour', (t) => {
  const { clock, flow } = flowAt(1_000_000 * STEP)
  flow.observe(ended())
  flow.observe(ended({ outcome: 'fault', code: 'Client' }))
  t.is(flow.lines(10).lines[0]?.count.at(-1), 0, 'the step that runs is not told')
  clock.now += STEP
  const [line] = flow.lines(10).lines
  t.is(line?.count.length, 180)
  t.like(line, { transport: 'http', operation: ADD })
  t.deepEqual([line?.count.at(-1), line?.failed.at(-1)], [2, 1])
  t.true(Math.abs((line?.p50.at(-1) ?? 0) - 2) < 0.3)
  t.is(line?.p50.at(-2), null)
  clock.now += 180 * STEP
  t.deepEqual(flow.lines(10).lines, [])
})

test('a job is a line of the queue; its attempts are no further messages', (t) => {
  const { clock, flow } = flowAt(STEP)
  flow.observe(ended({ attempt: 1 }))
  flow.observe(job('retry'))
  flow.observe(job('suspended'))
  flow.observe(job('done'))
  clock.now += STEP
  const { lines } = flow.lines(10)
  t.is(lines.length, 1)
  t.like(lines[0], { transport: 'queue' })
  t.deepEqual([lines[0]?.count.at(-1), lines[0]?.failed.at(-1)], [2, 1])
})

test('names that peers make up get no lines', (t) => {
  const { clock, flow } = flowAt(STEP)
  for (let at = 0; at < 10_000; at += 1) {
    flow.observe(ended({ operation: `{urn:x}${at}`, outcome: 'fault', code: 'Client' }))
  }
  flow.observe(ended())
  clock.now += STEP
  const { lines } = flow.lines(1_000)
  t.true(lines.length <= 2)
  t.is(
    lines.reduce((sum, { count }) => sum + (count.at(-1) ?? 0), 0),
    10_001,
  )
})

test('a quantile is right within a tenth', (t) => {
  const latencies = new Latencies()
  for (let ms = 1; ms <= 1_000; ms += 1) latencies.add(ms)
  for (const [part, right] of [
    [0.5, 500],
    [0.99, 990],
  ] as const) {
    const found = latencies.quantile(part) ?? 0
    t.true(Math.abs(found - right) / right < 0.1, `${found}`)
  }
  t.is(new Latencies().quantile(0.5), null)
})
