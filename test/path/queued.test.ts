/** What becomes durable before it is acknowledged, who waits for it, and what its sender hears. */
import test from 'ava'
import { element, HeldBinary, type Operation, SoapFault } from '../../src/plugin.js'
import type { Outcome, Packaging } from '../../src/transport.js'
import { decoded, endedJobs } from '../support/jobs.js'
import type { MessageOptions } from '../support/nodes/messages.js'
import { makeNode, type NodeOptions, type TestNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const RUN = '<q:Run xmlns:q="urn:q"><q:n>1</q:n></q:Run>'
const FAST = ['queue.retry={attempts: 3, delay: 1ms, maxDelay: 5ms, timeLimit: 1m}']

const queues: TestNode['queue'][] = []
// What still runs then keeps this process no longer.
test.after.always(() => Promise.all(queues.map((queue) => queue.close())))

type TestOperation = Partial<Operation> & Pick<Operation, 'invoke'>

function nodeWith(operation: TestOperation, options: NodeOptions = {}) {
  const settings = [...FAST, ...(options.settings ?? [])]
  const plugin = { operations: [{ name: '{urn:q}Run', ...operation }] }
  const node = makeNode({ q: plugin }, { ...options, settings })
  queues.push(node.queue)
  return node
}

const from = (address: string): MessageOptions => ({ peer: { address } })

/** Waits until a job has ended, and tells how. */
async function end({ queue }: TestNode): Promise<string | undefined> {
  const [job] = await endedJobs(queue)
  return job?.state
}

/** Id of the exchange of a message that is accepted and not finished. */
function pendingOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'fault' ? outcome.pending : undefined
}

function replyOf(outcome: Outcome): string {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  return outcome.message.body
}

test('a one-way message is accepted before its operation has run', async (t) => {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  let ran = false
  const node = nodeWith({
    exchange: 'one-way',
    async invoke() {
      await held
      ran = true
    },
  })
  t.deepEqual(await node.inject(soap11(RUN)), { kind: 'accepted' })
  t.false(ran)
  go()
  t.is(await end(node), 'done')
  t.true(ran)
})

test('a caller of a queued operation gets its reply', async (t) => {
  const node = nodeWith({ dispatch: 'queue', invoke: ({ n }) => ({ got: n }) })
  const outcome = await node.inject(soap11(RUN))
  t.is(outcome.kind, 'reply')
  t.regex(replyOf(outcome), /<m:got>1<\/m:got>/)
  t.is((await node.queue.admin.stats()).done, 1)
})

test('a queued operation sees what came along with the envelope', async (t) => {
  const file = {
    contentType: 'text/plain',
    name: 'a.txt',
    content: new HeldBinary(Buffer.from('abc')),
  }
  const node = nodeWith({
    dispatch: 'queue',
    async invoke(_, { attachments: [one, ...more] }) {
      const text = Buffer.from((await one?.content.bytes()) ?? []).toString()
      return { got: `${more.length} ${one?.contentType} ${one?.name} ${text}` }
    },
  })
  const outcome = await node.inject(soap11(RUN), { attachments: [file] })
  t.regex(replyOf(outcome), /<m:got>0 text\/plain a\.txt abc<\/m:got>/)
})

test('a fault that a queued operation throws is its reply, and final', async (t) => {
  let runs = 0
  const node = nodeWith({
    dispatch: 'queue',
    invoke() {
      runs += 1
      throw new SoapFault({ code: 'Client', reason: 'No such account.' })
    },
  })
  const outcome = await node.inject(soap11(RUN))
  t.is(outcome.kind, 'fault')
  t.regex(replyOf(outcome), /No such account\./)
  t.is(runs, 1)
  t.is((await node.queue.admin.stats()).dead, 0)
})

const OUT_OF_STOCK = '{urn:q}OutOfStock'

/** How often an operation runs that throws a Server fault, and what becomes of its job. */
async function runsOf(operation: Partial<Operation>, detail: string | undefined): Promise<string> {
  let runs = 0
  const node = nodeWith({
    dispatch: 'queue',
    ...operation,
    invoke() {
      runs += 1
      const parts = detail === undefined ? {} : { detail: [element({ name: detail })] }
      throw new SoapFault({ code: 'Server', reason: 'no', ...parts })
    },
  })
  await node.inject(soap11(RUN), { patience: 60_000 })
  const state = await end(node)
  return `${runs} ${state}`
}

test('a Server fault that the operation declares is its answer; without faults any that tells more than what happened', async (t) => {
  t.is(await runsOf({ faults: [OUT_OF_STOCK] }, OUT_OF_STOCK), '1 done')
  t.is(await runsOf({ faults: [OUT_OF_STOCK] }, '{urn:q}Other'), '3 dead')
  t.is(await runsOf({ faults: [] }, OUT_OF_STOCK), '3 dead')
  t.is(await runsOf({}, OUT_OF_STOCK), '1 done')
  t.is(await runsOf({}, '{http://jax-ws.dev.java.net/}exception'), '3 dead')
  t.is(await runsOf({}, undefined), '3 dead')
})

test('where there is no answer no Server fault is one', async (t) => {
  t.is(await runsOf({ exchange: 'one-way' }, OUT_OF_STOCK), '3 dead')
})

test('a caller is told at once that its message is accepted when the first attempt has failed; the same message gets the reply of the attempt that succeeds', async (t) => {
  let runs = 0
  const node = nodeWith({
    dispatch: 'queue',
    invoke() {
      runs += 1
      if (runs < 3) throw new Error('the database is away')
      return { runs: String(runs) }
    },
  })
  const sent = { idempotencyKey: 'k1', answersAt: '/soap/exchanges' }
  const outcome = await node.inject(soap11(RUN), sent)
  if (outcome.kind !== 'fault') return t.fail(outcome.kind)
  t.is(outcome.code, 'Server')
  t.true(outcome.message.body.includes(`>/soap/exchanges/${outcome.pending}</waybill:Accepted>`))
  t.is(await end(node), 'done')
  t.regex(replyOf(await node.inject(soap11(RUN), sent)), /<m:runs>3<\/m:runs>/)
  t.regex(replyOf(await node.inject('', { pickUp: outcome.pending ?? '' })), /<m:runs>3<\/m:runs>/)
  t.is(runs, 3)
})

test('a caller that prefers to wait waits for the attempt that succeeds', async (t) => {
  let runs = 0
  const node = nodeWith({
    dispatch: 'queue',
    invoke() {
      runs += 1
      if (runs < 3) throw new Error('the database is away')
      return { runs: String(runs) }
    },
  })
  const outcome = await node.inject(soap11(RUN), { patience: 60_000 })
  t.regex(replyOf(outcome), /<m:runs>3<\/m:runs>/)
})

test('an operation that always fails becomes a dead letter with its envelope and its history, and its caller gets a fault', async (t) => {
  const node = nodeWith({
    dispatch: 'queue',
    invoke() {
      throw new Error('the database is away')
    },
  })
  const sent = soap11(RUN)
  const outcome = await node.inject(sent, { patience: 60_000 })
  t.is(outcome.kind, 'fault')
  t.notRegex(replyOf(outcome), /database/)
  const [dead] = await node.queue.admin.list({ state: ['dead'] })
  const detail = await node.queue.admin.show(dead?.id ?? '')
  t.is(decoded(detail?.body), sent)
  t.deepEqual(
    detail?.history.map(({ attempt }) => attempt),
    [1, 2, 3],
  )
  t.regex(detail?.cause ?? '', /the database is away/)
  t.is(detail?.operation, '{urn:q}Run')
})

test('a one-way message with a fault of its sender becomes a dead letter at once', async (t) => {
  const node = nodeWith({
    exchange: 'one-way',
    invoke() {
      throw new SoapFault({ code: 'Client', reason: 'No such account.' })
    },
  })
  await node.inject(soap11(RUN))
  t.is(await end(node), 'dead')
  const [dead] = await node.queue.admin.list({ state: ['dead'] })
  t.is(dead?.attempts, 1)
  t.regex(dead?.cause ?? '', /No such account/)
})

test('a one-way message that is wrong is answered by a fault and not queued', async (t) => {
  const node = nodeWith({ exchange: 'one-way', invoke() {} })
  const outcome = await node.inject(soap11('<q:Nothing xmlns:q="urn:q"/>'))
  t.is(outcome.kind, 'fault')
  t.is((await node.queue.admin.stats()).waiting, 0)
})

test('a sender that prefers not to wait gets pending at once, and fetches the reply later', async (t) => {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const node = nodeWith({
    async invoke() {
      await held
      return { done: 'yes' }
    },
  })
  const outcome = await node.inject(soap11(RUN), { patience: 0 })
  if (outcome.kind !== 'pending') return t.fail(outcome.kind)
  const pickUp = () => node.inject('', { pickUp: outcome.exchange })
  t.deepEqual(await pickUp(), outcome)
  go()
  await end(node)
  t.regex(replyOf(await pickUp()), /<m:done>yes/)
  t.regex(replyOf(await pickUp()), /<m:done>yes/)
})

test('a sender whose wait is over is told that the answer is pending', async (t) => {
  const node = nodeWith({ dispatch: 'queue', invoke: () => new Promise(() => undefined) })
  const outcome = await node.inject(soap11(RUN), { patience: 20 })
  t.is(outcome.kind, 'pending')
})

test('a sender that waits is told that the answer is pending when the node stops', async (t) => {
  let entered: () => void = () => undefined
  const running = new Promise<void>((resolve) => {
    entered = resolve
  })
  const node = nodeWith({
    dispatch: 'queue',
    invoke() {
      entered()
      return new Promise(() => undefined)
    },
  })
  const waits = node.inject(soap11(RUN))
  await running
  node.processor.release()
  t.truthy(pendingOf(await waits))
  t.truthy(pendingOf(await node.inject(soap11(RUN))))
  t.is((await node.inject(soap11(RUN), { patience: 60_000 })).kind, 'pending')
})

test('an exchange that is no longer kept is gone; a text that is no id is unknown', async (t) => {
  const node = nodeWith({ invoke() {} })
  const pickUp = (id: string) => node.inject('', { pickUp: id })
  t.deepEqual(await pickUp('0b0c3b6e-6f0e-4d2c-9a55-0c2f4f1f3a11'), {
    kind: 'refused',
    refusal: 'gone',
  })
  t.deepEqual(await pickUp('../etc'), { kind: 'refused', refusal: 'unknown-exchange' })
})

test('the same message again has one effect, and the same reply', async (t) => {
  let runs = 0
  const node = nodeWith({
    invoke() {
      runs += 1
      return { runs: String(runs) }
    },
  })
  const sent = { idempotencyKey: 'k1', ...from('192.0.2.1') }
  const first = await node.inject(soap11(RUN), sent)
  t.is(replyOf(await node.inject(soap11(RUN), sent)), replyOf(first))
  t.is(runs, 1)
  // Of another sender it is another message.
  await node.inject(soap11(RUN), { idempotencyKey: 'k1', ...from('192.0.2.2') })
  t.is(runs, 2)
})

test('the same message many times at once has one effect, and each sender the same reply', async (t) => {
  let runs = 0
  const node = nodeWith({
    async invoke() {
      runs += 1
      await new Promise(setImmediate)
      return { runs: String(runs) }
    },
  })
  const sent = { idempotencyKey: 'k1' }
  const heard = await Promise.all(Array.from({ length: 20 }, () => node.inject(soap11(RUN), sent)))
  t.is(runs, 1)
  t.is(new Set(heard.map(replyOf)).size, 1)
})

test('another message under the same identification is refused', async (t) => {
  const node = nodeWith({ invoke: () => ({}) })
  await node.inject(soap11(RUN), { idempotencyKey: 'k1' })
  const other = await node.inject(soap11(RUN.replace('1', '2')), { idempotencyKey: 'k1' })
  t.is(other.kind === 'fault' && other.code, 'Client')
})

test('bytes that go with a message belong to it, and the ids of their parts do not', async (t) => {
  let runs = 0
  const node = nodeWith({
    invoke() {
      runs += 1
      return {}
    },
  })
  const sent = (id: string, bytes: string, packaging: Packaging) => {
    const href = `cid:${encodeURIComponent(id)}`
    const include = `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="${href}"/>`
    const entry = `<q:Run xmlns:q="urn:q"><q:n>${packaging === 'xop' ? include : href}</q:n></q:Run>`
    const content = new HeldBinary(Buffer.from(bytes))
    const attachments = [{ contentType: 'image/png', id, content }]
    return node.inject(soap11(entry), { idempotencyKey: packaging, packaging, attachments })
  }
  for (const packaging of ['xop', 'attachments'] as const) {
    const before = runs
    const first = await sent('1@a.example', 'abc', packaging)
    t.is(first.kind, 'reply')
    t.is(replyOf(await sent('2 b@a.example', 'abc', packaging)), replyOf(first))
    t.is(runs, before + 1)
    const other = await sent('1@a.example', 'abd', packaging)
    t.is(other.kind === 'fault' && other.code, 'Client')
  }
})

test('the same message again after it has failed for good is tried again', async (t) => {
  let mended = false
  const node = nodeWith({
    invoke() {
      if (!mended) throw new Error('away')
      return { done: 'yes' }
    },
  })
  const sent = { idempotencyKey: 'k1' }
  t.is((await node.inject(soap11(RUN), sent)).kind, 'fault')
  mended = true
  t.regex(replyOf(await node.inject(soap11(RUN), sent)), /<m:done>yes/)
})

test('a safe operation is not remembered', async (t) => {
  let runs = 0
  const node = nodeWith({
    safe: true,
    invoke() {
      runs += 1
      return {}
    },
  })
  await node.inject(soap11(RUN), { idempotencyKey: 'k1' })
  await node.inject(soap11(RUN), { idempotencyKey: 'k1' })
  t.is(runs, 2)
})

test('a message that cannot be made durable is not acknowledged', async (t) => {
  const node = nodeWith({ exchange: 'one-way', invoke() {} })
  await node.queue.close()
  t.deepEqual(await node.inject(soap11(RUN)), {
    kind: 'refused',
    refusal: 'unavailable',
    retryAfter: 5,
  })
})

test('header handlers run once, before the message is queued, and what they add comes with the reply', async (t) => {
  let handled = 0
  const node = makeNode(
    {
      q: {
        operations: [
          {
            name: '{urn:q}Run',
            dispatch: 'queue',
            invoke: (_, { blocks }) => ({ blocks: String(blocks.length) }),
          },
        ],
        headers: [
          {
            name: '{urn:q}Seen',
            process(block, exchange) {
              handled += 1
              exchange.addHeader(block)
            },
          },
        ],
      },
    },
    { settings: FAST },
  )
  const sent = soap11(RUN, '<q:Seen xmlns:q="urn:q">x &amp; y</q:Seen>')
  const body = replyOf(await node.inject(sent))
  t.regex(body, /<m:blocks>1</)
  t.regex(body, /Seen[^>]*>x &amp; y</)
  t.is(handled, 1)
})

test('an operation says how often it is tried; the configuration has the last word', async (t) => {
  const runsOf = async (settings: readonly string[]) => {
    let runs = 0
    const node = nodeWith(
      {
        dispatch: 'queue',
        retry: { attempts: 2 },
        invoke() {
          runs += 1
          throw new Error('away')
        },
      },
      { settings },
    )
    await node.inject(soap11(RUN), { patience: 60_000 })
    return runs
  }
  t.is(await runsOf([]), 2)
  t.is(await runsOf(['queue.operations={"{urn:q}Run": {attempts: 1}}']), 1)
})

test('an attempt that takes too long is aborted, and its result is dropped', async (t) => {
  let runs = 0
  const signals: AbortSignal[] = []
  const node = nodeWith({
    dispatch: 'queue',
    retry: { timeLimit: 500 },
    invoke(_, { signal }) {
      runs += 1
      signals.push(signal)
      if (runs > 1) return { run: String(runs) }
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ run: 'late' })),
      )
    },
  })
  t.regex(replyOf(await node.inject(soap11(RUN), { patience: 60_000 })), /<m:run>2</)
  t.true(signals[0]?.aborted)
  t.false(signals[1]?.aborted)
})
