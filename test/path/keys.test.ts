/** Business keys on the path of a message: in events, jobs and dead letters, of what is sent on and of its answers. */
import test, { type ExecutionContext } from 'ava'
import type { KeySeen, NodeEvent } from '../../src/message/events/events.js'
import { keysText } from '../../src/message/events/keys.js'
import type { Transport } from '../../src/transport.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { makeNode, type NodeOptions } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { letter, node as own, sealed } from '../support/security/blocks.js'
import { certificates } from '../support/security/certificates.js'
import { soap11, soap12 } from '../support/wire/envelopes.js'

const KEYS = [
  { name: 'mrn', path: '//{urn:c}mrn' },
  { name: 'order', path: '/*/*/{urn:c}Order/@number' },
  { name: 'site', path: '//{urn:c}site', operation: '{urn:c}Submit' },
  { name: 'secret', path: '//{urn:c}secret' },
]
const SETTINGS = [
  'queue.url=memory:',
  'queue.retry={attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: 1m}',
  `journal.keys=${JSON.stringify(KEYS)}`,
  'journal.redact=["//{urn:c}secret"]',
]

const header = '<c:Order xmlns:c="urn:c" number=" 42 "/>'
const entry = (operation: string, more = '') =>
  `<c:${operation} xmlns:c="urn:c"><c:mrn>24DE\n17</c:mrn><c:site>HH1</c:site>${more}</c:${operation}>`
const ANSWER = soap11('<c:Answer xmlns:c="urn:c"><c:mrn>24DE 18</c:mrn></c:Answer>')

const MRN: KeySeen = { name: 'mrn', value: '24DE 17' }
const ORDER: KeySeen = { name: 'order', value: '42' }
const SITE: KeySeen = { name: 'site', value: 'HH1' }
/** As the log has them. */
const logged = (...keys: readonly KeySeen[]) => keysText(keys)

function next(answer: string | undefined): Transport {
  return {
    name: 'next',
    schemes: ['next'],
    listening: [],
    listen: async () => undefined,
    close: async () => undefined,
    send: async () => {
      if (answer === undefined) throw new Error('it is away')
      const origin = { transport: 'next', peer: {} }
      const body = Buffer.from(answer)
      return { kind: 'envelope', origin, mediaType: 'text/xml', body, attachments: [] }
    },
  }
}

function node(t: ExecutionContext, more: NodeOptions = {}) {
  const events: NodeEvent[] = []
  const made = makeNode(
    {
      c: {
        operations: [
          { name: '{urn:c}Submit', invoke: () => ({}) },
          { name: '{urn:c}Cancel', invoke: () => ({}) },
          {
            name: '{urn:c}Later',
            dispatch: 'queue',
            exchange: 'one-way',
            invoke() {
              throw new Error('no')
            },
          },
        ],
      },
    },
    {
      transports: [next(ANSWER)],
      ...more,
      settings: [...SETTINGS, 'node.uri=urn:example:n', ...(more.settings ?? [])],
      observe: (event) => events.push(event),
    },
  )
  t.teardown(() => made.queue.close())
  const exchanges = () =>
    events.flatMap((event) => (event.event === 'exchange' ? [event.keys] : []))
  return { ...made, events, exchanges }
}

for (const [version, envelope] of [
  ['1.1', soap11],
  ['1.2', soap12],
] as const) {
  test(`SOAP ${version}: the event of an exchange has the keys of Header and Body, and the log has them`, async (t) => {
    const { inject, exchanges, log } = node(t)
    const mediaType = version === '1.1' ? 'text/xml' : 'application/soap+xml'
    const outcome = await inject(envelope(entry('Submit'), header), { mediaType })
    t.is(outcome.kind, 'reply')
    t.deepEqual(exchanges(), [[ORDER, MRN, SITE]])
    t.like(
      log.find((line) => line.event === 'exchange'),
      { keys: logged(ORDER, MRN, SITE) },
    )
  })
}

test('a key of an operation is in no message with another one, and a message without keys has none', async (t) => {
  const { inject, exchanges } = node(t)
  await inject(soap11(entry('Cancel')))
  await inject(soap11('<c:Cancel xmlns:c="urn:c"/>'))
  t.deepEqual(exchanges(), [[MRN], undefined])
})

test('a redacted value is in events as its hash, and in no log and no answer', async (t) => {
  const { inject, exchanges, log } = node(t)
  const outcome = await inject(soap11(entry('Cancel', '<c:secret>4711</c:secret>')))
  const [keys = []] = exchanges()
  t.deepEqual(
    keys.map(({ name }) => name),
    ['mrn', 'secret'],
  )
  const hidden = keys.find(({ name }) => name === 'secret')
  t.regex(hidden && 'hash' in hidden ? hidden.hash : '', /^[\w-]{22}$/)
  t.like(
    log.find((line) => line.event === 'exchange'),
    { keys: logged(MRN) },
  )
  t.false(JSON.stringify(log).includes('4711'))
  t.false(JSON.stringify(outcome).includes('4711'))
})

test('what came encrypted is in events as its hash, and what did not as it is', async (t) => {
  const { pem, keyPem } = certificates().rsa3072
  const folder = folderOf(t, { 'node.pem': pem, 'node-key.pem': keyPem })
  const { inject, exchanges, log } = node(t, {
    settings: [`security.certificate=${folder}/node.pem`, `security.key=${folder}/node-key.pem`],
  })
  const text = letter({ body: entry('Submit'), blocks: [header] })
  const to = own().certificate
  const encrypted = sealed(text, { sign: [], key: undefined, encrypt: ['Body'], to })
  const outcome = await inject(encrypted.text)
  t.is(outcome.kind, 'reply', JSON.stringify(outcome))
  const [keys = []] = exchanges()
  t.deepEqual(keys.map((one) => [one.name, 'hash' in one]).toSorted(), [
    ['mrn', true],
    ['order', false],
    ['site', true],
  ])
  t.false(JSON.stringify(log).includes('24DE'))
})

test('a message that cannot be read to its end has no keys, nor has what is no envelope', async (t) => {
  const { inject, exchanges } = node(t)
  const text = soap11(entry('Cancel'))
  await inject(text.replace('</s:Body>', '<unclosed></s:Body>'))
  await inject(entry('Cancel'))
  t.deepEqual(exchanges(), [undefined, undefined])
})

test('a fault and a refusal report the keys to the transport, and the events have them', async (t) => {
  const { inject, exchanges } = node(t)
  const outcome = await inject(soap11(entry('Unknown')))
  t.like(outcome, { kind: 'fault', keys: [MRN] })
  t.false(JSON.stringify('message' in outcome && outcome.message).includes('24DE'))
  t.deepEqual(exchanges(), [[MRN]])
})

test('a job and its dead letter have the keys of the message', async (t) => {
  const { inject, events, queue } = node(t)
  await inject(soap11(entry('Later'), header))
  const jobs = () => events.filter((event) => event.event === 'job')
  await until(() => jobs().length > 0)
  const [job] = jobs()
  t.like(job, { outcome: 'dead', keys: [ORDER, MRN] })
  const [dead] = await queue.admin.list({ state: ['dead'] })
  t.deepEqual(dead?.keys, [ORDER, MRN])
  // That it was accepted, and that it was run.
  const exchanges = events.filter((event) => event.event === 'exchange')
  t.deepEqual(
    exchanges.map(({ keys }) => keys),
    [
      [ORDER, MRN],
      [ORDER, MRN],
    ],
  )
})

test('what is relayed has the keys of the message and of its answer, and goes on as it came', async (t) => {
  const { inject, exchanges } = node(t, { findRoute: onwardTo('next:node') })
  const outcome = await inject(soap11(entry('Cancel'), header))
  t.is(outcome.kind, 'reply')
  t.deepEqual(exchanges(), [[ORDER, MRN, { name: 'mrn', value: '24DE 18' }]])
})

test('what is stored for the next node has its keys with the job, and the answer adds its own', async (t) => {
  const { inject, events } = node(t, { findRoute: onwardTo('next:node', 'request-reply') })
  await inject(soap11(entry('Cancel'), header), { patience: 20_000 })
  const job = () => events.find((event) => event.event === 'job')
  await until(() => job() !== undefined)
  t.like(job(), { kind: 'forward', outcome: 'done', keys: [ORDER, MRN] })
  const answered = events.filter((event) => event.event === 'exchange' && event.attempt === 1)
  t.deepEqual(
    answered.map((event) => 'keys' in event && event.keys),
    [[ORDER, MRN, { name: 'mrn', value: '24DE 18' }]],
  )
})

test('what cannot be sent on is a dead letter with its keys', async (t) => {
  const transports = [next(undefined)]
  const { inject, queue, events } = node(t, {
    transports,
    findRoute: onwardTo('next:node', 'store'),
  })
  await inject(soap11(entry('Cancel')))
  await until(() => events.some((event) => event.event === 'job' && event.outcome === 'dead'))
  const [dead] = await queue.admin.list({ state: ['dead'] })
  t.deepEqual(dead?.keys, [MRN])
})
