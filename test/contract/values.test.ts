/** Named values: those of an entry with a schema, and texts by name without one. */
import test from 'ava'
import { readingValues, writeValues } from '../../src/contract/values.js'
import type { Value, Values } from '../../src/plugin.js'
import { readDocument } from '../../src/xml/read.js'
import { atOnce } from '../../src/xml/walk.js'
import { writeElement } from '../../src/xml/write.js'
import { canonical } from '../support/canonical.js'
import { elementOf, plain, typed } from '../support/typed.js'

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const read = (inside: string) =>
  atOnce(readingValues(readDocument(`<e xmlns="u" ${XSI}>${inside}</e>`), undefined))
const write = (values: Values) => writeElement(writeValues('{u}e', values, undefined))

test('without a schema every value is text, a repeated name a list, a parent an object', (t) => {
  const values = read('<a>1</a><l>x</l><l><m>y</m></l><l/><p><q> z </q></p>')
  t.deepEqual(plain(values), {
    a: '1',
    l: ['x', { m: 'y' }, ''],
    p: { q: ' z ' },
  })
  t.deepEqual(Object.keys(read('')), [])
  t.deepEqual({ ...read('only text') }, { value: 'only text' })
})

test('names that objects inherit are names like any other', (t) => {
  const values = read(
    '<__proto__>1</__proto__><constructor>2</constructor><hasOwnProperty>3</hasOwnProperty>',
  )
  t.deepEqual(Object.entries(values), [
    ['__proto__', '1'],
    ['constructor', '2'],
    ['hasOwnProperty', '3'],
  ])
  t.is(Object.getPrototypeOf(values), null)
  t.is(({} as { polluted?: unknown }).polluted, undefined)
})

test('without a schema values are written in the namespace of the element', (t) => {
  t.is(
    write({ b: 1, a: { c: [true, null] } }),
    '<m:e xmlns:m="u"><m:b>1</m:b><m:a><m:c>true</m:c>' +
      '<m:c xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></m:a></m:e>',
  )
})

test('undefined values are left out', (t) => {
  t.is(write({ a: undefined, b: '1' }), '<m:e xmlns:m="u"><m:b>1</m:b></m:e>')
})

test('an element is written under the name that it is given', (t) => {
  const element = readDocument('<x y="1">z<w/></x>')
  t.is(write({ a: element }), '<m:e xmlns:m="u"><m:a y="1">z<w/></m:a></m:e>')
})

test('names and characters that XML does not allow are refused', (t) => {
  t.throws(() => write({ 'a b': 1 }), { instanceOf: TypeError })
  t.throws(() => write({ 'a><injected/><a': 1 }), { instanceOf: TypeError })
  t.throws(() => write({ a: '\u0000' }), { instanceOf: TypeError })
})

test('what a plugin returns by mistake is not written as nothing or as source', (t) => {
  const none = [Promise.resolve(1), new Map(), new Date(0), () => 1, Symbol('s')]
  for (const wrong of none as unknown as readonly Value[]) {
    t.throws(() => write({ a: wrong }), { instanceOf: TypeError })
    t.throws(() => write({ a: [wrong] }), { instanceOf: TypeError })
  }
  for (const wrong of [...none, 5, true, 'text', []] as unknown as readonly Values[]) {
    t.throws(() => write(wrong), { instanceOf: TypeError })
  }
})

const COMPLEX = `<xs:element name="e"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/>
  </xs:sequence></xs:complexType></xs:element>`
const SIMPLE = '<xs:element name="e" type="xs:int" nillable="true"/>'
const BARE = `<xs:element name="e"><xs:complexType><xs:simpleContent><xs:extension base="xs:int"/>
  </xs:simpleContent></xs:complexType></xs:element>`
const QNAME = '<xs:element name="e" type="xs:QName"/>'

const NILLABLE = COMPLEX.replace('name="e"', 'name="e" nillable="true"')
const ANY = '<xs:element name="e"/>'

for (const [schema, text, values] of [
  [NILLABLE, '<e xsi:nil="true"/>', { $nil: true }],
  [ANY, '<e>text</e>', { value: 'text' }],
  [
    ANY,
    '<e xsi:type="xs:int">5</e>',
    { $type: '{http://www.w3.org/2001/XMLSchema}int', $value: 5 },
  ],
  [COMPLEX, '<e><a>1</a></e>', { a: 1 }],
  [SIMPLE, '<e>1</e>', { value: 1 }],
  [SIMPLE, '<e xsi:nil="true"/>', { value: null }],
  [BARE, '<e>1</e>', { value: 1 }],
  [QNAME, '<e>u:x</e>', { value: { namespace: 'urn:u', local: 'x' } }],
] as const) {
  test(`the named values of an entry: ${text} in ${schema.slice(0, 60)}`, (t) => {
    const entry = typed(t, schema).element('{urn:u}e')
    const read = atOnce(readingValues(elementOf(text), entry))
    t.deepEqual(plain(read), values)
    const written = writeElement(writeValues('{urn:u}e', read, entry))
    t.deepEqual(plain(atOnce(readingValues(readDocument(written), entry))), values)
  })
}

test('an entry of xs:anyType keeps its attributes, namespaces and text', (t) => {
  const entry = typed(t, ANY).element('{urn:u}e')
  const inside =
    '<e xmlns="urn:u" a="1" f:b="2" xmlns:f="urn:f">one <f:c f:d="3">two</f:c> three<c xmlns=""/></e>'
  const read = atOnce(readingValues(readDocument(inside), entry))
  t.like(read.value, { local: 'e', namespace: 'urn:u' })
  const written = readDocument(writeElement(writeValues('{urn:u}e', read, entry)))
  t.is(canonical(written), canonical(readDocument(inside)))
  // Values by name are written as they are without a schema.
  t.regex(writeElement(writeValues('{urn:u}e', { a: 1 }, entry)), /a>1</)
})

test('an entry that does not fit its type at all has values as without a schema', (t) => {
  const entry = typed(t, COMPLEX).element('{urn:u}e')
  t.deepEqual(plain(atOnce(readingValues(elementOf('<e>loose<a>1</a></e>'), entry))), { a: '1' })
})

test('what does not fit its type stays an element', (t) => {
  const entry = typed(t, COMPLEX).element('{urn:u}e')
  const { a } = atOnce(readingValues(elementOf('<e><a>x</a></e>'), entry))
  t.like(a, { local: 'a', children: ['x'] })
})
