/** Events of a batch of messages: each listener gets each, in their order, and before who waits for the batch goes on. */
import test from 'ava'
import type { NodeEvent } from '../../src/message/events/events.js'
import { inBatches } from '../../src/message/events/in-batches.js'

const connection = (cause: string): NodeEvent => ({
  event: 'connection',
  transport: 'http',
  outcome: 'closed',
  cause,
})

test('each listener gets the events of a batch in their order, one listener after the other', async (t) => {
  const heard: string[] = []
  const listener = (name: string) => (event: NodeEvent) =>
    void heard.push(`${name} ${'cause' in event ? event.cause : ''}`)
  const observe = inBatches(listener('log'), listener('journal'))
  observe(connection('one'))
  observe(connection('two'))
  t.deepEqual(heard, [])
  await undefined
  t.deepEqual(heard, ['log one', 'log two', 'journal one', 'journal two'])
})

test('who goes on after its event goes on once the listeners have it', async (t) => {
  const order: string[] = []
  const observe = inBatches(() => void order.push('event'))
  const answered = async () => {
    observe(connection('one'))
    await undefined
    order.push('answer')
  }
  await Promise.all([answered(), answered()])
  t.deepEqual(order, ['event', 'event', 'answer', 'answer'])
})

test('an event that comes while listeners are notified is of the next batch', async (t) => {
  const causes: unknown[] = []
  const observe = inBatches((event) => {
    const cause = 'cause' in event ? event.cause : undefined
    causes.push(cause)
    if (cause === 'one') observe(connection('two'))
  })
  observe(connection('one'))
  await new Promise((resolve) => setImmediate(resolve))
  t.deepEqual(causes, ['one', 'two'])
})
