/** The headline of a conversation: what is wrong, then what waits, then how it ended. */
import test from 'ava'
import { wordOf } from '../../console/src/pure/outcome.js'
import { verdictOf } from '../../console/src/pure/verdict.js'
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../src/message/events/events.js'

function headline(...events: readonly NodeEvent[]): string | undefined {
  const path = events.map((event, at) => ({ key: `k${at}`, at, node: 'urn:a', event }))
  const entry = verdictOf(path)
  return entry && wordOf(entry.event)
}

const received: ExchangeEnded = {
  event: 'exchange',
  exchange: 'e1',
  transport: 'http',
  soap: '1.1',
  outcome: 'pending',
  ms: 1,
}
const tried: ExchangeEnded = { ...received, attempt: 1, outcome: 'fault', code: 'Server' }
const job = (outcome: JobSettled['outcome'], id = 'e1'): JobSettled => ({
  event: 'job',
  job: id,
  exchange: id,
  kind: 'forward',
  outcome,
  ms: 1,
})

test('a message waits for its answer, whatever a later node has done', (t) => {
  t.is(headline(received, job('suspended'), job('done', 'e2')), 'suspended')
  t.is(headline(received, job('suspended'), job('done', 'e2'), job('done')), 'done')
})

test('a failed attempt is no failure as long as there is another', (t) => {
  t.is(headline(received, tried, job('retry')), 'retry')
  t.is(headline(received, tried, job('dead')), 'dead letter')
})

test('a dead letter that was replayed is none', (t) => {
  t.is(headline(received, job('dead'), job('suspended')), 'suspended')
  t.is(headline(received, tried, job('dead'), job('done')), 'done')
})

test('an answer that is a fault is told, and nothing of nothing', (t) => {
  t.is(headline({ ...received, outcome: 'fault', code: 'Client' }), 'fault Client')
  t.is(
    headline(received, { ...tried, code: 'Client' }, { ...received, outcome: 'accepted' }),
    'fault Client',
  )
  t.is(headline(), undefined)
})
