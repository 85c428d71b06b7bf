/** The addressing blocks of answers: where they go, what they do, and what travels along. */
import test from 'ava'
import { type Addressing, ANONYMOUS_ENDPOINT } from '../../src/soap/addressing/addressing.js'
import { actionOf, answerHeaders, endpointOf } from '../../src/soap/addressing/answer-headers.js'
import { blockRequired } from '../../src/soap/addressing/faults.js'
import { readAddressing } from '../../src/soap/addressing/read-addressing.js'
import { badArguments, SoapFault } from '../../src/soap/fault.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import { writeEnvelope } from '../../src/soap/write-envelope.js'
import { readDocument } from '../../src/xml/read.js'
import {
  attributeOf,
  childElements,
  clarkName,
  elementText,
  namespaceOf,
  resolveQName,
} from '../../src/xml/tree.js'
import { ADDRESSED, endpoint, parameters, WSA } from '../support/wire/addressing.js'
import { envelopeOf } from '../support/wire/wire.js'

const ID = 'urn:uuid:00000000-0000-4000-8000-000000000000'
const REPLY = { kind: 'reply', action: undefined } as const
const fault = (code: SoapFault['code']) =>
  ({ kind: 'fault', fault: new SoapFault({ code, reason: 'x' }) }) as const

const ADDRESSING: Addressing = {
  messageId: 'urn:example:1',
  action: 'urn:example:act',
  to: undefined,
  from: { kind: 'elsewhere', address: 'urn:example:from', referenceParameters: [] },
  replyTo: { kind: 'elsewhere', address: 'urn:example:reply', referenceParameters: [] },
  faultTo: { kind: 'elsewhere', address: 'urn:example:fault', referenceParameters: [] },
  relatesTo: [],
}
const shown = (...input: Parameters<typeof answerHeaders>) =>
  answerHeaders(...input).map((block) => [block.local, elementText(block)])

test('a reply goes to the reply endpoint, with an action of its own and the relation', (t) => {
  t.deepEqual(shown(ADDRESSING, REPLY, ID), [
    ['To', 'urn:example:reply'],
    ['Action', 'urn:example:actResponse'],
    ['MessageID', ID],
    ['RelatesTo', 'urn:example:1'],
  ])
  for (const block of answerHeaders(ADDRESSING, REPLY, ID)) t.is(block.namespace, WSA)
})

test('a fault goes to the fault endpoint, else to the reply endpoint, never to the source', (t) => {
  const answer = 'Client'
  t.is(endpointOf(ADDRESSING, answer).address, 'urn:example:fault')
  t.is(endpointOf({ ...ADDRESSING, faultTo: undefined }, answer).address, 'urn:example:reply')
  const bare = { ...ADDRESSING, replyTo: ANONYMOUS_ENDPOINT, faultTo: undefined }
  t.is(endpointOf(bare, answer).kind, 'anonymous')
  t.is(endpointOf(ADDRESSING, 'Server').address, 'urn:example:fault')
  t.is(endpointOf(ADDRESSING, 'DataEncodingUnknown').address, 'urn:example:fault')
})

test('MustUnderstand and VersionMismatch faults go back on the connection', (t) => {
  t.is(endpointOf(ADDRESSING, 'MustUnderstand'), ANONYMOUS_ENDPOINT)
  t.is(endpointOf(ADDRESSING, 'VersionMismatch'), ANONYMOUS_ENDPOINT)
})

test('the action of a reply is the declared one, or made from the action of the request', (t) => {
  const of = (action: string) => actionOf({ ...ADDRESSING, action }, REPLY)
  t.is(
    actionOf(ADDRESSING, { kind: 'reply', action: 'urn:example:declared' }),
    'urn:example:declared',
  )
  t.is(of('http://example.com/Port/Add'), 'http://example.com/Port/AddResponse')
  t.is(of('http://example.com/Port/AddRequest'), 'http://example.com/Port/AddResponse')
})

test('the action of a fault says which specification defines the fault', (t) => {
  const of = (thrown: SoapFault) => actionOf(ADDRESSING, { kind: 'fault', fault: thrown })
  t.is(of(blockRequired('Action')), `${WSA}/fault`)
  t.is(of(badArguments('x')), `${WSA}/soap/fault`)
  t.is(of(fault('MustUnderstand').fault), `${WSA}/soap/fault`)
})

test('a reply to a request without a message id has no RelatesTo', (t) => {
  const blocks = shown({ ...ADDRESSING, messageId: undefined }, fault('Client'), ID)
  t.deepEqual(
    blocks.map(([local]) => local),
    ['To', 'Action', 'MessageID'],
  )
})

for (const version of [SOAP_11, SOAP_12]) {
  const sent = (parameter: string, around = '') => {
    const text = `<h ${around}>${ADDRESSED}${endpoint('ReplyTo', 'urn:example:r', parameters(parameter))}</h>`
    const reading = readAddressing(childElements(readDocument(text)), version)
    if (!reading) throw new Error('nothing was read')
    const headers = answerHeaders(reading.addressing, REPLY, ID)
    return envelopeOf(writeEnvelope(version, headers, [])).blocks.slice(4)
  }

  test(`SOAP ${version.name}: reference parameters are sent as they are, and marked`, (t) => {
    const [first, second] = sent(
      `<q:key xmlns:q="urn:q" q:a="1" s:mustUnderstand="1">v<q:in/></q:key><r:x xmlns:r="urn:r"/>`,
      `xmlns:s="${version.namespace}"`,
    )
    t.is(first && clarkName(first), '{urn:q}key')
    t.is(first && elementText(first), 'v')
    t.is(first && attributeOf(first, 'urn:q', 'a'), '1')
    t.is(first && attributeOf(first, version.namespace, 'mustUnderstand'), '1')
    t.is(first && childElements(first).length, 1)
    for (const block of [first, second]) {
      t.is(block && attributeOf(block, WSA, 'IsReferenceParameter'), 'true')
    }
  })

  test(`SOAP ${version.name}: a mark that is there already is replaced`, (t) => {
    const [block] = sent(
      '<q:key xmlns:q="urn:q" a:IsReferenceParameter="false" IsReferenceParameter="kept"/>',
    )
    t.is(block && attributeOf(block, WSA, 'IsReferenceParameter'), 'true')
    t.is(block && attributeOf(block, '', 'IsReferenceParameter'), 'kept')
    t.is(block?.attributes.length, 2)
  })

  test(`SOAP ${version.name}: the namespaces in scope of a parameter travel with it, wsa as well`, (t) => {
    const [block] = sent(
      '<q:key xmlns:q="urn:q" xmlns:wsa="urn:other">wsa:name far:name</q:key>',
      'xmlns:far="urn:far"',
    )
    t.truthy(block)
    if (!block) return
    t.deepEqual(resolveQName(block.scope, 'wsa:name'), { namespace: 'urn:other', local: 'name' })
    t.is(namespaceOf(block.scope, 'far'), 'urn:far')
    t.is(attributeOf(block, WSA, 'IsReferenceParameter'), 'true')
  })
}
