/** What a fault of the next node makes of a message that was sent on: an answer, another attempt, a dead letter, or more waiting. */
import test from 'ava'
import {
  type EnvelopeMessage,
  MEDIA_TYPES,
  type OutboundMessage,
  type Outcome,
  type Transport,
  Undeliverable,
} from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { endedJobs, until } from '../support/jobs.js'
import type { MessageOptions } from '../support/nodes/messages.js'
import { makeNode, type TestNode } from '../support/nodes/node.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'
import { faultIn, OUT_OF_STOCK } from '../support/wire/faults.js'

type Version = '1.1' | '1.2'

const VERSIONS = ['1.1', '1.2'] as const
const IN = { '1.1': soap11, '1.2': soap12 } as const
const run = (soap: Version) => IN[soap]('<q:Run xmlns:q="urn:q"/>')
const done = (soap: Version) => IN[soap]('<q:RunResponse xmlns:q="urn:q"/>')
const DIAGNOSTIC = '<x:Exchange xmlns:x="urn:waybill:fault">01</x:Exchange>'
const ACCEPTED = '<x:Accepted xmlns:x="urn:waybill:fault">/soap/exchanges/01</x:Accepted>'

interface Between extends TestNode {
  readonly sent: readonly OutboundMessage[]
  ask(options?: MessageOptions): Promise<Outcome>
}

interface Setup {
  readonly soap?: Version
  /** Of the route. */
  readonly route?: object
  /** Of the destination. */
  readonly destination?: object
  readonly settings?: readonly string[]
}

/** A node between, and a next one that answers the first message by the first text, and the last text from then on. */
function between(
  answers: readonly (string | undefined | Undeliverable)[],
  { soap = '1.1', route = {}, destination = {}, settings = [] }: Setup = {},
): Between {
  const sent: OutboundMessage[] = []
  const next: Transport = {
    name: 'next',
    schemes: ['http', 'mailto'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    async send(message, to) {
      if (to.protocol !== 'http:') return undefined
      const answer = answers[Math.min(sent.length, answers.length - 1)]
      sent.push(message)
      if (answer instanceof Undeliverable) throw answer
      return answer === undefined ? undefined : heard(answer, soap)
    },
  }
  const partner = { url: 'http://partner.example/soap', ...destination }
  const node = makeNode(
    {},
    {
      transports: [next],
      settings: [
        'queue.retry={attempts: 3, delay: 1ms, maxDelay: 5ms, timeLimit: 1m}',
        'node.uri=urn:example:between',
        'routing.hops=false',
        `destinations=${JSON.stringify({ partner })}`,
        `routes=${JSON.stringify([{ to: 'partner', mode: 'store', ...route }])}`,
        ...settings,
      ],
    },
  )
  const ask = (options: MessageOptions = {}) =>
    node.inject(run(soap), { mediaType: MEDIA_TYPES[soap], ...options })
  return { ...node, sent, ask }
}

function heard(body: string, soap: Version): EnvelopeMessage {
  const origin = { transport: 'next', peer: {} }
  const mediaType = MEDIA_TYPES[soap]
  return { kind: 'envelope', origin, body: Buffer.from(body), mediaType, attachments: [] }
}

async function ended({ queue }: TestNode) {
  const [job] = await endedJobs(queue)
  return job
}

const contentOf = (outcome: Outcome) =>
  outcome.kind === 'reply' || outcome.kind === 'fault' ? outcome.message.body : outcome.kind

const pendingOf = (outcome: Outcome) => (outcome.kind === 'fault' ? outcome.pending : undefined)

for (const soap of VERSIONS) {
  const declared = faultIn(soap, { detail: OUT_OF_STOCK })
  const undeclared = faultIn(soap, { detail: DIAGNOSTIC, reason: 'the database is away' })
  const accepted = faultIn(soap, { detail: ACCEPTED })

  test(`store: SOAP ${soap} a Server fault that tells more than what happened is the answer, sent once`, async (t) => {
    const node = between([declared], { soap })
    const outcome = await node.ask()
    t.is((await ended(node))?.state, 'done')
    t.is(node.sent.length, 1)
    if (outcome.kind !== 'pending') return t.fail(outcome.kind)
    t.is(contentOf(await node.inject('', { pickUp: outcome.exchange })), declared)
  })

  for (const [which, failing] of [
    ['that is diagnostic', undeclared],
    ['without detail', faultIn(soap)],
  ] as const) {
    test(`store: SOAP ${soap} a Server fault ${which} is tried again, until the message gets through`, async (t) => {
      const node = between([failing, failing, done(soap)], { soap })
      await node.ask()
      t.is((await ended(node))?.state, 'done')
      t.is(node.sent.length, 3)
    })
  }

  test(`request-reply: SOAP ${soap} every fault that came is the answer, at once, and is no failure of the job`, async (t) => {
    for (const fault of [declared, undeclared, faultIn(soap), faultIn(soap, { code: 'o:Odd' })]) {
      const node = between([fault], { soap, route: { mode: 'request-reply' } })
      t.is(contentOf(await node.ask()), fault)
      t.is(node.sent.length, 1)
      t.is((await ended(node))?.state, 'done')
      t.deepEqual(
        node.log.filter(({ event }) => event === 'job').map(({ outcome }) => outcome),
        ['done'],
      )
    }
  })

  test(`request-reply: SOAP ${soap} what the next node has accepted and not finished is asked for again under the same id, and costs no attempt`, async (t) => {
    const node = between([accepted, accepted, accepted, accepted, done(soap)], {
      soap,
      route: { mode: 'request-reply' },
    })
    t.is(contentOf(await node.ask()), done(soap))
    t.is(node.sent.length, 5)
    t.deepEqual([...new Set(node.sent.map(({ id, once }) => `${id} ${once}`))].length, 1)
    const outcomes = node.log.filter(({ event }) => event === 'job').map((line) => line.outcome)
    t.deepEqual(outcomes, ['postponed', 'postponed', 'postponed', 'postponed', 'done'])
  })

  test(`store: SOAP ${soap} what the next node has accepted and not finished has got there, as with 202`, async (t) => {
    const node = between([accepted], { soap })
    await node.ask()
    t.like(await ended(node), { state: 'done' })
    t.is(node.sent.length, 1)
  })

  test(`relay: SOAP ${soap} that it is accepted goes back as it came, and is told as pending, no fault`, async (t) => {
    const node = between([accepted], { soap, route: { mode: 'relay' } })
    const outcome = await node.ask()
    t.is(contentOf(outcome), accepted)
    t.is(pendingOf(outcome), undefined, 'it is not there at this node')
    const [line] = node.log.filter(({ event }) => event === 'exchange')
    t.is(line?.outcome, 'pending')
  })

  test(`store, answers expected: SOAP ${soap} the sender gets a Server fault with the exchange, and the answer when it asks again`, async (t) => {
    const node = between([done(soap)], { soap, route: { answers: 'expected' } })
    await node.queue.admin.pause()
    const options = { idempotencyKey: 'k', answersAt: '/soap/exchanges' }
    const outcome = await node.ask(options)
    if (outcome.kind !== 'fault') return t.fail(outcome.kind)
    t.is(outcome.code, 'Server')
    t.true(outcome.message.body.includes(`>/soap/exchanges/${outcome.pending}</waybill:Accepted>`))
    const [line] = node.log.filter(({ event }) => event === 'exchange')
    t.is(line?.outcome, 'pending')
    await node.queue.admin.resume()
    t.is(contentOf(await node.ask(options)), done(soap))
    t.is(contentOf(await node.inject('', { pickUp: outcome.pending ?? '' })), done(soap))
    t.is(node.sent.length, 1)
  })
}

test('request-reply: what the next node never finishes is a fault once the time is over', async (t) => {
  const accepted = faultIn('1.1', { detail: ACCEPTED })
  const node = between([accepted], { route: { mode: 'request-reply', answerTime: '30ms' } })
  t.like(await node.ask(), { kind: 'fault', code: 'Server' })
})

test('store: with the contract of the destination, what it declares is an answer, and nothing else', async (t) => {
  const folder = folderOf(t, { 'stock.wsdl': CONTRACT })
  const destination = { contract: `${folder}/stock.wsdl` }
  const other = faultIn('1.1', { detail: '<q:Other xmlns:q="urn:q"/>' })
  const node = between([other, other, faultIn('1.1', { detail: OUT_OF_STOCK })], { destination })
  await node.ask()
  t.is((await ended(node))?.state, 'done')
  t.is(node.sent.length, 3)
})

test('an answer is expected unless the contract says that the operation is one-way', async (t) => {
  const folder = folderOf(t, { 'stock.wsdl': CONTRACT })
  const destination = { contract: `${folder}/stock.wsdl` }
  for (const mode of ['relay', 'request-reply', 'store'] as const) {
    const node = between([undefined], { destination, route: { mode } })
    await node.ask()
    t.deepEqual(await node.inject(REPORT), { kind: 'accepted' })
    await until(() => node.sent.length === 2)
    const expected = node.sent.map(({ answerExpected }) => answerExpected)
    t.deepEqual(expected, [mode !== 'store', false], mode)
  }
})

test('nobody waits for an answer by mail of an operation that the contract says is one-way', async (t) => {
  const folder = folderOf(t, { 'stock.wsdl': CONTRACT })
  const destination = { url: 'mailto:stock@partner.example', contract: `${folder}/stock.wsdl` }
  const settings = [
    'smtp.relay={url: smtp://relay.example, from: node@between.example}',
    'smtp.domains=[between.example]',
  ]
  for (const mode of ['request-reply', 'store'] as const) {
    const node = between([undefined], { destination, route: { mode }, settings })
    t.deepEqual(await node.inject(REPORT), { kind: 'accepted' })
    t.is((await ended(node))?.state, 'done', mode)
    // The other operation has an answer, which is another mail.
    await node.ask({ patience: 0 })
    await until(async () => (await node.queue.admin.stats()).suspended === 1)
  }
})

const REPORT = soap11('<q:Tell xmlns:q="urn:q"/>')
test('request-reply: what nobody waits for becomes a dead letter, and no fault that nobody gets', async (t) => {
  const folder = folderOf(t, { 'stock.wsdl': CONTRACT })
  const destination = { contract: `${folder}/stock.wsdl` }
  const lost = new Undeliverable('the connection was lost')
  for (const answer of [lost, faultIn('1.1')]) {
    const node = between([answer], { destination, route: { mode: 'request-reply' } })
    t.deepEqual(await node.inject(REPORT), { kind: 'accepted' })
    t.is((await ended(node))?.state, 'dead')
    t.is(node.sent.length, 3)
  }
})

const undeclaredFault = faultIn('1.1')
const declaredFault = faultIn('1.1', { detail: OUT_OF_STOCK })

test('retryFaults decides otherwise: none in store, undeclared and all in request-reply', async (t) => {
  const sent = async (fault: string, route: object) => {
    const node = between([fault], { route })
    await node.ask({ patience: 60_000 })
    const { state } = (await ended(node)) ?? {}
    return `${node.sent.length} ${state}`
  }
  t.is(await sent(undeclaredFault, { retryFaults: 'none' }), '1 done')
  t.is(await sent(declaredFault, { retryFaults: 'all' }), '3 dead')
  t.is(await sent(undeclaredFault, { mode: 'request-reply', retryFaults: 'undeclared' }), '3 done')
  t.is(await sent(declaredFault, { mode: 'request-reply', retryFaults: 'undeclared' }), '1 done')
  t.is(await sent(declaredFault, { mode: 'request-reply', retryFaults: 'all' }), '3 done')
  t.is(await sent(faultIn('1.1', { code: 'Client' }), { retryFaults: 'all' }), '1 done')
})

test('answers none: nobody waits, nothing is suspended, and a fault is a dead letter that says which', async (t) => {
  const declared = between([declaredFault], { route: { answers: 'none' } })
  t.deepEqual(await declared.ask(), { kind: 'accepted' })
  const letter = await ended(declared)
  t.is(letter?.state, 'dead')
  t.regex(letter?.cause ?? '', /partner\.example\/soap answered with a fault: .*Server: no$/)
  t.is(declared.sent.length, 1)
  const accepted = between([undefined], { route: { answers: 'none' } })
  await accepted.ask()
  t.is((await ended(accepted))?.state, 'done')
})

test('answers expected: who prefers not to wait, or has its answer elsewhere, hears that it is accepted', async (t) => {
  const node = between([done('1.1')], { route: { answers: 'expected' } })
  t.is((await node.ask({ patience: 0 })).kind, 'pending')
  t.deepEqual(await node.ask({ replyTo: 'mailto:me@a.example' }), { kind: 'accepted' })
})

test('request-reply: only what was not reached is tried again', async (t) => {
  const lost = new Undeliverable('the connection was lost')
  const away = between([lost, lost, done('1.1')], { route: { mode: 'request-reply' } })
  t.is(contentOf(await away.ask({ patience: 60_000 })), done('1.1'))
  t.is(away.sent.length, 3)
  t.deepEqual(
    away.sent.map(({ once }) => once),
    [true, true, true],
    'it may have arrived all the same',
  )
  const odd = between(['<html/>'], { route: { mode: 'request-reply' } })
  t.like(await odd.ask({ patience: 60_000 }), { kind: 'fault', code: 'Server' })
  t.is(odd.sent.length, 1)
})

/** Of an operation with a declared fault, and one without answer. */
const CONTRACT = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" name="Stock"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:q="urn:q" targetNamespace="urn:q">
  <types>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:q">
      <xs:element name="Run"/><xs:element name="RunResponse"/>
      <xs:element name="OutOfStock"/><xs:element name="Tell"/>
    </xs:schema>
  </types>
  <message name="Run"><part name="body" element="q:Run"/></message>
  <message name="RunResponse"><part name="body" element="q:RunResponse"/></message>
  <message name="OutOfStock"><part name="fault" element="q:OutOfStock"/></message>
  <message name="Tell"><part name="body" element="q:Tell"/></message>
  <portType name="Stock">
    <operation name="Run">
      <input message="q:Run"/><output message="q:RunResponse"/>
      <fault name="OutOfStock" message="q:OutOfStock"/>
    </operation>
    <operation name="Tell"><input message="q:Tell"/></operation>
  </portType>
  <binding name="Stock" type="q:Stock">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Run">
      <soap:operation soapAction=""/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
      <fault name="OutOfStock"><soap:fault name="OutOfStock" use="literal"/></fault>
    </operation>
    <operation name="Tell">
      <soap:operation soapAction=""/><input><soap:body use="literal"/></input>
    </operation>
  </binding>
  <service name="Stock">
    <port name="Stock" binding="q:Stock"><soap:address location="http://partner.example/soap"/></port>
  </service>
</definitions>`
