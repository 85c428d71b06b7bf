/** Arranging: named parameters in any form become the form of the schema, and nothing is lost. */
import test from 'ava'
import { arrange } from '../../src/contract/arrange.js'
import type { ComplexShape, Field, Shape } from '../../src/contract/shape.js'
import { readDocument } from '../../src/xml/read.js'
import { clarkName, type XmlElement } from '../../src/xml/tree.js'
import { writeElement } from '../../src/xml/write.js'
import { NS11 } from '../support/wire/envelopes.js'

const TEXT: Shape = { kind: 'simple', type: 'string' }

function field(name: string, namespace = 'u', shape: Shape = TEXT): Field {
  return {
    name,
    namespace,
    shape,
    required: true,
    repeats: false,
    nillable: false,
  }
}

const complex = (...fields: Field[]): ComplexShape => ({ kind: 'complex', fields })
const AB = complex(field('a'), field('b'))

const arranged = (text: string, shape: Shape = AB) => arrange(readDocument(text), shape, NS11)

/** Names and texts of the children. */
const said = ({ children }: XmlElement) =>
  children.map((child) =>
    typeof child === 'string' ? child : `${clarkName(child)}=${child.children.join('')}`,
  )

test('children are put in the order of the schema', (t) => {
  const text = '<p:e xmlns:p="u"><p:b>2</p:b> <p:a>1</p:a>\n</p:e>'
  t.deepEqual(said(arranged(text)), ['{u}a=1', '{u}b=2'])
})

test('elements that repeat keep their order among themselves', (t) => {
  const text = '<p:e xmlns:p="u"><p:b>1</p:b><p:a>2</p:a><p:b>3</p:b><p:a>4</p:a></p:e>'
  t.deepEqual(said(arranged(text)), ['{u}a=2', '{u}a=4', '{u}b=1', '{u}b=3'])
})

test('a child without namespace gets that of its field, and the reverse', (t) => {
  t.deepEqual(said(arranged('<p:e xmlns:p="u"><b>2</b><p:a>1</p:a></p:e>')), ['{u}a=1', '{u}b=2'])
  const unqualified = complex(field('a', ''), field('b', ''))
  t.deepEqual(said(arranged('<e xmlns="u"><b>2</b><a xmlns="">1</a></e>', unqualified)), [
    'a=1',
    'b=2',
  ])
})

test('what was given another namespace is written in it', (t) => {
  for (const [text, shape] of [
    ['<p:e xmlns:p="u"><b>2</b><a>1</a></p:e>', AB],
    ['<e xmlns="u"><a xmlns="">1</a><b xmlns="">2</b></e>', AB],
    ['<e xmlns="u"><a>1</a><b>2</b></e>', complex(field('a', ''), field('b', ''))],
    [
      '<p:e xmlns:p="u" xmlns="v"><p:a>1</p:a><p:b>2</p:b></p:e>',
      complex(field('a', ''), field('b', '')),
    ],
  ] as const) {
    const one = arranged(text, shape)
    t.deepEqual(said(readDocument(writeElement(one))), said(one), text)
  }
})

test('what is of a foreign namespace, or unknown, stays at the end as it is', (t) => {
  const text =
    '<p:e xmlns:p="u" xmlns:o="o"><o:a>x</o:a>loose<p:c>y</p:c><p:b>2</p:b><p:a>1</p:a></p:e>'
  t.deepEqual(said(arranged(text)), ['{u}a=1', '{u}b=2', '{o}a=x', 'loose', '{u}c=y'])
})

test('complex fields are arranged in their turn, open ones left alone', (t) => {
  const shape = complex(field('in', 'u', AB), field('open', 'u', { kind: 'open' }))
  const text = '<e xmlns="u"><open> <b/> <a/></open><in><b>2</b><a>1</a></in></e>'
  const [inside, open] = arranged(text, shape).children as [XmlElement, XmlElement]
  t.deepEqual(said(inside), ['{u}a=1', '{u}b=2'])
  t.deepEqual(said(open), [' ', '{u}b=', ' ', '{u}a='])
})

test('attributes of the envelope are left out at every level, others stay', (t) => {
  const text =
    `<e xmlns="u" xmlns:s="${NS11}" s:encodingStyle="urn:x" x="1" xmlns:o="o" o:y="2">` +
    '<a s:root="1" z="3">1</a><b>2</b></e>'
  const one = arranged(text)
  t.deepEqual(
    one.attributes.map(({ local }) => local),
    ['x', 'y'],
  )
  t.deepEqual(
    (one.children[0] as XmlElement).attributes.map(({ local }) => local),
    ['z'],
  )
})

test('xsi:type of XML Schema or of a SOAP encoding is left out, any other stays', (t) => {
  const type = (qname: string) =>
    arranged(
      '<e xmlns="u" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
        'xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:enc12="http://www.w3.org/2003/05/soap-encoding">' +
        `<a xsi:type="${qname}">1</a></e>`,
    )
  const kept = (one: XmlElement) => (one.children[0] as XmlElement).attributes.length
  for (const qname of ['xs:int', ' xs:int ', 'enc:string', 'enc12:string'])
    t.is(kept(type(qname)), 0, qname)
  for (const qname of ['Mine', 'unbound:x']) t.is(kept(type(qname)), 1, qname)
})

test('names that objects inherit are fields like any other', (t) => {
  const shape = complex(field('__proto__'), field('constructor'))
  const text = '<e xmlns="u"><constructor>2</constructor><__proto__>1</__proto__></e>'
  t.deepEqual(said(arranged(text, shape)), ['{u}__proto__=1', '{u}constructor=2'])
})

test('the element that was given is not changed', (t) => {
  const given = readDocument('<e xmlns="u"><b>2</b><a>1</a></e>')
  const before = writeElement(given)
  arrange(given, AB, NS11)
  t.is(writeElement(given), before)
})
