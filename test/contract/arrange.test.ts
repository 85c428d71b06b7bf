/** Arranging: named parameters in any form become the form of the schema, and nothing is lost. */
import test, { type ExecutionContext } from 'ava'
import type { TypedOptions } from '../../src/contract/typed-schema.js'
import { readDocument } from '../../src/xml/read.js'
import { clarkName, type XmlElement } from '../../src/xml/tree.js'
import { atOnce } from '../../src/xml/walk.js'
import { writeElement } from '../../src/xml/write.js'
import { typed } from '../support/typed.js'
import { NS11 } from '../support/wire/envelopes.js'

const element = (name: string, more = 'type="xs:string"') => `<xs:element name="${name}" ${more}/>`
const sequence = (inside: string) => `<xs:sequence>${inside}</xs:sequence>`
const entry = (inside: string) =>
  `<xs:element name="e"><xs:complexType>${inside}</xs:complexType></xs:element>`
const MANY = 'minOccurs="0" maxOccurs="unbounded"'
const AB = element('a', `type="xs:string" ${MANY}`) + element('b', `type="xs:string" ${MANY}`)

function arranged(
  t: ExecutionContext,
  text: string,
  schema = entry(sequence(AB)),
  options: TypedOptions = {},
): XmlElement {
  const declared = typed(t, schema, options).element('{urn:u}e')
  if (!declared) throw new Error('the schema declares no e')
  return atOnce(declared.arranging(readDocument(text), NS11))
}

/** Names and texts of the children. */
const stated = ({ children }: XmlElement) =>
  children.map((child) =>
    typeof child === 'string' ? child : `${clarkName(child)}=${child.children.join('')}`,
  )

test('children are put in the order of the schema', (t) => {
  const text = '<p:e xmlns:p="urn:u"><p:b>2</p:b> <p:a>1</p:a>\n</p:e>'
  t.deepEqual(stated(arranged(t, text)), ['{urn:u}a=1', '{urn:u}b=2'])
})

test('what is in order already is the element itself', (t) => {
  const declared = typed(t, entry(sequence(AB))).element('{urn:u}e')
  const sent = readDocument('<e xmlns="urn:u"> <a>1</a> <b>2</b> </e>')
  t.is(declared && atOnce(declared.arranging(sent, NS11)), sent)
})

test('elements that repeat keep their order among themselves', (t) => {
  const text = '<p:e xmlns:p="urn:u"><p:b>1</p:b><p:a>2</p:a><p:b>3</p:b><p:a>4</p:a></p:e>'
  t.deepEqual(stated(arranged(t, text)), ['{urn:u}a=2', '{urn:u}a=4', '{urn:u}b=1', '{urn:u}b=3'])
})

test('groups in groups, choices, attributes and derived types have an order, too', (t) => {
  const text = '<e xmlns="urn:u"><d>4</d><c>3</c><a>1</a></e>'
  const groups = `<xs:sequence>${element('a')}<xs:choice>${element('b')}${element('c')}</xs:choice></xs:sequence>${element('d')}`
  const wanted = ['{urn:u}a=1', '{urn:u}c=3', '{urn:u}d=4']
  t.deepEqual(
    stated(arranged(t, text, entry(`${sequence(groups)}<xs:attribute name="x"/>`))),
    wanted,
  )
  const base = `<xs:complexType name="Base"><xs:sequence>${element('a')}</xs:sequence></xs:complexType>`
  const more = `<xs:complexContent><xs:extension base="Base"><xs:sequence>${element('c')}${element('d')}</xs:sequence></xs:extension></xs:complexContent>`
  t.deepEqual(stated(arranged(t, text, base + entry(more))), wanted)
})

test('groups whose order means something are left as they are', (t) => {
  const text = '<e xmlns="urn:u"><b>1</b><a>2</a><b>3</b></e>'
  const schema = entry(`<xs:choice ${MANY}>${element('a')}${element('b')}</xs:choice>`)
  t.deepEqual(stated(arranged(t, text, schema)), ['{urn:u}b=1', '{urn:u}a=2', '{urn:u}b=3'])
})

test('beside a wildcard nothing is moved or renamed', (t) => {
  const text = '<e xmlns="urn:u"><o xmlns="urn:o">x</o><a>1</a><b xmlns="">2</b></e>'
  const schema = entry(sequence(`${element('a')}<xs:any namespace="##other" ${MANY}/>`))
  t.deepEqual(stated(arranged(t, text, schema)), ['{urn:o}o=x', '{urn:u}a=1', 'b=2'])
})

test('a child without namespace gets that of its field, and the reverse', (t) => {
  t.deepEqual(stated(arranged(t, '<p:e xmlns:p="urn:u"><b>2</b><p:a>1</p:a></p:e>')), [
    '{urn:u}a=1',
    '{urn:u}b=2',
  ])
  const unqualified = entry(
    sequence(element('a', 'form="unqualified"') + element('b', 'form="unqualified"')),
  )
  t.deepEqual(stated(arranged(t, '<e xmlns="urn:u"><b>2</b><a xmlns="">1</a></e>', unqualified)), [
    'a=1',
    'b=2',
  ])
})

test('what was given another namespace is written in it', (t) => {
  const unqualified = entry(
    sequence(element('a', 'form="unqualified"') + element('b', 'form="unqualified"')),
  )
  for (const [text, schema] of [
    ['<p:e xmlns:p="urn:u"><b>2</b><a>1</a></p:e>', undefined],
    ['<e xmlns="urn:u"><a xmlns="">1</a><b xmlns="">2</b></e>', undefined],
    ['<e xmlns="urn:u"><a>1</a><b>2</b></e>', unqualified],
    ['<p:e xmlns:p="urn:u" xmlns="v"><p:a>1</p:a><p:b>2</p:b></p:e>', unqualified],
  ] as const) {
    const one = arranged(t, text, schema)
    t.deepEqual(stated(readDocument(writeElement(one))), stated(one), text)
  }
})

test('what is of a foreign namespace, or unknown, stays at the end as it is', (t) => {
  const text =
    '<p:e xmlns:p="urn:u" xmlns:o="o"><o:a>x</o:a>loose<p:c>y</p:c><p:b>2</p:b><p:a>1</p:a></p:e>'
  t.deepEqual(stated(arranged(t, text)), [
    '{urn:u}a=1',
    '{urn:u}b=2',
    '{o}a=x',
    'loose',
    '{urn:u}c=y',
  ])
})

test('complex fields are arranged in their turn, those of any type left alone', (t) => {
  const inside = `<xs:element name="in"><xs:complexType>${sequence(AB)}</xs:complexType></xs:element>`
  const schema = entry(sequence(`${inside}<xs:element name="open"/>`))
  const text = '<e xmlns="urn:u"><open> <b/> <a/></open><in><b>2</b><a>1</a></in></e>'
  const [inner, open] = arranged(t, text, schema).children as [XmlElement, XmlElement]
  t.deepEqual(stated(inner), ['{urn:u}a=1', '{urn:u}b=2'])
  t.deepEqual(stated(open), [' ', '{urn:u}b=', ' ', '{urn:u}a='])
})

test('a type that the instance names is the one by which its children are arranged', (t) => {
  const types = `<xs:complexType name="Base"/><xs:complexType name="More"><xs:complexContent>
    <xs:extension base="Base">${sequence(AB)}</xs:extension></xs:complexContent></xs:complexType>
    <xs:element name="e" type="Base"/>`
  const text =
    '<e xmlns="urn:u" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="More"><b>2</b><a>1</a></e>'
  t.deepEqual(stated(arranged(t, text, types)), ['{urn:u}a=1', '{urn:u}b=2'])
})

test('ordered parameters stay where they are, without what belongs to SOAP', (t) => {
  const options = { parameters: 'ordered' } as const
  const text = `<e xmlns="urn:u" xmlns:s="${NS11}"><b s:root="1">2</b><a>1</a><a xmlns="">3</a></e>`
  const one = arranged(t, text, undefined, options)
  t.deepEqual(stated(one), ['{urn:u}b=2', '{urn:u}a=1', 'a=3'])
  t.deepEqual((one.children[0] as XmlElement).attributes, [])
})

test('attributes of the envelope are left out at every level, others stay', (t) => {
  const text =
    `<e xmlns="urn:u" xmlns:s="${NS11}" s:encodingStyle="urn:x" x="1" xmlns:o="o" o:y="2">` +
    '<a s:root="1" z="3">1</a><b>2</b></e>'
  const one = arranged(t, text)
  t.deepEqual(
    one.attributes.map(({ local }) => local),
    ['x', 'y'],
  )
  t.deepEqual(
    (one.children[0] as XmlElement).attributes.map(({ local }) => local),
    ['z'],
  )
})

const typedBy = (qname: string) =>
  '<e xmlns="urn:u" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:enc12="http://www.w3.org/2003/05/soap-encoding">' +
  `<a xsi:type="${qname}">1</a></e>`
const kept = (one: XmlElement) => (one.children[0] as XmlElement).attributes.length

test('xsi:type of XML Schema or of a SOAP encoding is left out, any other stays', (t) => {
  for (const qname of ['xs:int', ' xs:int ', 'enc:string', 'enc12:string']) {
    t.is(kept(arranged(t, typedBy(qname))), 0, qname)
  }
  for (const qname of ['Mine', 'unbound:x']) t.is(kept(arranged(t, typedBy(qname))), 1, qname)
})

test('xsi:type stays where the schema says nothing of the type', (t) => {
  for (const type of ['', 'type="xs:anyType"', 'type="xs:anySimpleType"']) {
    t.is(kept(arranged(t, typedBy('xs:int'), entry(sequence(element('a', type))))), 1, type)
  }
})

test('names that objects inherit are fields like any other', (t) => {
  const schema = entry(sequence(element('__proto__') + element('constructor')))
  const text = '<e xmlns="urn:u"><constructor>2</constructor><__proto__>1</__proto__></e>'
  t.deepEqual(stated(arranged(t, text, schema)), ['{urn:u}__proto__=1', '{urn:u}constructor=2'])
})

test('the element that was given is not changed', (t) => {
  const declared = typed(t, entry(sequence(AB))).element('{urn:u}e')
  const element = readDocument('<e xmlns="urn:u"><b>2</b><a>1</a></e>')
  const before = writeElement(element)
  if (declared) atOnce(declared.arranging(element, NS11))
  t.is(writeElement(element), before)
})
