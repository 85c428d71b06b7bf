/** Who waits on the connection gets the outcome of the first run, and so does whoever sends the same message again. */
import test from 'ava'
import { type Operation, SoapFault } from '../../src/plugin.js'
import type { DirectRun } from '../../src/queue/job.js'
import { type Begun, QueueUnavailable } from '../../src/queue/queue.js'
import type { Outcome } from '../../src/transport.js'
import { gate } from '../support/jobs.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import { makeNode, type NodeOptions, type TestNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const WSA = 'http://www.w3.org/2005/08/addressing'
const RUN = '<q:Run xmlns:q="urn:q"><q:n>1</q:n></q:Run>'

/** A call as every client of a WSDL with wsam:Addressing sends it. */
function call(id = 'urn:uuid:1', entry = RUN): string {
  const block = (name: string, text: string) => `<a:${name} xmlns:a="${WSA}">${text}</a:${name}>`
  return soap11(entry, block('Action', 'urn:q:Run') + block('MessageID', id))
}

const queues: TestNode['queue'][] = []
test.after.always(() => Promise.all(queues.map((queue) => queue.close())))

function nodeWith(
  operation: Partial<Operation> & Pick<Operation, 'invoke'>,
  options: NodeOptions = {},
) {
  const plugin = {
    operations: [{ name: '{urn:q}Run' as const, action: 'urn:q:Run', ...operation }],
  }
  const node = makeNode({ q: plugin }, options)
  queues.push(node.queue)
  return node
}

function textOf(outcome: Outcome): string {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  return outcome.message.body
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
  t.notRegex(textOf(outcome), /database/)
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
  t.regex(textOf(await node.inject(call())), /Not yet\./)
  for (let each = 0; each < 3; each += 1) {
    t.regex(textOf(await node.inject(call())), /<m:runs>2</)
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
  t.is(new Set(heard.map(textOf)).size, 1)
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
  t.is(textOf(await node.inject(call())), textOf(first))
  t.is(runs, 1)
})

test('a run past its time: a fault at once, and its reply is the outcome once it is there', async (t) => {
  let runs = 0
  const held = gate()
  const node = nodeWith(
    {
      async invoke() {
        runs += 1
        await held.opened
        return { late: 'yes' }
      },
    },
    { settings: ['limits.operationTime=1000'] },
  )
  // On a busy machine a call may be over before its operation began: such a call is open again.
  while (runs === 0) t.is((await node.inject(call())).kind, 'fault')
  let meanwhile = await node.inject(call())
  while (meanwhile.kind === 'fault' && !meanwhile.pending) meanwhile = await node.inject(call())
  t.is(meanwhile.kind, 'fault')
  held.open()
  const [run] = await ended(node)
  t.regex(textOf(await node.inject(call())), /<m:late>yes</)
  t.regex(textOf(await node.inject('', { pickUp: run?.id ?? '' })), /<m:late>yes</)
  t.is(runs, 1)
})

test('an outcome is found by its exchange', async (t) => {
  const node = nodeWith({ invoke: () => ({ done: 'yes' }) })
  const outcome = await node.inject(call())
  const [run] = await ended(node)
  t.is(run?.kind, 'direct')
  t.is(textOf(await node.inject('', { pickUp: run?.id ?? '' })), textOf(outcome))
})

test('another message under the same identity is refused, also where the first threw', async (t) => {
  const node = nodeWith({
    invoke() {
      throw new Error('away')
    },
  })
  await node.inject(call())
  const other = await node.inject(call('urn:uuid:1', RUN.replace('1', '2')))
  t.regex(textOf(other), /DuplicateMessageID|InvalidAddressingHeader/)
})

for (const first of ['at once', 'by Prefer'] as const) {
  test(`one name space: whoever comes second gets the outcome of the first, which ran ${first}`, async (t) => {
    let runs = 0
    const node = nodeWith({
      invoke() {
        runs += 1
        return { runs: String(runs) }
      },
    })
    const ways = first === 'at once' ? [{}, { patience: 60_000 }] : [{ patience: 60_000 }, {}]
    for (const way of ways) t.regex(textOf(await node.inject(call(), way)), /<m:runs>1</)
    t.is(runs, 1)
  })
}

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
  const told = await node.inject(sent, { idempotencyKey: 'k' })
  t.regex(textOf(told), /Not now\./)
  t.is((await node.inject(sent, { idempotencyKey: 'k' })).kind, 'reply')
  t.is((await node.inject(sent, { idempotencyKey: 'k' })).kind, 'reply')
  t.deepEqual({ handled, runs }, { handled: 2, runs: 1 })
})

/** Cannot claim, or cannot keep outcomes, as long as a test says so. */
class Failing extends MemoryQueue {
  claims = true
  readonly keeps = gate()

  override async begin(run: DirectRun): Promise<Begun> {
    if (!this.claims) throw new QueueUnavailable('a test has it fail')
    const begun = await super.begin(run)
    if ('holder' in begun) return begun
    return {
      run: {
        drop: () => begun.run.drop(),
        end: async (...ended) => {
          const keeping = this.keeps.opened.then(() => begun.run.end(...ended))
          void keeping
          throw new QueueUnavailable('a test has it fail')
        },
      },
    }
  }
}

test('where no claim can be made nothing runs, and the caller is told to come again', async (t) => {
  let runs = 0
  const queue = new Failing()
  queue.claims = false
  const node = nodeWith(
    {
      invoke() {
        runs += 1
        return {}
      },
    },
    { queue },
  )
  t.like(await node.inject(call()), { kind: 'refused', refusal: 'unavailable' })
  t.is(runs, 0)
})

test('where the outcome cannot be kept the caller is told to come again, and gets it then', async (t) => {
  let runs = 0
  const queue = new Failing()
  const node = nodeWith(
    {
      invoke() {
        runs += 1
        return { runs: String(runs) }
      },
    },
    { queue },
  )
  t.like(await node.inject(call()), { kind: 'refused', refusal: 'unavailable' })
  const again = node.inject(call())
  queue.keeps.open()
  t.regex(textOf(await again), /<m:runs>1</)
  t.is(runs, 1)
})

test('without an identity nothing is claimed, and safe operations claim nothing', async (t) => {
  const queue = new Failing()
  queue.claims = false
  const node = nodeWith({ invoke: () => ({}) }, { queue })
  t.is((await node.inject(soap11(RUN))).kind, 'reply')
  const safe = nodeWith({ safe: true, invoke: () => ({}) }, { queue })
  t.is((await safe.inject(call())).kind, 'reply')
})

/** What has ended, once something has. */
async function ended({ queue }: TestNode) {
  for (;;) {
    const found = await queue.admin.list({ state: ['done'] })
    if (found.length > 0) return found
    await new Promise(setImmediate)
  }
}
