/** The sentence that tells what became of a message: what is done, and what still waits. */
import test from 'ava'
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../src/message/events/events.js'
import { conversationOf } from '../../src/store/journal/conversation/hops.js'
import { whatBecame } from '../../src/store/journal/conversation/outcome-sentence.js'

const EXCHANGE = '01a2039e-63e5-7d3e-950e-6acc69d6a90d'
const AT = Date.UTC(2026, 10, 21, 2, 30)
const ADD = '{urn:example:calculator}Add'
const CAUSE = 'the relay cannot be used'

function sentencesOf(...events: readonly NodeEvent[]): string {
  const entries = events.map((event, index) => ({
    key: `k${index}`,
    at: AT + index,
    node: 'urn:a',
    event,
  }))
  return whatBecame(conversationOf(entries)).join('\n')
}

const ended: ExchangeEnded = {
  event: 'exchange',
  exchange: EXCHANGE,
  transport: 'smtp',
  from: 'me@b',
  soap: '1.1',
  operation: ADD,
  outcome: 'reply',
  answerTo: 'mailto:me@b',
  attempt: 1,
  ms: 5,
}

const job = (input: Pick<JobSettled, 'kind' | 'outcome'>): JobSettled => ({
  event: 'job',
  job: input.kind === 'send' ? `${EXCHANGE}-reply` : EXCHANGE,
  exchange: EXCHANGE,
  operation: ADD,
  to: input.kind === 'send' ? 'mailto:me@b' : undefined,
  attempt: 2,
  cause: input.outcome === 'done' ? undefined : CAUSE,
  ms: 1,
  ...input,
})

const RECEIVED = 'Add from me@b came to urn:a over smtp at 2026-11-21T02:29:59Z'

test('an operation that has run is not told as waiting because its answer is', (t) => {
  t.is(
    sentencesOf(
      ended,
      job({ kind: 'invoke', outcome: 'done' }),
      job({ kind: 'send', outcome: 'retry' }),
    ),
    `${RECEIVED}, and was processed; its answer to mailto:me@b waits for another attempt after attempt 2: ${CAUSE}.`,
  )
  t.regex(
    sentencesOf(
      ended,
      job({ kind: 'invoke', outcome: 'done' }),
      job({ kind: 'send', outcome: 'dead' }),
    ),
    /, and was processed; its answer to mailto:me@b has become a dead letter after attempt 2: .* \(waybill dead show 01a2.*-reply\)\.$/,
  )
})

test('an operation that fails waits itself, and an answer that arrived ends it', (t) => {
  t.is(
    sentencesOf(ended, job({ kind: 'invoke', outcome: 'retry' })),
    `${RECEIVED}, and waits for another attempt after attempt 2: ${CAUSE}.`,
  )
  t.is(
    sentencesOf(
      ended,
      job({ kind: 'invoke', outcome: 'done' }),
      job({ kind: 'send', outcome: 'done' }),
    ),
    `${RECEIVED}, and was answered with a reply after 7 ms, which goes to mailto:me@b.`,
  )
})
