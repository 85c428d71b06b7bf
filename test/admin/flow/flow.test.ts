/** What flows: messages are counted by transport and operation, and what strangers make up gets no line. */
import test from 'ava'
import type { ExchangeEnded } from '../../../src/message/events/events.js'
import { Flow, STEP } from '../../../src/operate/admin/flow/flow.js'

const ADD = '{urn:example:calculator}Add'

function ended(more: Partial<ExchangeEnded>): ExchangeEnded {
  return {
    event: 'exchange',
    exchange: 'x',
    transport: 'http',
    soap: '1.1',
    outcome: 'reply',
    ms: 1,
    ...more,
  }
}

/** A flow whose clock can be set. */
function made(): { readonly flow: Flow; lines(): ReturnType<typeof linesOf> } {
  let now = 100 * STEP
  const flow = new Flow([ADD], () => now)
  return {
    flow,
    lines() {
      // A step is told of once it is over.
      now += STEP
      return linesOf(flow)
    },
  }
}

const linesOf = (flow: Flow) =>
  flow.lines(100).lines.map(({ operation, count, failed }) => ({
    operation,
    count: count.reduce((sum, one) => sum + one, 0),
    failed: failed.reduce((sum, one) => sum + one, 0),
  }))

test('an operation that has only failed has a line of its own', (t) => {
  const { flow, lines } = made()
  flow.observe(ended({ operation: ADD, outcome: 'fault', code: 'Client' }))
  t.deepEqual(lines(), [{ operation: ADD, count: 1, failed: 1 }])
})

test('what nobody here has is counted in one line, whatever it is called', (t) => {
  const { flow, lines } = made()
  for (let number = 0; number < 1000; number++) {
    flow.observe(ended({ operation: `{urn:x}No${number}`, outcome: 'fault', code: 'Client' }))
  }
  t.deepEqual(lines(), [{ operation: undefined, count: 1000, failed: 1000 }])
})

test('an attempt of a job is no further message', (t) => {
  const { flow, lines } = made()
  flow.observe(ended({ operation: ADD, outcome: 'accepted' }))
  flow.observe(ended({ operation: ADD, attempt: 1 }))
  t.deepEqual(lines(), [{ operation: ADD, count: 1, failed: 0 }])
})
