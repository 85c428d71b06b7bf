/** What stands in a value for each thing that a schema can say; and every value is written as what it was read from. */
import test from 'ava'
import type { Value, Values } from '../../../src/plugin.js'
import { readDocument } from '../../../src/xml/read.js'
import { clarkName, type XmlElement } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { writeElement } from '../../../src/xml/write.js'
import { elementOf, plain, readText, typed } from '../../support/typed.js'

const element = (type: string) => `<xs:element name="e">${type}</xs:element>`
const complex = (inside: string, more = '') =>
  element(`<xs:complexType${more}>${inside}</xs:complexType>`)
const sequence = (inside: string) => complex(`<xs:sequence>${inside}</xs:sequence>`)
const A = '<xs:element name="a" type="xs:int"/>'
const B = '<xs:element name="b" type="xs:string"/>'
const GROUP = (kind: string, inside: string, more = '') =>
  `<xs:${kind} ${more}>${inside}</xs:${kind}>`
const BASE = `<xs:complexType name="Base"><xs:sequence>${A}</xs:sequence></xs:complexType>
  <xs:complexType name="More"><xs:complexContent><xs:extension base="Base">
    <xs:sequence>${B}</xs:sequence><xs:attribute name="x"/></xs:extension></xs:complexContent></xs:complexType>`

type Case = readonly [what: string, schema: string, text: string, value: Value]

const CASES: readonly Case[] = [
  ['a sequence', sequence(A + B), '<e><a>1</a><b>x</b></e>', { a: 1, b: 'x' }],
  ['an empty type', complex(''), '<e/>', {}],
  [
    'an element that may repeat',
    sequence('<xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="9"/>'),
    '<e><a>1</a><a>2</a></e>',
    { a: [1, 2] },
  ],
  [
    'an element that may repeat, and does not',
    sequence('<xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="9"/>'),
    '<e/>',
    { a: [] },
  ],
  [
    'an element that may be left out, and is',
    sequence(`<xs:element name="a" minOccurs="0"/>${B}`),
    '<e><b/></e>',
    { b: '' },
  ],
  [
    'an element that stands twice in a sequence',
    sequence(A + A),
    '<e><a>1</a><a>2</a></e>',
    { a: [1, 2] },
  ],
  ['a choice', complex(GROUP('choice', A + B)), '<e><b>x</b></e>', { b: 'x' }],
  [
    'a choice that repeats',
    complex(GROUP('choice', A + B, 'maxOccurs="unbounded"')),
    '<e><b>x</b><a>1</a><b>y</b></e>',
    { $content: [{ b: 'x' }, { a: 1 }, { b: 'y' }] },
  ],
  [
    'a sequence that repeats',
    complex(GROUP('sequence', A + B, 'maxOccurs="2"')),
    '<e><a>1</a><b>x</b><a>2</a><b>y</b></e>',
    { $content: [{ a: 1 }, { b: 'x' }, { a: 2 }, { b: 'y' }] },
  ],
  [
    'a choice that repeats between elements that do not',
    sequence(
      `<xs:element name="h"/>${GROUP('choice', A + B, 'maxOccurs="unbounded"')}<xs:element name="t" maxOccurs="2"/>`,
    ),
    '<e><h>x</h><b>y</b><a>1</a><b>z</b><t>1</t></e>',
    { h: 'x', $content: [{ b: 'y' }, { a: 1 }, { b: 'z' }], t: ['1'] },
  ],
  [
    'two choices that repeat, and an element between',
    sequence(
      `${GROUP('choice', A + B, 'maxOccurs="unbounded"')}<xs:element name="m"/>${GROUP(
        'choice',
        '<xs:element name="c"/><xs:element name="d"/>',
        'minOccurs="0" maxOccurs="unbounded"',
      )}`,
    ),
    '<e><a>1</a><m>x</m><d>y</d><c>z</c></e>',
    { $content: [{ a: 1 }, { d: 'y' }, { c: 'z' }], m: 'x' },
  ],
  [
    'a choice that repeats, and is left out',
    sequence(`${A}${GROUP('choice', `${B}<xs:element name="c"/>`, 'minOccurs="0" maxOccurs="2"')}`),
    '<e><a>1</a></e>',
    { a: 1, $content: [] },
  ],
  [
    'a choice that repeats with what a wildcard lets in',
    sequence(
      `${A}${GROUP('choice', `${B}<xs:any namespace="##other" processContents="skip"/>`, 'maxOccurs="unbounded"')}`,
    ),
    '<e><a>1</a><b>x</b></e>',
    { a: 1, $content: [{ b: 'x' }] },
  ],
  [
    'a group of one element that repeats',
    complex(GROUP('sequence', A, 'maxOccurs="2"')),
    '<e><a>1</a><a>2</a></e>',
    { a: [1, 2] },
  ],
  ['an all group', complex(GROUP('all', A + B)), '<e><a>1</a><b>x</b></e>', { a: 1, b: 'x' }],
  [
    'a name on both sides of another',
    sequence(`${A}<xs:element name="b" minOccurs="0"/>${A}`),
    '<e><a>1</a><a>2</a></e>',
    { $content: [{ a: 1 }, { a: 2 }] },
  ],
  [
    'a name at the end of both branches of a choice',
    complex(
      GROUP('choice', GROUP('sequence', A + B) + GROUP('sequence', `<xs:element name="c"/>${B}`)),
    ),
    '<e><c>1</c><b>x</b></e>',
    { c: '1', b: 'x' },
  ],
  [
    'branches of a choice in opposite orders',
    complex(GROUP('choice', GROUP('sequence', A + B) + GROUP('sequence', B + A))),
    '<e><b>x</b><a>1</a></e>',
    { $content: [{ b: 'x' }, { a: 1 }] },
  ],
  [
    'mixed content',
    complex(GROUP('sequence', A), ' mixed="true"'),
    '<e>one <a>1</a> more </e>',
    { $content: ['one ', { a: 1 }, ' more '] },
  ],
  ['mixed content of nothing', complex('', ' mixed="true"'), '<e/>', { $content: [] }],
  [
    'attributes beside elements of the same name',
    complex(
      `<xs:sequence>${A}</xs:sequence><xs:attribute name="a" type="xs:boolean"/><xs:attribute name="b"/>`,
    ),
    '<e a="true"><a>1</a></e>',
    { '@a': true, a: 1 },
  ],
  [
    'simple content with attributes',
    complex(
      '<xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency"/></xs:extension></xs:simpleContent>',
    ),
    '<e currency="EUR">1.50</e>',
    { $value: '1.50', '@currency': 'EUR' },
  ],
  [
    'simple content that might have attributes, and has none',
    complex(
      '<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="currency"/></xs:extension></xs:simpleContent>',
    ),
    '<e>1</e>',
    { $value: 1 },
  ],
  [
    'simple content that has no attributes',
    complex('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>'),
    '<e>1</e>',
    1,
  ],
  [
    'attributes that a wildcard lets in',
    complex('<xs:anyAttribute processContents="skip"/>'),
    '<e x="1" o:y="2" xml:lang="de"/>',
    { '@x': '1', '@{urn:o}y': '2', '@xml:lang': 'de' },
  ],
  [
    'attributes that a wildcard lets in, and a schema declares',
    `<xs:attribute name="n" type="xs:int"/>${complex('<xs:anyAttribute processContents="lax"/>')}`,
    '<e u:n="7" x="y"/>',
    { '@{urn:u}n': 7, '@x': 'y' },
  ],
  ['nil', '<xs:element name="e" type="xs:int" nillable="true"/>', '<e xsi:nil="true"/>', null],
  [
    'nil with attributes',
    '<xs:element name="e" nillable="true"><xs:complexType><xs:attribute name="x"/></xs:complexType></xs:element>',
    '<e xsi:nil="true" x="1"/>',
    { $nil: true, '@x': '1' },
  ],
  [
    'nil in a list keeps its place',
    sequence('<xs:element name="a" type="xs:int" nillable="true" maxOccurs="9"/>'),
    '<e><a>1</a><a xsi:nil="true"/><a>3</a></e>',
    { a: [1, null, 3] },
  ],
  [
    'a derived type',
    `${BASE}<xs:element name="e" type="Base"/>`,
    '<e xsi:type="More" x="2"><a>1</a><b>x</b></e>',
    { $type: '{urn:u}More', '@x': '2', a: 1, b: 'x' },
  ],
  [
    'a derived type that is nil',
    `${BASE}<xs:element name="e" type="Base" nillable="true"/>`,
    '<e xsi:type="More" xsi:nil="1"/>',
    { $type: '{urn:u}More', $nil: true },
  ],
  [
    'a derived simple type',
    '<xs:element name="e" type="xs:decimal"/>',
    '<e xsi:type="xs:int">5</e>',
    { $type: '{http://www.w3.org/2001/XMLSchema}int', $value: 5 },
  ],
  [
    'members of a substitution group',
    `<xs:element name="h" type="xs:int"/><xs:element name="s" type="xs:short" substitutionGroup="h"/>${sequence('<xs:element ref="h"/>')}`,
    '<e><s>5</s></e>',
    { s: 5 },
  ],
  [
    'members of a substitution group whose head repeats',
    `<xs:element name="h" type="xs:int"/><xs:element name="s" type="xs:short" substitutionGroup="h"/>${sequence('<xs:element ref="h" maxOccurs="9"/>')}`,
    '<e><s>5</s><h>6</h><s>7</s></e>',
    { $content: [{ s: 5 }, { h: 6 }, { s: 7 }] },
  ],
  [
    'members of a substitution group whose head is abstract',
    `<xs:element name="h" type="xs:int" abstract="true"/><xs:element name="s" type="xs:short" substitutionGroup="h"/>${sequence('<xs:element ref="h" maxOccurs="9"/>')}`,
    '<e><s>5</s><s>7</s></e>',
    { s: [5, 7] },
  ],
  [
    'one name in two namespaces',
    sequence(`${A}<xs:element name="a" type="xs:int" form="unqualified"/>${B}`),
    '<e><a>1</a><a xmlns="">2</a><b>x</b></e>',
    { '{urn:u}a': 1, a: 2, b: 'x' },
  ],
  [
    'a list',
    element('<xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>'),
    '<e>1 2</e>',
    [1, 2],
  ],
  [
    'an empty list',
    element('<xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>'),
    '<e/>',
    [],
  ],
  [
    'lists that repeat',
    sequence('<xs:element name="a" type="xs:NMTOKENS" maxOccurs="2"/>'),
    '<e><a>x y</a><a>z</a></e>',
    { a: [['x', 'y'], ['z']] },
  ],
  [
    'a list in an attribute',
    complex('<xs:attribute name="x" type="xs:NMTOKENS"/>'),
    '<e x="a b"/>',
    { '@x': ['a', 'b'] },
  ],
  ['any type, of text', sequence('<xs:element name="x"/>'), '<e><x>text</x></e>', { x: 'text' }],
  [
    'any type, by xsi:type',
    `${BASE}<xs:element name="e"/>`,
    '<e xsi:type="Base"><a>1</a></e>',
    { $type: '{urn:u}Base', a: 1 },
  ],
  [
    'a type that contains itself',
    `<xs:element name="e" type="T"/><xs:complexType name="T"><xs:sequence>${A}<xs:element name="t" type="T" minOccurs="0"/></xs:sequence></xs:complexType>`,
    '<e><a>1</a><t><a>2</a><t><a>3</a></t></t></e>',
    { a: 1, t: { a: 2, t: { a: 3 } } },
  ],
  [
    'names that objects inherit',
    sequence('<xs:element name="constructor"/><xs:element name="toString" minOccurs="0"/>'),
    '<e><constructor>x</constructor></e>',
    { constructor: 'x' },
  ],
]

for (const [what, schema, text, value] of CASES) {
  test(`${what}: ${text}`, (t) => {
    const types = typed(t, schema)
    const read = readText(types, text)
    t.deepEqual(read.findings, [])
    t.deepEqual(plain(read.value), value)
    const written = atOnce(types.element('{urn:u}e')?.writing(read.named, true) ?? never())
    t.deepEqual(infoset(readDocument(writeElement(written))), infoset(elementOf(text)))
  })
}

test('what a wildcard lets in is the element itself, in its place', (t) => {
  const any =
    '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>'
  const inside = '<o:x xmlns:o="urn:o" y="1">z</o:x>'
  const named = typed(t, sequence(A + any))
  const one = readText(named, `<e><a>1</a>${inside}${inside}</e>`)
  const { a, $any } = one.named
  t.is(a, 1)
  t.deepEqual(Array.isArray($any) && $any.map(local), ['x', 'x'])
  t.is(write(named, one.named), `<m:e xmlns:m="urn:u"><m:a>1</m:a>${inside}${inside}</m:e>`)
  t.deepEqual(plain(readText(named, '<e><a>1</a></e>').value), { a: 1 })

  const ordered = typed(t, sequence(any + A + any))
  const other = readText(ordered, `<e>${inside}<a>1</a></e>`)
  const [first, second] = other.named.$content as readonly [{ $any: XmlElement }, Value]
  t.is(first.$any.local, 'x')
  t.deepEqual(plain(second), { a: 1 })
  t.is(write(ordered, other.named), `<m:e xmlns:m="urn:u">${inside}<m:a>1</m:a></m:e>`)
})

test('an element of any type is the element itself, and is written under the name that it has then', (t) => {
  const types = typed(t, sequence('<xs:element name="x"/><xs:element name="y" minOccurs="0"/>'))
  const { named } = readText(types, '<e><x k="1">a<b/></x></e>')
  t.is(
    write(types, named),
    '<m:e xmlns:m="urn:u"><x k="1">a<b/></x></m:e>'.replace('<x', `<x ${DECLARED}`),
  )
  const { x } = named
  const moved = write(types, { x, y: x })
  const [, y] = readDocument(moved).children
  t.like(y, { local: 'y', namespace: 'urn:u' })
})

test('prefixes of QNames are declared where they are needed', (t) => {
  const types = typed(
    t,
    complex(`<xs:sequence><xs:element name="q" type="xs:QName" maxOccurs="9"/></xs:sequence>
      <xs:attribute name="k" type="xs:QName"/>`),
  )
  const name = (namespace: string, local: string) => ({ namespace, local })
  const values = {
    '@k': name('urn:o', 'k'),
    q: [name('urn:u', 'x'), name('urn:o', 'y'), name('', 'z')],
  }
  const text = write(types, values)
  t.is(
    text,
    '<m:e xmlns:m="urn:u" xmlns:q="urn:o" k="q:k"><m:q>m:x</m:q><m:q>q:y</m:q><m:q>z</m:q></m:e>',
  )
  const read = types.element('{urn:u}e')?.validating(readDocument(text)) ?? never()
  t.deepEqual(plain(atOnce(read).value), values)
})

test('a default is the value of an empty element, and of an attribute that is not there', (t) => {
  const types = typed(
    t,
    complex(`<xs:sequence><xs:element name="a" type="xs:int" default="5" maxOccurs="9"/></xs:sequence>
      <xs:attribute name="k" type="xs:int" default="7"/>`),
  )
  t.deepEqual(plain(readText(types, '<e><a/><a>6</a><a></a></e>').value), { '@k': 7, a: [5, 6, 5] })
})

const DECLARED =
  'xmlns="urn:u" xmlns:u="urn:u" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o"'
const local = (value: Value) => (value as XmlElement).local

function write(types: ReturnType<typeof typed>, values: Values): string {
  const made = types.element('{urn:u}e')
  return writeElement(atOnce(made?.writing(values, true) ?? never()))
}

function never(): never {
  throw new Error('the schema declares no e')
}

/** What an element says, whatever its prefixes; white space between elements is none of it, and QNames are not resolved. */
function infoset(of: XmlElement): unknown {
  return {
    name: clarkName(of),
    attributes: of.attributes
      .map((attribute) => [clarkName(attribute), text(attribute.value)])
      .sort(),
    children: of.children.map((child) => (typeof child === 'string' ? child : infoset(child))),
  }
}

/** The local part of a QName; `true` of `1`. */
const text = (value: string) => value.replace(/^\w+:(?=[A-Za-z]+$)/, '').replace(/^1$/, 'true')
