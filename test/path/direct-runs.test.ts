/** Who waits on the connection gets the outcome of the first run, and so does whoever sends the same message again. */
import test from 'ava'
import { SoapFault } from '../../src/plugin.js'
import { QueueUnavailable } from '../../src/store/queue/queue.js'
import { gate } from '../support/jobs.js'
import {
  call,
  ended,
  logged,
  nodeWith as made,
  outcomeText,
  RUN,
} from '../support/nodes/identified.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const queues: TestNode['queue'][] = []
test.after.always(() => Promise.all(queues.map((queue) => queue.close())))

const nodeWith = (...args: Parameters<typeof made>) => {
  const node = made(...args)
  queues.push(node.queue)
  return node
}

test('an operation that fails has run once, and its caller gets the fault of that run', async (t) => {
  let runs = 0
  const node = nodeWith({
    invoke() {
      runs += 1
      throw new Error('the database is away')
    },
  })
  const outcome = await node.inject(call())
  t.is(outcome.kind === 'fault' && outcome.code, 'Server')
  t.notRegex(outcomeText(outcome), /database/)
  t.is(runs, 1)
  t.deepEqual(await node.queue.admin.list({ state: ['dead', 'delayed', 'waiting'] }), [])
})

test('what threw may run again when the message comes again; what did not has run', async (t) => {
  let runs = 0
  const node = nodeWith({
    invoke() {
      runs += 1
      if (runs === 1) throw new SoapFault({ code: 'Client', reason: 'Not yet.' })
      return { runs: String(runs) }
    },
  })
  t.regex(outcomeText(await node.inject(call())), /Not yet\./)
  for (let each = 0; each < 3; each += 1) {
    t.regex(outcomeText(await node.inject(call())), /<m:runs>2</)
  }
  t.is(runs, 2)
})

test('a repetition that comes while the first runs gets the same, a fault that nobody declared, too', async (t) => {
  let runs = 0
  const [entered, held] = [gate(), gate()]
  const node = nodeWith({
    async invoke() {
      runs += 1
      entered.open()
      await held.opened
      throw new Error('away')
    },
  })
  const first = node.inject(call())
  await entered.opened
  const repeated = Array.from({ length: 5 }, () => node.inject(call()))
  // All of them have found it.
  while (node.log.filter(({ msg }) => msg === 'the message was sent before').length < 5) {
    await new Promise(setImmediate)
  }
  held.open()
  const heard = await Promise.all([first, ...repeated])
  t.is(new Set(heard.map(outcomeText)).size, 1)
  t.is(runs, 1)
})

test('what fails after the operation has returned is its outcome, and it does not run again', async (t) => {
  let runs = 0
  const node = nodeWith({
    invoke() {
      runs += 1
      return { 'no name': 'at all' }
    },
  })
  const first = await node.inject(call())
  t.is(first.kind === 'fault' && first.code, 'Server')
  t.is(outcomeText(await node.inject(call())), outcomeText(first))
  t.is(runs, 1)
})

test('an outcome is found by its exchange', async (t) => {
  const node = nodeWith({ invoke: () => ({ done: 'yes' }) })
  const outcome = await node.inject(call())
  const [run] = await ended(node)
  t.is(run?.kind, 'direct')
  t.is(outcomeText(await node.inject('', { pickUp: run?.id ?? '' })), outcomeText(outcome))
})

test('a header handler that throws opens the claim, too, and its fault is what those who wait get', async (t) => {
  let handled = 0
  let runs = 0
  const node = makeNode({
    q: {
      operations: [
        {
          name: '{urn:q}Run',
          invoke() {
            runs += 1
            return {}
          },
        },
      ],
      headers: [
        {
          name: '{urn:q}Seen',
          process() {
            handled += 1
            if (handled === 1) throw new SoapFault({ code: 'Server', reason: 'Not now.' })
          },
        },
      ],
    },
  })
  queues.push(node.queue)
  const sent = soap11(RUN, '<q:Seen xmlns:q="urn:q"/>')
  const outcome = await node.inject(sent, { idempotencyKey: 'k' })
  t.regex(outcomeText(outcome), /Not now\./)
  t.is((await node.inject(sent, { idempotencyKey: 'k' })).kind, 'reply')
  t.is((await node.inject(sent, { idempotencyKey: 'k' })).kind, 'reply')
  t.deepEqual({ handled, runs }, { handled: 2, runs: 1 })
})

test('the answer of an operation that breaks its schema, or cannot be had whole, has run', async (t) => {
  let runs = 0
  const node = nodeWith({
    invoke(_, exchange) {
      runs += 1
      exchange.attach({
        contentType: 'a/b',
        content: {
          size: 1_000_000,
          bytes: () => Promise.reject(new Error('it is gone')),
          async *stream(): AsyncIterable<Uint8Array> {
            yield await Promise.reject(new Error('it is gone'))
          },
        },
      })
      return { done: 'yes' }
    },
  })
  const first = await node.inject(call())
  t.is(first.kind, 'fault')
  t.is(outcomeText(await node.inject(call())), outcomeText(first))
  t.is(runs, 1)
})

test('what an operation throws in the words of this node is a fault like any other, for all who wait', async (t) => {
  let runs = 0
  const [entered, held] = [gate(), gate()]
  const node = nodeWith({
    async invoke() {
      runs += 1
      entered.open()
      await held.opened
      throw new QueueUnavailable('of a queue of its own')
    },
  })
  const first = node.inject(call())
  await entered.opened
  const second = node.inject(call())
  await logged(node, 'the message was sent before')
  held.open()
  const heard = await Promise.all([first, second])
  t.is(new Set(heard.map(outcomeText)).size, 1)
  t.is(runs, 1)
})
