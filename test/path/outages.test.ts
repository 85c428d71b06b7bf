/** What becomes of stored messages while the next node is down, and when it is back. */
import test from 'ava'
import {
  type EnvelopeMessage,
  MEDIA_TYPES,
  type Outcome,
  type Transport,
  Undeliverable,
} from '../../src/transport.js'
import { until } from '../support/jobs.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { soap11 } from '../support/wire/envelopes.js'

const RUN = soap11('<q:Run xmlns:q="urn:q"/>')
const DONE = soap11('<q:RunResponse xmlns:q="urn:q"/>')
const HOUR = 3_600_000

const NOT_FINISHED = /The message was accepted, and is not finished/

const ANSWER: EnvelopeMessage = {
  kind: 'envelope',
  origin: { transport: 'next', peer: {} },
  body: Buffer.from(DONE),
  mediaType: MEDIA_TYPES['1.1'],
  attachments: [],
}

interface Partner {
  readonly node: TestNode
  /** Messages that were sent to it, whether they got through or not. */
  readonly tried: () => number
  repair(): void
}

interface Setup {
  readonly mode?: 'store' | 'request-reply'
  /** Of the destination. */
  readonly retry?: object
  readonly breaker?: object
  readonly settings?: readonly string[]
}

/** A node whose route leads to a partner that is down. */
function down({ mode = 'store', retry = {}, breaker = {}, settings = [] }: Setup): Partner {
  let [tried, up] = [0, false]
  const next: Transport = {
    name: 'next',
    schemes: ['http'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send() {
      tried += 1
      if (up) return ANSWER
      throw new Undeliverable('the partner is down')
    },
  }
  const plan = { delay: '1ms', ...retry }
  const partner = { url: 'http://partner.example/soap', retry: plan, breaker }
  const node = makeNode(
    {},
    {
      transports: [next],
      settings: [
        'node.uri=urn:example:between',
        'routing.hops=false',
        'queue.retry={maxDelay: 5ms, timeLimit: 1m}',
        `destinations=${JSON.stringify({ partner })}`,
        `routes=${JSON.stringify([{ to: 'partner', mode }])}`,
        ...settings,
      ],
    },
  )
  return {
    node,
    tried: () => tried,
    repair: () => {
      up = true
    },
  }
}

function outcomeText(outcome: Outcome): string {
  return 'message' in outcome ? Buffer.from(outcome.message.body).toString() : outcome.kind
}

const has = (node: TestNode, state: 'done' | 'dead' | 'delayed', count: number) =>
  until(async () => {
    const stats = await node.queue.admin.stats()
    if (state !== 'dead' && stats.dead > 0) throw new Error('a message became a dead letter')
    return stats[state] === count
  })

test('what an open breaker stops costs no attempt: the outage may be longer than all delays', async (t) => {
  const breaker = { failures: 2, pause: '100ms' }
  const { node, tried, repair } = down({ retry: { attempts: 4 }, breaker })
  await node.inject(RUN)
  // The third one is the first after a pause.
  await until(() => tried() === 3)
  repair()
  await has(node, 'done', 1)
  const [job] = await node.queue.admin.list({})
  t.is(job?.attempts, 4)
})

test('while the breaker is open its messages are delayed, and say why', async (t) => {
  const breaker = { failures: 1, pause: '1h' }
  const { node, tried } = down({ retry: { attempts: 2 }, breaker })
  await node.inject(RUN)
  await has(node, 'delayed', 1)
  await until(async () => /is not tried/.test((await node.queue.admin.list({}))[0]?.cause ?? ''))
  const [job] = await node.queue.admin.list({})
  t.like(job, { state: 'delayed', attempts: 1 })
  t.regex(job?.cause ?? '', /^destination partner is not tried until \d{4}-/)
  t.is(tried(), 1)
  const [postponed] = node.log.filter(({ outcome }) => outcome === 'postponed')
  t.like(postponed, { level: 'debug', event: 'job', attempt: 2 })
})

test('while the breaker is open no caller waits for the answer, whatever it prefers', async (t) => {
  const breaker = { failures: 1, pause: '1h' }
  const settings = [`queue.wait=${HOUR}ms`]
  const { node, tried } = down({ mode: 'request-reply', retry: { attempts: 9 }, breaker, settings })
  // Its failed attempt opens the breaker, and is told.
  t.like(await node.inject(RUN), { kind: 'fault', code: 'Server' })
  await until(async () => /is not tried/.test((await node.queue.admin.list({}))[0]?.cause ?? ''))
  const outcomes = await node.inject(RUN)
  t.like(outcomes, { kind: 'fault', code: 'Server' })
  t.regex(outcomeText(outcomes), NOT_FINISHED)
  t.is((await node.inject(RUN, { patience: HOUR })).kind, 'pending')
  t.is(tried(), 1)
})

test('a caller that waits is told once its message is kept from a destination', async (t) => {
  const breaker = { failures: 1, pause: '1h' }
  const settings = [`queue.wait=${HOUR}ms`, 'queue.concurrency=1']
  const { node, tried } = down({ mode: 'request-reply', retry: { attempts: 9 }, breaker, settings })
  // The second one is taken before the first one has failed, and never tried.
  const outcomes = await Promise.all([node.inject(RUN), node.inject(RUN)])
  for (const each of outcomes) t.regex(outcomeText(each), NOT_FINISHED)
  t.is(tried(), 1)
})

test('with the partner up a replay succeeds at once, though the breaker is open, and wakes the others', async (t) => {
  const breaker = { failures: 2, pause: '1h' }
  const settings = ['queue.concurrency=1']
  const { node, tried, repair } = down({ retry: { attempts: 2 }, breaker, settings })
  await node.inject(RUN)
  await has(node, 'dead', 1)
  const [letter] = await node.queue.admin.list({ state: ['dead'] })
  for (let count = 0; count < 30; count += 1) await node.inject(RUN)
  await until(async () => (await node.queue.admin.stats()).delayed === 30)
  t.is(tried(), 2)
  repair()
  t.is(await node.queue.admin.replay(letter?.id ?? ''), 'done')
  await has(node, 'done', 31)
  t.is(tried(), 33)
})

test('with the partner down a replay is one attempt, and the others wait on', async (t) => {
  const breaker = { failures: 2, pause: '1h' }
  const { node, tried } = down({ retry: { attempts: 2 }, breaker })
  await node.inject(RUN)
  await has(node, 'dead', 1)
  const [letter] = await node.queue.admin.list({ state: ['dead'] })
  await node.queue.admin.replay(letter?.id ?? '')
  await until(() => tried() === 3)
  await until(async () => /is not tried/.test((await node.queue.admin.list({}))[0]?.cause ?? ''))
  t.like((await node.queue.admin.list({}))[0], { state: 'delayed', attempts: 1 })
})

test('a backlog is drained when the partner is back: no dead letter, and few attempts meanwhile', async (t) => {
  const breaker = { failures: 3, pause: '50ms' }
  const settings = [`queue.retry.maxDelay=${HOUR}ms`]
  const { node, tried, repair } = down({ retry: { attempts: 20 }, breaker, settings })
  const all = 200
  for (let count = 0; count < all; count += 1) await node.inject(RUN)
  await until(() => tried() >= 25)
  const during = tried()
  repair()
  await has(node, 'done', all)
  // Each pause let one through: more would be a storm.
  t.true(during < all, `${during} attempts`)
})

test('a caller who waits is told that the message is kept, and gets the answer later', async (t) => {
  const breaker = { failures: 1, pause: '100ms' }
  const settings = ['queue.wait=20ms']
  const { node, tried, repair } = down({ mode: 'request-reply', breaker, settings })
  const outcome = await node.inject(RUN)
  t.true(outcome.kind === 'fault' && outcome.pending !== undefined)
  await until(() => tried() > 1)
  repair()
  await has(node, 'done', 1)
  const [job] = await node.queue.admin.list({})
  t.like(await node.inject('', { pickUp: job?.id ?? '' }), {
    kind: 'reply',
    message: { body: DONE },
  })
})
