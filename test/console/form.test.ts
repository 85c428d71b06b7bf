/** Tests the XML that follows from a form. */
import test from 'ava'
import {
  addressingBlocks,
  asCommand,
  asCurl,
  envelopeOf,
  quoted,
} from '../../console/src/pure/call.js'
import { blank, entryXml, withField } from '../../console/src/pure/form.js'
import type { FieldView } from '../../src/operate/admin/api.js'
import { DEFAULT_XML_LIMITS } from '../../src/xml/limits.js'
import { readDocument } from '../../src/xml/read.js'

const leaf = (name: string, more: Partial<FieldView> = {}): FieldView => ({
  name,
  kind: 'text',
  min: 1,
  max: 1,
  ...more,
})
const FORM: FieldView = {
  ...leaf('{urn:a}Order'),
  kind: 'group',
  attributes: [leaf('id'), leaf('{urn:b}kind', { fixed: 'new' })],
  fields: [
    leaf('{urn:a}customer'),
    leaf('note', { min: 0, nillable: true }),
    { ...leaf('{urn:a}item', { max: null }), kind: 'group', fields: [leaf('{urn:b}count')] },
    leaf('{urn:a}card', { choice: 'pay' }),
    leaf('{urn:a}iban', { choice: 'pay' }),
    leaf('any', { kind: 'xml', min: 0, max: null }),
  ],
}

test('an empty form has what must be there, and the first of those that exclude each other', (t) => {
  t.is(
    entryXml(FORM, blank(FORM)),
    `<ns1:Order xmlns:ns1="urn:a" xmlns:ns2="urn:b" ns2:kind="new">
  <ns1:customer/>
  <ns1:item>
    <ns2:count/>
  </ns1:item>
  <ns1:card/>
</ns1:Order>
`,
  )
})

test('whatever is typed stays text, in content and in attributes', (t) => {
  const typed = `<script>alert("1")</script> & ]]> '`
  const entry = { ...blank(FORM), attributes: { id: typed } }
  const customer = { ...blank(leaf('x')), text: typed }
  const xml = entryXml(FORM, withField(FORM, entry, 0, [customer]))
  const read = readDocument(xml, DEFAULT_XML_LIMITS)
  const [first] = read.children.filter((child) => typeof child !== 'string')
  t.is(read.attributes.find(({ local }) => local === 'id')?.value, typed)
  t.deepEqual(first?.children, [typed])
})

test('to choose one field of a choice leaves the others out', (t) => {
  const iban = { ...blank(leaf('x')), text: 'CH93' }
  const xml = entryXml(FORM, withField(FORM, blank(FORM), 4, [iban]))
  t.true(xml.includes('<ns1:iban>CH93</ns1:iban>'))
  t.false(xml.includes('card'))
})

test('a nil element declares what its attribute needs', (t) => {
  const nil = { ...blank(leaf('x')), nil: true }
  const xml = entryXml(FORM, withField(FORM, blank(FORM), 1, [nil]))
  t.true(xml.includes('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'))
  t.true(xml.includes('<note xsi:nil="true"/>'))
})

test('a type that has itself in it makes a form that ends', (t) => {
  const fields: FieldView[] = []
  const self: FieldView = { ...leaf('{urn:a}self'), kind: 'group', fields }
  fields.push(self)
  t.notThrows(() => blank(self))
})

test('an envelope of either version has its header blocks and its entry', (t) => {
  const blocks = addressingBlocks('1', 'urn:a&b')
  for (const [soap, uri] of [
    ['1.1', 'http://schemas.xmlsoap.org/soap/envelope/'],
    ['1.2', 'http://www.w3.org/2003/05/soap-envelope'],
  ] as const) {
    const read = readDocument(envelopeOf(soap, blocks, '<a xmlns="urn:a"/>'), DEFAULT_XML_LIMITS)
    t.deepEqual([read.namespace, read.local], [uri, 'Envelope'])
    t.deepEqual(
      read.children.flatMap((child) => (typeof child === 'string' ? [] : [child.local])),
      ['Header', 'Body'],
    )
  }
})

test('text of several lines in an entry stays as it is', (t) => {
  t.true(envelopeOf('1.1', '', '<a>one\ntwo</a>').includes('<a>one\ntwo</a>'))
})

test('nothing that is called leaves the quotes of the shell', (t) => {
  const call = {
    url: `http://h/'; rm -rf ~; '`,
    soap: '1.1',
    operation: 'x',
    action: `'$(reboot)'`,
    envelope: `<a>'</a>`,
  } as const
  t.is(quoted(`it's`), `'it'\\''s'`)
  for (const command of [asCurl(call), asCommand(call)]) {
    // Outside of quotes there is no quote, no dollar and no semicolon left.
    const outside = command.replaceAll("'\\''", '').replaceAll(/'[^']*'/g, '')
    t.notRegex(outside, /['$;`]/)
  }
})
