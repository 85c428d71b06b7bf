/** What a node on the way does with a message and with its answer, in each mode and over each kind of transport. */
import test from 'ava'
import type { ForwardMode } from '../../src/path/parts/onward.js'
import { element, type Plugin } from '../../src/plugin.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import {
  type EnvelopeMessage,
  MEDIA_TYPES,
  type OutboundMessage,
  type Outcome,
  type Transport,
  Undeliverable,
} from '../../src/transport.js'
import { decoded, endedJobs, soon, until } from '../support/jobs.js'
import { MemoryQueue } from '../support/nodes/memory-queue.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { envelopeOf, Heard } from '../support/wire/wire.js'

const RUN = '<q:Run xmlns:q="urn:q"><q:n>1</q:n></q:Run>'
const DONE = soap11('<q:RunResponse xmlns:q="urn:q"/>')
const UNREACHABLE = 'No answer is available from the next node.'
const FAST = 'queue.retry={attempts: 3, delay: 1ms, maxDelay: 5ms, timeLimit: 1m}'

type Answering = (message: OutboundMessage) => EnvelopeMessage | undefined

interface Next extends Transport {
  readonly sent: readonly (OutboundMessage & { readonly to: string })[]
}

/** The next node, and the mailboxes of senders: answers `next:` by `answering`, and takes `mailto:`. */
function nextNode(answering: Answering): Next {
  const sent: (OutboundMessage & { readonly to: string })[] = []
  return {
    name: 'next',
    schemes: ['next', 'mailto'],
    listening: [],
    sent,
    listen: async () => undefined,
    close: async () => undefined,
    async send(message, to) {
      sent.push({ ...message, to: to.href })
      return to.protocol === 'next:' ? answering(message) : undefined
    },
  }
}

function heard(body: string, soap: '1.1' | '1.2' = '1.1'): EnvelopeMessage {
  return {
    kind: 'envelope',
    origin: { transport: 'next', peer: {} },
    body: Buffer.from(body),
    mediaType: MEDIA_TYPES[soap],
    attachments: [],
  }
}

interface Between {
  readonly answerTime?: number
  readonly plugin?: Plugin
  readonly settings?: readonly string[]
  readonly queue?: MemoryQueue
}

function between(
  next: Transport,
  mode: ForwardMode,
  { answerTime = 0, plugin = {}, settings = [], queue }: Between = {},
): TestNode {
  return makeNode(
    { t: plugin },
    {
      transports: [next],
      findRoute: onwardTo('next:node', mode, answerTime),
      ...(queue && { queue }),
      settings: [FAST, 'node.uri=urn:example:between', 'routing.hops=false', ...settings],
    },
  )
}

/** Waits until a job has ended, and tells how. */
async function endOf(
  { queue }: TestNode,
  which: (id: string) => boolean = () => true,
): Promise<string> {
  let how: string | undefined
  await until(async () => {
    const ended = await queue.admin.list({ state: ['done', 'dead'] })
    how = ended.find(({ id }) => which(id))?.state
    return how !== undefined
  })
  return how ?? ''
}

/** An answer that came before would be tried again, and three times are soon over. */
const waitsForAnswer = async ({ queue }: TestNode) => (await queue.admin.stats()).suspended === 1

const alone = (id: string) => !id.includes('-answer') && !/-(reply|fault)$/.test(id)

function readOutcome(outcome: Outcome): Heard {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') throw new Error(outcome.kind)
  return new Heard(0, new Headers(), outcome.message.body)
}

const fault11 = (code: string, reason = 'no') =>
  soap11(`<s:Fault><faultcode>s:${code}</faultcode><faultstring>${reason}</faultstring></s:Fault>`)

for (const mode of ['relay', 'request-reply'] as const) {
  test(`${mode}: the answer on the connection is the sender's answer, as it came`, async (t) => {
    const answer = soap11(
      '<q:RunResponse xmlns:q="urn:q"><!-- x --><q:a  b = "c" /></q:RunResponse>',
    )
    const next = nextNode(() => heard(answer))
    const outcome = await between(next, mode).inject(soap11(RUN), { action: 'urn:run' })
    t.is(outcome.kind, 'reply')
    t.is(readOutcome(outcome).text, answer)
    t.deepEqual(
      next.sent.map(({ body, action }) => ({ body, action })),
      [{ body: soap11(RUN), action: 'urn:run' }],
    )
  })

  test(`${mode}: a long message and its answer go on as they came, but for the blocks of this node`, async (t) => {
    const block = `<h:Known xmlns:h="urn:h" s:actor="${SOAP_11.next}"/>`
    const plugin: Plugin = { headers: [{ name: '{urn:h}Known', process: () => undefined }] }
    const others = '<h:Theirs xmlns:h="urn:h"/>'
    const long = `<q:a  b = "c" ><!-- x -->${'a&amp;b\n'.repeat(40_000)}</q:a>`
    const declared = (text: string, encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?>${text}`
    const answered = `<q:RunResponse xmlns:q="urn:q">${long}</q:RunResponse>`
    const next = nextNode(() => heard(declared(soap11(answered, block + others), 'us-ascii')))
    const run = `<q:Run xmlns:q="urn:q">${long}</q:Run>`
    const outcome = await between(next, mode, { plugin }).inject(
      declared(soap11(run, others + block), 'us-ascii'),
    )
    t.true(readOutcome(outcome).text === declared(soap11(answered, others), 'UTF-8'))
    t.true(next.sent[0]?.body === declared(soap11(run, others), 'UTF-8'))
  })

  test(`${mode}: a Client fault is the sender's answer, as it came`, async (t) => {
    const next = nextNode(() => heard(fault11('Client')))
    const outcome = await between(next, mode).inject(soap11(RUN))
    t.like(outcome, { kind: 'fault', code: 'Client', message: { body: fault11('Client') } })
    t.is(next.sent.length, 1)
  })

  test(`${mode}: SOAP 1.2 Part 1 §2.7 an answer loses the blocks for this node on its way back`, async (t) => {
    const seen: string[] = []
    const plugin: Plugin = {
      headers: [{ name: '{urn:h}Known', process: ({ local }) => void seen.push(local) }],
    }
    const next = (local: string) =>
      `<h:${local} xmlns:h="urn:h" s:role="${SOAP_12.next}" s:mustUnderstand="true"/>`
    const others = '<h:Theirs xmlns:h="urn:h"/>'
    const body = '<q:RunResponse xmlns:q="urn:q"/>'
    const hop = nextNode(() => heard(soap12(body, next('Known') + others), '1.2'))
    const node = between(hop, mode, { plugin })
    const outcome = await node.inject(soap12(RUN), { mediaType: MEDIA_TYPES['1.2'] })
    t.is(readOutcome(outcome).text, soap12(body, others))
    t.deepEqual(seen, ['Known'])
  })

  test(`${mode}: what a handler on the way there adds for the sender is in the answer`, async (t) => {
    const plugin: Plugin = {
      headers: [
        {
          name: '{urn:h}Known',
          process: (_, exchange) =>
            exchange.addHeader(element({ name: '{urn:h}Noted', prefix: 'h' })),
        },
      ],
    }
    const block = `<h:Known xmlns:h="urn:h" s:actor="${SOAP_11.next}"/>`
    const node = between(
      nextNode(() => heard(DONE)),
      mode,
      { plugin },
    )
    const outcome = await node.inject(soap11(RUN, block))
    t.deepEqual(readOutcome(outcome).blocks, ['{urn:h}Noted'])
  })

  test(`${mode}: SOAP 1.2 Part 1 §2.6 a mandatory block of the answer that is not understood is a fault that names this node`, async (t) => {
    const block = `<h:No xmlns:h="urn:h" s:actor="${SOAP_11.next}" s:mustUnderstand="1"/>`
    const next = nextNode(() => heard(soap11('<q:R xmlns:q="urn:q"/>', block)))
    const outcome = await between(next, mode).inject(soap11(RUN))
    t.like(outcome, { kind: 'fault', code: 'MustUnderstand' })
    t.is(readOutcome(outcome).fault.actor, 'urn:example:between')
  })

  test(`${mode}: SOAP 1.1 §4.4 a next node that cannot be reached is a Server fault with this node as faultactor`, async (t) => {
    let tries = 0
    const next = nextNode(() => {
      tries += 1
      throw new Undeliverable('no route to 10.0.0.7')
    })
    // Who does not say how long it waits is told after the first attempt that its message is kept.
    const outcome = await between(next, mode).inject(soap11(RUN), { patience: 60_000 })
    t.like(outcome, { kind: 'fault', code: 'Server' })
    t.is(readOutcome(outcome).fault.reason, UNREACHABLE)
    t.is(readOutcome(outcome).fault.actor, 'urn:example:between')
    t.notRegex(readOutcome(outcome).text, /10\.0\.0\.7/)
    t.is(tries, mode === 'relay' ? 1 : 3)
  })

  test(`${mode}: what is no envelope is a Server fault`, async (t) => {
    const outcome = await between(
      nextNode(() => heard('<html/>')),
      mode,
    ).inject(soap11(RUN))
    t.like(outcome, { kind: 'fault', code: 'Server' })
    t.is(readOutcome(outcome).fault.reason, UNREACHABLE)
  })
}

const ACCEPTING = nextNode(() => undefined)

test('relay: a next node that accepts leaves the sender with an acceptance', async (t) => {
  t.deepEqual(await between(ACCEPTING, 'relay').inject(soap11(RUN)), { kind: 'accepted' })
})

test('request-reply: a next node that only accepts leaves a sender that waits with a fault that says so', async (t) => {
  const node = between(ACCEPTING, 'request-reply')
  const outcome = await node.inject(soap11(RUN))
  t.like(outcome, { kind: 'fault', code: 'Server' })
  t.regex(readOutcome(outcome).text, /:Accepted /)
})

test('relay: a next node that does not answer in time is a Server fault that says so', async (t) => {
  const next: Transport = {
    ...nextNode(() => undefined),
    send: async () => {
      throw new Undeliverable('gave up', { late: true })
    },
  }
  const outcome = await between(next, 'relay').inject(soap11(RUN))
  t.like(outcome, { kind: 'fault', code: 'Server' })
  t.is(readOutcome(outcome).fault.reason, 'The next node did not answer in time.')
})

test('store: the sender hears that it is durable, and comes back for the answer', async (t) => {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const next = nextNode(() => heard(DONE))
  const { send } = next
  const node = between({ ...next, send: (...all) => held.then(() => send(...all)) }, 'store')
  const done = endOf(node)
  const outcome = await node.inject(soap11(RUN))
  t.is(outcome.kind, 'pending')
  if (outcome.kind !== 'pending') return
  const pickUp = () => node.inject('', { pickUp: outcome.exchange })
  t.deepEqual(await pickUp(), outcome)
  go()
  t.is(await done, 'done')
  t.is(readOutcome(await pickUp()).text, DONE)
})

const LOOP = '<s:Header><w:Loop xmlns:w="urn:waybill:fault"/></s:Header><s:Body>'
const ADDRESSING_FAULT =
  '<faultcode xmlns:wsa="http://www.w3.org/2005/08/addressing">wsa:MessageAddressingHeaderRequired</faultcode>'

for (const [which, fault] of [
  ['the fault of a loop', fault11('Server').replace('<s:Body>', LOOP)],
  [
    'a fault with a code of another specification',
    fault11('Server').replace(/<faultcode>.*<\/faultcode>/, ADDRESSING_FAULT),
  ],
] as const) {
  test(`store: ${which} is not tried again`, async (t) => {
    const next = nextNode(() => heard(fault))
    const node = between(next, 'store')
    const ended = endOf(node)
    await node.inject(soap11(RUN))
    t.is(await ended, 'dead')
    t.is(next.sent.length, 1)
  })
}

test('store: a Server fault is tried again, and a dead letter in the end with the envelope as it went', async (t) => {
  const next = nextNode(() => heard(fault11('Server')))
  const node = between(next, 'store')
  const ended = endOf(node)
  await node.inject(soap11(RUN))
  t.is(await ended, 'dead')
  t.is(next.sent.length, 3)
  const [letter] = await node.queue.admin.list({ state: ['dead'] })
  t.is(decoded((await node.queue.admin.show(letter?.id ?? ''))?.body), soap11(RUN))
})

test('store: on an ordered route a message waits until the one before it has got through', async (t) => {
  let failures = 0
  const next = nextNode(() => {
    failures += 1
    return failures <= 2 ? heard(fault11('Server')) : undefined
  })
  const find = onwardTo('next:node', 'store')
  const node = makeNode(
    {},
    {
      transports: [next],
      findRoute: (...args) => {
        const onward = find(...args)
        return onward && { ...onward, ordered: true }
      },
      settings: [FAST, 'routing.hops=false'],
    },
  )
  // Both are there before the first is sent: in no order, both would be sent at once.
  await node.queue.admin.pause()
  for (const n of ['1', '2']) await node.inject(soap11(RUN.replace('1', n)))
  await node.queue.admin.resume()
  await endedJobs(node.queue, 2)
  t.deepEqual(
    next.sent.map(({ body }) => /<q:n>(\d)/.exec(body)?.[1]),
    ['1', '1', '1', '2'],
  )
})

test('store: what fails for good becomes a dead letter, and its sender has a fault where it has an address', async (t) => {
  const next = nextNode(() => {
    throw new Undeliverable('refused', { permanent: true })
  })
  const node = between(next, 'store')
  const dead = endOf(node, alone)
  const sent = endOf(node, (id) => id.endsWith('-fault'))
  const message = { replyTo: 'mailto:me@a.example', reference: { references: [] } }
  t.deepEqual(await node.inject(soap11(RUN), message), { kind: 'accepted' })
  t.is(await dead, 'dead')
  t.is(await sent, 'done')
  const [letter] = await node.queue.admin.list({ state: ['dead'] })
  t.like(letter, { kind: 'forward', operation: '{urn:q}Run', to: 'next:node' })
  const answer = next.sent.find(({ to }) => to === 'mailto:me@a.example')
  t.is(answer?.purpose, 'fault')
  t.is(new Heard(0, new Headers(), answer?.body ?? '').fault.actor, 'urn:example:between')
})

test('request-reply: an answer that comes alone, by the id of the message, is the answer on the connection', async (t) => {
  let id: string | undefined
  let asleep: () => void = () => undefined
  const sent = new Promise<void>((resolve) => {
    asleep = resolve
  })
  const next = nextNode((message) => {
    id = message.id
    asleep()
    return undefined
  })
  const node = between(next, 'request-reply', { answerTime: 60_000 })
  const waiting = node.inject(soap11(RUN))
  await sent
  const replyTo = 'mailto:next@b.example'
  const answer = { replyTo, inReplyTo: ['other', String(id)] }
  t.deepEqual(await node.inject(DONE, answer), { kind: 'accepted' })
  t.is(readOutcome(await waiting).text, DONE)
  t.deepEqual(
    next.sent.map(({ to }) => to),
    ['next:node'],
    'an answer is not answered',
  )
  t.deepEqual(await node.inject(DONE, answer), { kind: 'accepted' }, 'a second one changes nothing')
})

test('request-reply: an answer that has come, and waits no longer, before the message is seen as sent is the answer', async (t) => {
  const queue = new MemoryQueue({ node: 'urn:example:between' })
  const { add } = queue
  // The job that brings the answer is tried once, and so is over before the one that waits for it is suspended.
  queue.add = (job, plan) =>
    add.call(queue, job, job.kind === 'answer' ? { ...plan, attempts: 1 } : plan)
  const next: Next = {
    ...nextNode(() => undefined),
    async send({ id }) {
      await node.inject(DONE, { inReplyTo: [String(id)], replyTo: 'mailto:n@b.example' })
      t.is((await queue.ended(`${id}-answer`, soon()))?.state, 'done')
      return undefined
    },
  }
  const node = between(next, 'request-reply', { answerTime: 3_600_000, queue })
  t.is(readOutcome(await node.inject(soap11(RUN))).text, DONE)
  await queue.close()
})

test('store: an answer that comes before the next attempt ends the job, and nothing is sent again', async (t) => {
  let id = ''
  let failed: () => void = () => undefined
  const tried = new Promise<void>((resolve) => {
    failed = resolve
  })
  const next = nextNode((message) => {
    id = String(message.id)
    failed()
    throw new Undeliverable('the connection was lost after the message')
  })
  const settings = ['queue.retry={attempts: 2, delay: 300ms, maxDelay: 300ms, timeLimit: 1m}']
  const node = between(next, 'store', { answerTime: 60_000, settings })
  const done = endOf(node, alone)
  const outcome = await node.inject(soap11(RUN))
  await tried
  // However late the answer comes, the next attempt comes later.
  await node.queue.admin.pause()
  await node.inject(DONE, { inReplyTo: [id], replyTo: 'mailto:n@b.example' })
  await node.queue.admin.resume()
  t.is(await done, 'done')
  t.is(next.sent.length, 1)
  t.is(outcome.kind, 'pending')
  t.is(readOutcome(await node.inject('', { pickUp: id })).text, DONE)
})

test('request-reply: RelatesTo finds the exchange where everything else was lost on the way', async (t) => {
  const wsa = 'xmlns:wsa="http://www.w3.org/2005/08/addressing"'
  const id = `<wsa:MessageID ${wsa}>urn:uuid:1</wsa:MessageID>`
  const node = between(
    nextNode(() => undefined),
    'request-reply',
    { answerTime: 60_000 },
  )
  const waiting = node.inject(soap11(RUN, id))
  await until(() => waitsForAnswer(node))
  const answer = soap11(
    '<q:RunResponse xmlns:q="urn:q"/>',
    `<wsa:RelatesTo ${wsa}>urn:uuid:1</wsa:RelatesTo>`,
  )
  const forged = answer.replace('RunResponse', 'Forged')
  const replyTo = 'mailto:next@b.example'
  await node.inject(forged, { replyTo, peer: { mailbox: 'other@c.example' } })
  await node.inject(answer, { replyTo })
  t.is(readOutcome(await waiting).text, answer, 'of another domain than it was sent to')
})

test('request-reply: no answer in time is a Server fault', async (t) => {
  const next = nextNode(() => undefined)
  const outcome = await between(next, 'request-reply', { answerTime: 20 }).inject(soap11(RUN))
  t.like(outcome, { kind: 'fault', code: 'Server' })
  t.is(readOutcome(outcome).fault.reason, 'No answer to the message has come in time.')
  t.is(next.sent.length, 1)
})

test('request-reply: an answer that comes too late goes no further', async (t) => {
  const next = nextNode(() => undefined)
  const node = between(next, 'request-reply', { answerTime: 20 })
  await node.inject(soap11(RUN))
  const [sent] = next.sent
  const answer = { inReplyTo: [String(sent?.id)], replyTo: 'mailto:n@b.example' }
  t.deepEqual(await node.inject(DONE, answer), { kind: 'accepted' })
  t.is(next.sent.length, 1)
  t.true(node.log.some(({ msg }) => msg === 'an answer came that nobody waits for'))
})

test('store: no answer in time is the end of a message that had none', async (t) => {
  const node = between(
    nextNode(() => undefined),
    'store',
    { answerTime: 20 },
  )
  const done = endOf(node)
  t.is((await node.inject(soap11(RUN))).kind, 'pending')
  t.is(await done, 'done')
})

for (const delayed of [false, true]) {
  test(`request-reply: RFC 3464 a report that the message ${delayed ? 'is late ends nothing' : 'did not arrive ends the exchange with its code and text'}`, async (t) => {
    let id = ''
    let asleep: () => void = () => undefined
    const sent = new Promise<void>((resolve) => {
      asleep = resolve
    })
    const next = nextNode((message) => {
      id = String(message.id)
      asleep()
      return undefined
    })
    const node = between(next, 'request-reply', { answerTime: 60_000 })
    const waiting = node.inject(soap11(RUN))
    await sent
    const report = { status: '5.1.1', text: 'no such user', delayed }
    const options = { report, inReplyTo: [id], answerable: 'never' } as const
    t.deepEqual(await node.inject('', options), { kind: 'accepted' })
    if (delayed) {
      await node.inject(DONE, { inReplyTo: [id], replyTo: 'mailto:n@b.example' })
      t.is(readOutcome(await waiting).text, DONE)
    } else {
      const outcome = await waiting
      t.like(outcome, { kind: 'fault', code: 'Server' })
      t.regex(readOutcome(outcome).fault.reason, /5\.1\.1 no such user/)
    }
  })
}

test('store: the reply to a message that came by mail goes by mail, as its answer', async (t) => {
  const next = nextNode(() => heard(DONE))
  const node = between(next, 'store')
  const sent = endOf(node, (id) => id.endsWith('-reply'))
  const reference = { messageId: '<1@a.example>', references: [], subject: 'Hello' }
  const message = { replyTo: 'mailto:me@a.example', reference }
  t.deepEqual(await node.inject(soap11(RUN), message), { kind: 'accepted' })
  t.is(await sent, 'done')
  t.like(next.sent.at(-1), {
    to: 'mailto:me@a.example',
    body: DONE,
    purpose: 'reply',
    inReplyTo: reference,
  })
})

test('store: the same message twice goes on once', async (t) => {
  const next = nextNode(() => heard(DONE))
  const node = between(next, 'store')
  const done = endOf(node)
  const message = { messageId: '<1@a.example>', peer: { address: '192.0.2.1' } }
  const [one, two] = [
    await node.inject(soap11(RUN), message),
    await node.inject(soap11(RUN), message),
  ]
  t.deepEqual(one, two)
  await done
  t.is(next.sent.length, 1)
  const other = await node.inject(soap11('<q:Other xmlns:q="urn:q"/>'), message)
  t.like(other, { kind: 'fault', code: 'Client' })
})

test('relay: envelopes of both versions pass a node', async (t) => {
  const answer = soap12('<q:RunResponse xmlns:q="urn:q"/>')
  const node = between(
    nextNode(() => heard(answer, '1.2')),
    'relay',
  )
  const outcome = await node.inject(soap11(RUN))
  t.like(outcome, { kind: 'reply', message: { soap: '1.2' } })
  t.is(envelopeOf(readOutcome(outcome).text).version.name, '1.2')
})
