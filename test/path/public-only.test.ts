/** A sender that no rule admits may call public operations; nothing else has an effect or an answer. */
import test from 'ava'
import type { FindRoute } from '../../src/path/parts/onward.js'
import { SoapFault } from '../../src/plugin.js'
import type { Outcome } from '../../src/transport.js'
import type { MessageOptions } from '../support/nodes/messages.js'
import { makeNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { NS12, soap11, soap12 } from '../support/wire/envelopes.js'

const SCHEMA = new URL('../../plugins/calculator/calculator.xsd', import.meta.url)
const ADD = '{urn:example:calculator}Add'
const entry = (name: string, content = '') => `<q:${name} xmlns:q="urn:q">${content}</q:${name}>`
const FORBIDDEN: Outcome = { kind: 'refused', refusal: 'forbidden' }

function node(findRoute?: FindRoute) {
  const ran: string[] = []
  const runs = (name: string) => () => {
    ran.push(name)
    return { ran: name }
  }
  const made = makeNode(
    {
      q: {
        operations: [
          { name: '{urn:q}Open', public: true, invoke: runs('Open') },
          { name: '{urn:q}Note', public: true, exchange: 'one-way', invoke: runs('Note') },
          { name: ADD, public: true, schema: SCHEMA, invoke: runs('Add') },
          { name: '{urn:q}Closed', invoke: runs('Closed') },
          {
            name: '{urn:q}Fails',
            public: true,
            invoke() {
              throw new SoapFault({ code: 'Client', reason: 'No.' })
            },
          },
        ],
      },
      other: { operations: [{ name: '{urn:q}Other', public: true, invoke: runs('Other') }] },
    },
    findRoute ? { findRoute } : {},
  )
  const unknown = (envelope: string, more: MessageOptions = {}) =>
    made.inject(envelope, { destination: 'q', admission: { senders: [], open: true }, ...more })
  return { ...made, ran, unknown }
}

test('an unknown sender may call a public operation, and is answered', async (t) => {
  const { unknown, ran } = node()
  const outcome = await unknown(soap11(entry('Open')))
  t.is(outcome.kind, 'reply')
  t.is((await unknown(soap12(entry('Fails')))).kind, 'fault')
  t.is((await unknown(soap11(entry('Open')), { destination: undefined })).kind, 'reply')
  t.deepEqual(await unknown(soap11(entry('Note'))), { kind: 'accepted' })
  t.deepEqual(ran.slice(0, 2), ['Open', 'Open'])
})

for (const [name, envelope] of [
  ['an operation that is not marked', soap11(entry('Closed'))],
  ['one that does not exist', soap11(entry('Nothing'))],
  ['one of another plugin', soap11(entry('Other'))],
  ['no operation', soap11('')],
  ['two at once', soap11(entry('Open') + entry('Closed'))],
  ['a fault', soap11('<s:Fault><faultcode>s:Client</faultcode><faultstring/></s:Fault>')],
  ['wrong arguments', soap11('<c:Add xmlns:c="urn:example:calculator"><c:a>x</c:a></c:Add>')],
  [
    'a mandatory header block without a handler',
    soap12(entry('Open'), `<h:H xmlns:h="urn:h" s:mustUnderstand="true"/>`),
  ],
  ['another version of SOAP', '<s:Envelope xmlns:s="urn:soap:99"><s:Body/></s:Envelope>'],
  ['a document type in SOAP 1.2', `<!DOCTYPE a><s:Envelope xmlns:s="${NS12}"/>`],
] as const) {
  test(`${name}: refused without a fault, while a known sender is answered`, async (t) => {
    const { unknown, ran, inject } = node()
    const mediaType = envelope.includes(NS12) ? 'application/soap+xml' : 'text/xml'
    t.deepEqual(await unknown(envelope, { mediaType }), FORBIDDEN)
    t.deepEqual(ran, [])
    const outcome = await inject(envelope, { destination: 'q', mediaType })
    t.true(outcome.kind === 'fault' || outcome.kind === 'reply', outcome.kind)
  })
}

test('no message of an unknown sender is sent on', async (t) => {
  const { unknown, log } = node(onwardTo('http://127.0.0.1:1/'))
  t.deepEqual(await unknown(soap11(entry('Open'))), FORBIDDEN)
  t.false(JSON.stringify(log).includes('ECONNREFUSED'))
})

test('a message that cannot be read is refused as undecodable', async (t) => {
  t.deepEqual(await node().unknown('<broken'), { kind: 'refused', refusal: 'undecodable' })
})
