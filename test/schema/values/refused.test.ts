/** Values that cannot be written: what is wrong with each, and where it stands. */
import test from 'ava'
import type { Value, Values } from '../../../src/plugin.js'
import { Unwritable } from '../../../src/schema/values/index.js'
import { element } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { writeElement } from '../../../src/xml/write.js'
import { typed } from '../../support/typed.js'

const SCHEMA = `<xs:element name="order"><xs:complexType>
    <xs:sequence>
      <xs:element name="customer" type="xs:string"/>
      <xs:element name="item" type="Item" maxOccurs="3"/>
      <xs:choice minOccurs="0"><xs:element name="cash"/><xs:element name="card"/></xs:choice>
      <xs:element name="mode" type="xs:string" fixed="fast" minOccurs="0"/>
      <xs:element name="note" type="xs:string" default="none" minOccurs="0"/>
      <xs:element name="shape" type="Shape" minOccurs="0"/>
      <xs:element name="on" type="xs:date" minOccurs="0"/>
      <xs:element name="scan" type="xs:hexBinary" minOccurs="0"/>
      <xs:element name="codes" type="xs:NMTOKENS" minOccurs="0"/>
      <xs:element name="text" minOccurs="0"><xs:complexType mixed="true"><xs:sequence>
        <xs:element name="b" type="xs:string" minOccurs="0" maxOccurs="9"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="more" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:any namespace="##other" processContents="skip"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="group" minOccurs="0"><xs:complexType><xs:sequence maxOccurs="2">
        <xs:element name="x"/><xs:element name="y"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="price" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
        <xs:attribute name="currency"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="order" minOccurs="0" nillable="true"><xs:complexType><xs:sequence><xs:any processContents="skip" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  <xs:complexType name="Item"><xs:sequence><xs:element name="size" minOccurs="0"><xs:simpleType>
      <xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:element></xs:sequence>
    <xs:attribute name="number" type="xs:int" use="required"/><xs:attribute name="unit" fixed="kg"/></xs:complexType>
  <xs:complexType name="Big"><xs:complexContent><xs:extension base="Item"/></xs:complexContent></xs:complexType>
  <xs:complexType name="Shape" abstract="true"/>
  <xs:complexType name="Round"><xs:complexContent><xs:extension base="Shape"><xs:attribute name="r"/></xs:extension></xs:complexContent></xs:complexType>`

const item = { '@number': 1 }
const right = { customer: 'x', item: [item] }

const WRONG: readonly (readonly [values: Values, message: RegExp])[] = [
  [{ item: [item] }, /^order\.customer: the schema requires it$/],
  [{ customer: 'x', item: [] }, /^order\.item: the schema requires it$/],
  [{ ...right, colour: 'red' }, /^order: the schema has no element colour here$/],
  [{ ...right, item: [item, item, { '@number': 'x' }] }, /^order\.item\[2\]\.@number: /],
  [{ ...right, item: [{}] }, /^order\.item\[0\]\.@number: the schema requires it$/],
  [
    { ...right, item: [{ ...item, '@colour': 'red' }] },
    /^order\.item\[0\]\.@colour: the schema has no such attribute/,
  ],
  [{ ...right, item: [{ ...item, '@unit': 'g' }] }, /^order\.item\[0\]\.@unit: it must be kg$/],
  [{ ...right, item: [item, item, item, item] }, /^order\.item\[3\]: it may not stand here/],
  [{ ...right, item: [{ ...item, size: 10 }] }, /^order\.item\[0\]\.size: .*9/],
  [{ ...right, item: [{ ...item, size: 1.5 }] }, /^order\.item\[0\]\.size: /],
  [{ ...right, item: ['x'] }, /^order\.item\[0\]: expected an object, got String$/],
  [{ ...right, item: [null] }, /^order\.item\[0\]: the schema does not let it be nil$/],
  [
    { ...right, customer: ['x', 'y'] },
    /^order\.customer\[1\]: it may not stand here: the schema wants .*item/,
  ],
  [{ ...right, customer: { a: 1 } }, /^order\.customer: expected string, got Object$/],
  [{ ...right, cash: 'x', card: 'y' }, /^order\.card: it may not stand here/],
  [{ ...right, mode: 'slow' }, /^order\.mode: it must be fast$/],
  [{ ...right, note: '' }, /^order\.note: an empty element means none$/],
  [{ ...right, shape: {} }, /^order\.shape\.\$type: \{urn:u\}Shape is abstract/],
  [
    { ...right, shape: { $type: '{urn:u}Item', ...item } },
    /^order\.shape\.\$type: \{urn:u\}Item may not stand for/,
  ],
  [
    { ...right, shape: { $type: '{urn:u}None' } },
    /^order\.shape\.\$type: the schema has no type \{urn:u\}None$/,
  ],
  [{ ...right, shape: { $type: 5 } }, /^order\.shape\.\$type: the schema has no type 5$/],
  [{ ...right, on: new Date(Number.NaN) }, /^order\.on: expected date, got Date$/],
  [{ ...right, on: 'tomorrow' }, /^order\.on: /],
  [{ ...right, scan: new Date(0) }, /^order\.scan: expected hexBinary, got Date$/],
  [{ ...right, codes: ['a b'] }, /^order\.codes: /],
  [{ ...right, codes: ['a', {}] }, /^order\.codes: /],
  [{ ...right, text: 'x' }, /^order\.text: expected an object, got String$/],
  [
    { ...right, text: { $content: 'x' } },
    /^order\.text\.\$content: expected an array, got String$/,
  ],
  [{ ...right, text: { $content: [{ b: '1', c: '2' }] } }, /^order\.text\.\$content\[0\]: /],
  [{ ...right, text: { $content: ['a', { c: '1' }] } }, /^order\.text\.\$content\[1\]: /],
  [{ ...right, text: { $content: [], b: 'x' } }, /^order\.text: the schema has no element b here$/],
  [{ ...right, group: { $content: ['text'] } }, /^order\.group\.\$content\[0\]: .*String$/],
  [{ ...right, group: { $content: [{ x: '1' }] } }, /^order\.group: more is needed: .*y/],
  [
    { ...right, more: { $any: ['text'] } },
    /^order\.more\.\$any\[0\]: expected an element, got String$/,
  ],
  [
    { ...right, more: { $any: [element({ name: 'x' })] } },
    /^order\.more\.\$any\[0\]: it may not stand here/,
  ],
  [{ ...right, price: { $value: 'x' } }, /^order\.price: /],
  [
    { ...right, price: { $value: '1', amount: 2 } },
    /^order\.price: the schema has no element amount here$/,
  ],
  [{ ...right, order: { $nil: true, x: 1 } }, /^order\.order: the schema has no element x here$/],
]

for (const [index, [values, message]] of WRONG.entries()) {
  test(`it is refused, ${index}: ${message.source}`, (t) => {
    const order = typed(t, SCHEMA).element('{urn:u}order')
    t.throws(() => order && atOnce(order.writing(values, true)), {
      instanceOf: Unwritable,
      message,
    })
  })
}

test('what holds nothing that could be written is refused, not written as nothing', (t) => {
  const order = typed(t, SCHEMA).element('{urn:u}order')
  const none = [Promise.resolve(1), new Map(), () => 1, Symbol('s')]
  for (const wrong of none as unknown as readonly Value[]) {
    for (const key of ['customer', 'item', 'price', 'group', 'order', 'cash']) {
      const values = { ...right, [key]: wrong }
      t.throws(() => order && atOnce(order.writing(values, true)), { instanceOf: TypeError }, key)
    }
    t.throws(() => order && atOnce(order.writing(wrong as Values, true)), { instanceOf: TypeError })
  }
})

test('a value that holds itself ends', (t) => {
  const node = typed(
    t,
    `<xs:element name="node"><xs:complexType><xs:sequence>
      <xs:element ref="node" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`,
  ).element('{urn:u}node')
  const values: { node?: Value } = {}
  values.node = values
  t.throws(() => node && atOnce(node.writing(values, true)), {
    instanceOf: Unwritable,
    message: /: values may nest 1000 levels deep$/,
  })
})

test('without checks, what the schema forbids is written as far as it can be', (t) => {
  const order = typed(t, SCHEMA).element('{urn:u}order')
  const write = (values: Values) => order && writeElement(atOnce(order.writing(values, false)))
  const wrap = (inside: string) => `<m:order xmlns:m="urn:u">${inside}</m:order>`
  t.is(write({ customer: 'x' }), wrap('<m:customer>x</m:customer>'))
  t.is(
    write({ card: 'y', cash: 'x', item: [{ size: 'many' }] }),
    wrap('<m:item><m:size>many</m:size></m:item><m:cash>x</m:cash><m:card>y</m:card>'),
  )
  t.is(write({ mode: 'slow', note: '' }), wrap('<m:mode>slow</m:mode><m:note/>'))
  t.throws(() => write({ colour: 'red' }), { instanceOf: Unwritable })
})

test('a value that is alone where several may stand, and a plain value where attributes may be, are written', (t) => {
  const order = typed(t, SCHEMA).element('{urn:u}order')
  t.is(
    order && writeElement(atOnce(order.writing({ customer: 'x', item, price: '1.5' }, true))),
    '<m:order xmlns:m="urn:u"><m:customer>x</m:customer><m:item number="1"/><m:price>1.5</m:price></m:order>',
  )
})
