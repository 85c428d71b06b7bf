/** The reader of addressing blocks: what it takes, and the fault for everything else. */
import test from 'ava'
import { ANONYMOUS_ENDPOINT } from '../../src/soap/addressing/addressing.js'
import { readAddressing } from '../../src/soap/addressing/read-addressing.js'
import { SOAP_11, SOAP_12 } from '../../src/soap/version.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, clarkName, elementText } from '../../src/xml/tree.js'
import {
  ACTION,
  ADDRESSED,
  ANONYMOUS,
  endpoint,
  MESSAGE_ID,
  NONE,
  parameters,
  WSA,
  wsa,
} from '../support/wire/addressing.js'

const read = (blocks: string, version = SOAP_12) =>
  readAddressing(childElements(readDocument(`<h>${blocks}</h>`)), version)

const fault = (blocks: string, version = SOAP_12) => {
  const found = read(blocks, version)?.fault
  return found?.subcodes.map((code) => code.replace(`{${WSA}}`, '')).join(' ')
}
const details = (blocks: string) =>
  read(blocks)?.fault?.binding?.details.map((detail) => [detail.local, elementText(detail)])

const invalid = (how: string) => `InvalidAddressingHeader${how && ' '}${how}`

test('a message without addressing blocks has no addressing', (t) => {
  t.is(read(''), undefined)
  t.is(read('<x:To xmlns:x="urn:other">urn:a</x:To>'), undefined)
})

test('every property is read, and white space around it is not', (t) => {
  const reading = read(
    wsa('Action', ' urn:example:act\n') +
      wsa('MessageID', '\turn:example:1 ') +
      wsa('To', 'http://example.com/here') +
      endpoint('From', 'mailto:a@example.com') +
      endpoint('ReplyTo', 'http://example.com/reply', parameters('<q:k xmlns:q="urn:q">v</q:k>')) +
      endpoint('FaultTo', NONE) +
      wsa('RelatesTo', 'urn:example:0') +
      wsa('RelatesTo', 'urn:example:00', 'RelationshipType="urn:example:like"'),
  )
  t.is(reading?.fault, undefined)
  const { replyTo, ...rest } = reading?.addressing ?? { replyTo: ANONYMOUS_ENDPOINT }
  t.deepEqual(rest, {
    action: 'urn:example:act',
    messageId: 'urn:example:1',
    to: 'http://example.com/here',
    from: { kind: 'elsewhere', address: 'mailto:a@example.com', referenceParameters: [] },
    faultTo: { kind: 'none', address: NONE, referenceParameters: [] },
    relatesTo: [
      { messageId: 'urn:example:0', relationship: `${WSA}/reply` },
      { messageId: 'urn:example:00', relationship: 'urn:example:like' },
    ],
  })
  t.is(replyTo.address, 'http://example.com/reply')
  t.deepEqual(replyTo.referenceParameters.map(clarkName), ['{urn:q}k'])
})

test('the reply endpoint is anonymous unless the message says otherwise, the fault endpoint its', (t) => {
  const addressing = read(ADDRESSED)?.addressing
  t.deepEqual(addressing?.replyTo, ANONYMOUS_ENDPOINT)
  t.is(addressing?.faultTo, undefined)
  t.is(addressing?.from, undefined)
  t.is(addressing?.to, undefined)
})

test('metadata, extension elements and extension attributes are ignored, in any order', (t) => {
  const more =
    '<a:Metadata><m:x xmlns:m="urn:m"/></a:Metadata><e:ext xmlns:e="urn:e">true</e:ext>' +
    parameters('')
  const reading = read(
    ADDRESSED +
      endpoint('ReplyTo', ANONYMOUS, more, 'xml:id="x"') +
      endpoint('FaultTo', ANONYMOUS, '<a:Later/>'),
  )
  t.is(reading?.fault, undefined)
  t.deepEqual(reading?.addressing.replyTo, ANONYMOUS_ENDPOINT)
})

test('a repeated block is InvalidCardinality, and is ignored', (t) => {
  for (const [local, content] of [
    ['To', 'urn:example:a'],
    ['Action', 'urn:example:a'],
    ['MessageID', 'urn:example:a'],
    ['ReplyTo', '<a:Address>http://example.com/</a:Address>'],
    ['FaultTo', '<a:Address>http://example.com/</a:Address>'],
    ['From', '<a:Address>http://example.com/</a:Address>'],
  ] as const) {
    const twice = wsa(local, content) + wsa(local, content)
    const others = [ACTION, MESSAGE_ID].filter((other) => !other.includes(local)).join('')
    t.is(fault(others + twice), invalid('InvalidCardinality'), local)
    t.deepEqual(details(others + twice), [['ProblemHeaderQName', `wsa:${local}`]])
    const addressing = read(others + twice)?.addressing
    t.is(addressing?.replyTo.kind, 'anonymous', local)
    t.is(addressing?.faultTo?.kind, local === 'FaultTo' ? 'anonymous' : undefined, local)
    t.is(addressing?.to, undefined)
    t.is(addressing?.messageId, local === 'MessageID' ? undefined : 'urn:example:message:1')
  }
  t.is(fault(ADDRESSED + wsa('RelatesTo', 'urn:a') + wsa('RelatesTo', 'urn:b')), undefined)
})

test('without an action there is no addressing', (t) => {
  t.is(fault(MESSAGE_ID), 'MessageAddressingHeaderRequired')
  t.deepEqual(details(MESSAGE_ID), [['ProblemHeaderQName', 'wsa:Action']])
  t.is(read(MESSAGE_ID)?.addressing.messageId, 'urn:example:message:1')
})

test('an action, a message id, a destination and a relation must be absolute IRIs', (t) => {
  const long = `urn:${'a'.repeat(4096)}`
  for (const iri of ['', 'Add', '/a', '//a/b', 'urn:', 'http://exa mple/', 'urn:a&#9;b', long]) {
    const shown = iri.slice(0, 20)
    t.is(fault(wsa('Action', iri) + MESSAGE_ID), invalid(''), shown)
    t.is(fault(ACTION + wsa('MessageID', iri)), invalid(''), shown)
    t.is(fault(ADDRESSED + wsa('RelatesTo', iri)), invalid(''), shown)
    t.is(fault(ADDRESSED + wsa('To', iri)), invalid('InvalidAddress'), shown)
    t.is(fault(ADDRESSED + endpoint('ReplyTo', iri)), invalid('InvalidAddress'), shown)
  }
  const odd = 'RelationshipType="reply"'
  t.is(fault(ADDRESSED + wsa('RelatesTo', 'urn:a', odd)), invalid(''))
  for (const iri of ['http://[1/', 'http://h:99999/', 'urn:a"b', 'urn:a&lt;b', 'urn:<b/>a']) {
    t.is(fault(ADDRESSED + wsa('To', iri)), invalid('InvalidAddress'), iri)
  }
  for (const iri of [
    'urn:a',
    'uuid:1',
    'http://ex\u00e4mple.com/\u00df?q#f',
    'mailto:a@b',
    'a:b',
  ]) {
    t.is(fault(ADDRESSED + wsa('To', iri)), undefined, iri)
  }
})

test('the fault for an invalid address shows it', (t) => {
  t.deepEqual(details(ADDRESSED + wsa('To', 'nowhere')), [
    ['ProblemHeaderQName', 'wsa:To'],
    ['ProblemIRI', 'nowhere'],
  ])
})

test('an endpoint reference without an address, or with two of a kind, is refused', (t) => {
  const put = (content: string) => ADDRESSED + wsa('ReplyTo', content)
  const address = `<a:Address>${ANONYMOUS}</a:Address>`
  t.is(fault(put('')), invalid('MissingAddressInEPR'))
  t.is(fault(put(parameters(''))), invalid('MissingAddressInEPR'))
  t.is(fault(put('<Address>urn:a</Address>')), invalid('MissingAddressInEPR'))
  t.is(fault(put(ANONYMOUS)), invalid('InvalidEPR'))
  t.is(fault(put(address + address)), invalid('InvalidEPR'))
  t.is(fault(put(address + parameters('') + parameters(''))), invalid('InvalidEPR'))
  t.is(fault(put(`${address}text`)), invalid('InvalidEPR'))
  t.is(fault(put(address + parameters('text'))), invalid('InvalidEPR'))
  t.is(fault(put('<a:Address><b/></a:Address>')), invalid('InvalidAddress'))
})

test('reference parameters that are blocks of SOAP or of addressing, or none at all, are refused', (t) => {
  const put = (parameter: string) =>
    ADDRESSED + endpoint('ReplyTo', ANONYMOUS, parameters(parameter))
  for (const namespace of [SOAP_11.namespace, SOAP_12.namespace, WSA]) {
    t.is(fault(put(`<x:To xmlns:x="${namespace}"/>`)), invalid('InvalidEPR'), namespace)
  }
  t.is(fault(put('<unqualified/>')), invalid('InvalidEPR'))
  const own = { ...SOAP_12, namespace: 'urn:example:envelope' }
  t.is(fault(put('<x:b xmlns:x="urn:example:envelope"/>'), own), invalid('InvalidEPR'))
  t.is(fault(put('<x:b xmlns:x="urn:example:envelope"/>')), undefined)
})

test('reference parameters have limits in number and in length, namespaces in scope included', (t) => {
  const put = (content: string) => ADDRESSED + endpoint('ReplyTo', ANONYMOUS, parameters(content))
  const one = '<x:p xmlns:x="urn:x"/>'
  t.is(fault(put(one.repeat(16))), undefined)
  t.is(fault(put(one.repeat(17))), invalid('InvalidEPR'))
  t.is(fault(put(`<x:p xmlns:x="urn:x">${'a'.repeat(65_000)}</x:p>`)), undefined)
  t.is(fault(put(`<x:p xmlns:x="urn:x">${'a'.repeat(66_000)}</x:p>`)), invalid('InvalidEPR'))
  const far = `urn:${'y'.repeat(10_000)}`
  const declared = (count: number) => `<h xmlns:y="${far}">${put(one.repeat(count))}</h>`
  const faultIn = (text: string) =>
    readAddressing(childElements(readDocument(text)), SOAP_12)?.fault?.subcodes.length
  t.is(faultIn(declared(6)), undefined)
  t.is(faultIn(declared(7)), 2)
})

test('the first thing that is wrong is the fault, and an unusable endpoint for answers is anonymous', (t) => {
  const blocks =
    endpoint('ReplyTo', 'nonsense') + endpoint('FaultTo', 'http://example.com/') + wsa('To', 'x')
  t.is(fault(ADDRESSED + blocks), invalid('InvalidAddress'))
  const addressing = read(ADDRESSED + blocks)?.addressing
  t.is(addressing?.replyTo.kind, 'anonymous')
  t.is(addressing?.faultTo?.address, 'http://example.com/')
})

test('it reads the same from the same envelope, in both versions', (t) => {
  const blocks = ADDRESSED + endpoint('ReplyTo', 'http://example.com/')
  t.deepEqual(read(blocks, SOAP_11), read(blocks, SOAP_11))
  t.deepEqual(read(blocks, SOAP_11)?.addressing, read(blocks, SOAP_12)?.addressing)
})
