/** What encoded messages are read as: the examples of the specifications, and what clients write. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Codec } from '../../../src/contract/encoding/codec.js'
import { isElement } from '../../../src/schema/values/index.js'
import { compileSchema } from '../../../src/schema/waybill.js'
import { elementText } from '../../../src/xml/tree.js'
import { read as decoded, envelope } from '../../support/encoding/through.js'
import { folderOf } from '../../support/folder.js'

/** With the prototypes that literals have. */
const read = (...input: Parameters<typeof decoded>) => structuredClone(decoded(...input))
const TEA = Uint8Array.from(Buffer.from('tea'))

const of11 = (inside: string, beside = '') =>
  read(envelope('1.1', `<g:Op>${inside}</g:Op>${beside}`))
const of12 = (inside: string) => read(envelope('1.2', `<g:Op>${inside}</g:Op>`))

test('SOAP 1.1 §5.2: xsi:type says what a simple value is, by any of the names of XML Schema', (t) => {
  const values = of11(
    `<a i:type="x:int">5</a><b i:type="e:boolean">1</b><c i:type="x:string"> c </c>
     <d xmlns:y="http://www.w3.org/1999/XMLSchema" xmlns:j="http://www.w3.org/1999/XMLSchema-instance"
        j:type="y:timeInstant">2026-11-22T00:00:00Z</d>
     <f xmlns:y="http://www.w3.org/2000/10/XMLSchema" xmlns:j="http://www.w3.org/2000/10/XMLSchema-instance"
        j:type="y:binary">dGVh</f>
     <h xmlns:y="http://www.w3.org/1999/XMLSchema" i:type="y:non-negative-integer">7</h>
     <k>plain</k>`,
  )
  t.deepEqual(values, {
    ...{ a: 5, b: true, c: ' c ', d: '2026-11-22T00:00:00Z', f: TEA },
    ...{ h: 7n, k: 'plain' },
  })
})

test('SOAP 1.1 §5.2.1: a text that many refer to is written once', (t) => {
  const values = of11(
    `<greeting id="String-0" i:type="x:string">Hello</greeting><salutation href="#String-0"/>`,
  )
  t.deepEqual(values, { greeting: 'Hello', salutation: 'Hello' })
})

test('SOAP 1.1 §5.2.3: bytes in base64, by the name of the encoding', (t) => {
  const values = of11(`<e:base64>dGVh</e:base64><picture i:type="e:base64"> dG Vh\n</picture>`)
  t.deepEqual(values, { base64: TEA, picture: TEA })
})

test('SOAP 1.1 §5.4.1: structs that share one another do so in their values', (t) => {
  const values = of11(
    `<book><title>Paradise Lost</title><author href="#Person-1"/></book>
     <other><author href="#Person-1"/></other>`,
    `<e:Person id="Person-1"><name>Milton</name><home href="#Home"/></e:Person>
     <Address id="Home"><street>Bunhill Row</street></Address>`,
  ) as { book: { author: { name: string; home: object } }; other: { author: object } }
  t.is(values.book.author.name, 'Milton')
  t.is<object, object>(values.book.author, values.other.author)
  t.deepEqual({ ...values.book.author.home }, { street: 'Bunhill Row' })
})

test('SOAP 1.1 §5.4.1: a cycle is one in the values', (t) => {
  const values = of11(
    `<list href="#1"/>`,
    `<m id="1"><next href="#2"/></m><m id="2"><next href="#1"/></m>`,
  ) as { list: { next: { next: object } } }
  t.is(values.list.next.next, values.list)
})

test('SOAP 1.1 §5.4.2: an array has the items that are there, each of the type that the array says', (t) => {
  const values = of11(
    `<some e:arrayType="x:int[2]"><number>3</number><number>4</number></some>
     <items e:arrayType="x:ur-type[3]"><e:int>1</e:int><e:decimal>6.621</e:decimal>
       <thing i:type="x:string">Of Mans</thing></items>
     <none e:arrayType="x:int[0]"/>
     <e:Array e:arrayType="x:string[1]"><v>a</v></e:Array>`,
  )
  t.deepEqual(values, {
    ...{ some: [3, 4], items: [1, '6.621', 'Of Mans'], none: [], Array: ['a'] },
  })
})

test('SOAP 1.1 §5.4.2: arrays of arrays, and of several dimensions', (t) => {
  const values = of11(
    `<rows e:arrayType="x:string[][2]">
       <item href="#array-1"/><item e:arrayType="x:string[1]"><item>r2c1</item></item></rows>
     <grid e:arrayType="x:string[2,3]"><i>11</i><i>12</i><i>13</i><i>21</i><i>22</i><i>23</i></grid>
     <deep e:arrayType="x:int[,][1]"><g e:arrayType="x:int[1,2]"><v>1</v><v>2</v></g></deep>`,
    `<e:Array id="array-1" e:arrayType="x:string[2]"><item>r1c1</item><item>r1c2</item></e:Array>`,
  )
  t.deepEqual(values, {
    rows: [['r1c1', 'r1c2'], ['r2c1']],
    grid: [
      ['11', '12', '13'],
      ['21', '22', '23'],
    ],
    deep: [[[1, 2]]],
  })
})

test('SOAP 1.1 §5.4.2.1: what a partial array leaves out is null', (t) => {
  const values = of11(`<a e:arrayType="x:string[5]" e:offset="[2]"><i>third</i><i>fourth</i></a>`)
  t.deepEqual(values, { a: [null, null, 'third', 'fourth'] })
})

test('SOAP 1.1 §5.4.2.2: what a sparse array leaves out is null', (t) => {
  const values = of11(
    `<a e:arrayType="x:string[,][4]"><e:Array href="#one" e:position="[2]"/></a>
     <b e:arrayType="x:int[1000000000]"><i e:position="[1]">1</i><i e:position="[3]">3</i></b>`,
    `<e:Array id="one" e:arrayType="x:string[10,10]"><item e:position="[2,2]">33</item>
     <item e:position="[3,1]">42</item></e:Array>`,
  )
  t.deepEqual(values, {
    a: [null, null, [null, null, [null, null, '33'], [null, '42']]],
    b: [null, 1, null, 3],
  })
})

test('SOAP 1.1 §5.4.3: accessors of one name in a generic compound are a list', (t) => {
  t.deepEqual(of11(`<p><item>1</item><item i:type="x:int">2</item><total>3</total></p>`), {
    p: { item: ['1', 2], total: '3' },
  })
})

test('SOAP 1.1 §5.1.9: null by both names', (t) => {
  const values = of11(
    `<a i:nil="1"/><b xmlns:j="http://www.w3.org/1999/XMLSchema-instance" j:null="1"/><c i:nil="0">c</c>
     <d e:arrayType="x:int[2]"><i i:nil="true"/><i>2</i></d><e href="#n"/>`,
    `<n id="n" i:nil="true"/>`,
  )
  t.deepEqual(values, { a: null, b: null, c: 'c', d: [null, 2], e: null })
})

test('SOAP 1.1 §5.6: the entry is the one that is root, wherever it stands', (t) => {
  const before = `<m id="1" e:root="0"><x>1</x></m>`
  for (const body of [
    `${before}<g:Op><a href="#1"/></g:Op>`,
    `<m id="1"><x>1</x></m><g:Op e:root="1" id="2"><a href="#1"/></g:Op>`,
    `<m id="1"><x>1</x></m><g:Op id="2"><a href="#1"/></g:Op>`,
  ]) {
    const { a } = read(envelope('1.1', body)) as { a: { x: string } }
    t.is(a.x, '1', body)
  }
})

test('SOAP 1.2 Part 2 §3.1.4: arrays say itemType and arraySize', (t) => {
  const values = of12(
    `<a e:itemType="x:int" e:arraySize="2"><i>1</i><i>2</i></a>
     <b e:itemType="x:int" e:arraySize="* 2"><i>1</i><i>2</i><i>3</i><i>4</i></b>
     <c e:nodeType="array"><i i:type="x:int">1</i></c><d e:arraySize="0"/>
     <f i:type="e:Array"><i>1</i></f><h e:nodeType="struct"/>`,
  )
  t.deepEqual(values, {
    ...{ a: [1, 2], c: [1], d: [], f: ['1'], h: {} },
    b: [
      [1, 2],
      [3, 4],
    ],
  })
})

test('SOAP 1.2 Part 2 §3.1.5: a node that is referred to is one', (t) => {
  const values = of12(
    `<a e:id="one"><n i:type="x:int">1</n><self e:ref="one"/></a><b e:ref="one"/>`,
  ) as { a: { self: object }; b: object }
  t.is<object, object>(values.a, values.b)
  t.is<object, object>(values.a, values.a.self)
})

test('SOAP 1.1 §4.1.1: what claims no encoding is an element, as it is', (t) => {
  const { a, b } = read(
    envelope(
      '1.1',
      `<g:Op s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">
       <a s:encodingStyle=""><x id="1">tea</x></a><b s:encodingStyle=""><x id="1"/></b></g:Op>`,
    ),
  )
  t.true(typeof a === 'object' && a !== null && isElement(a) && isElement(b as object))
})

test('SOAP 1.1 §4.1.1: tighter rules are those of the encoding, and the one that is known counts', (t) => {
  const style = 'http://schemas.xmlsoap.org/soap/encoding/'
  for (const list of [`${style}tighter`, `urn:other ${style}`, `\n${style}\t`]) {
    const body = `<g:Op s:encodingStyle="${list}"><a i:type="x:int">1</a></g:Op>`
    t.deepEqual(read(envelope('1.1', body)), { a: 1 })
  }
})

test('the encoding of SOAP 1.2 in an envelope of 1.1, and inside the other', (t) => {
  const body = `<g:Op s:encodingStyle="http://www.w3.org/2003/05/soap-encoding" xmlns:f="http://www.w3.org/2003/05/soap-encoding">
    <a f:id="1" f:itemType="x:int" f:arraySize="1"><i>1</i></a><b f:ref="1"/>
    <c s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" e:arrayType="x:int[1]"><i>1</i></c></g:Op>`
  t.deepEqual(read(envelope('1.1', body)), { a: [1], b: [1], c: [1] })
})

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:g" xmlns="urn:g"
    xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/">
  <xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
  <xs:complexType name="Person"><xs:all>
    <xs:element name="name" type="xs:string"/>
    <xs:element name="age" type="e:int" minOccurs="0"/>
    <xs:element name="friend" type="Person" nillable="true" minOccurs="0"/>
    <xs:element name="colour" type="Colour" minOccurs="0"/>
  </xs:all></xs:complexType>
  <xs:complexType name="Author"><xs:complexContent><xs:extension base="Shape"><xs:sequence>
    <xs:element name="book" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Shape" abstract="true"><xs:sequence/></xs:complexType>
  <xs:simpleType name="Colour"><xs:restriction base="xs:string">
    <xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction></xs:simpleType>
  <xs:complexType name="People"><xs:complexContent><xs:restriction base="e:Array">
    <xs:attribute ref="e:arrayType" w:arrayType="Person[]"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:complexType name="Rows"><xs:complexContent><xs:restriction base="e:Array">
    <xs:attribute ref="e:arrayType" w:arrayType="xs:int[][]"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:element name="Op"><xs:complexType><xs:sequence>
    <xs:element name="person" type="Person" minOccurs="0"/>
    <xs:element name="people" type="People" minOccurs="0"/>
    <xs:element name="rows" type="Rows" minOccurs="0"/>
    <xs:element name="shape" type="Shape" minOccurs="0"/>
    <xs:element name="any" type="xs:anyType" minOccurs="0" nillable="true"/>
    <xs:element name="price" type="xs:decimal" minOccurs="0"/>
    <xs:element name="bytes" type="e:base64" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

function codecOf(t: ExecutionContext): Codec {
  const folder = folderOf(t, { 'g.xsd': SCHEMA })
  return new Codec(compileSchema([join(folder, 'g.xsd')]).components)
}

test('declared types direct how values are read, whatever order and types the message has', (t) => {
  const codec = codecOf(t)
  const values = read(
    envelope(
      '1.1',
      `<g:Op><price i:type="x:int">5</price><people i:type="e:Array" e:arrayType="g:Person[1]">
         <item i:type="g:Person"><age i:type="x:int">7</age><name>Ann</name></item></people>
       <person xmlns:u="urn:unknown" i:type="u:SOAPStruct"><name i:type="x:string">Bob</name><colour>red</colour></person>
       <bytes i:type="x:base64Binary">dGVh</bytes><rows e:arrayType="x:int[][1]"><r e:arrayType="x:int[2]"><i>1</i><i>2</i></r></rows></g:Op>`,
    ),
    codec,
  )
  t.deepEqual(values, {
    price: '5',
    people: [{ age: 7, name: 'Ann' }],
    person: { name: 'Bob', colour: 'red' },
    bytes: TEA,
    rows: [[1, 2]],
  })
})

test('an independent element without a type has the one that its accessor declares, even if an undeclared one refers to it first', (t) => {
  const values = read(
    envelope(
      '1.1',
      `<g:Op><any href="#1"/><person href="#1"/></g:Op><m id="1"><name>Ann</name><age>7</age><friend href="#1"/></m>`,
    ),
    codecOf(t),
  ) as { any: object; person: { age: number; friend: object } }
  t.is(values.any, values.person)
  t.is(values.person.friend, values.person)
  t.is(values.person.age, 7)
})

test('a derived type says its name, and an abstract one needs it', (t) => {
  const codec = codecOf(t)
  t.deepEqual(
    read(
      envelope('1.1', `<g:Op><shape i:type="g:Author"><book>a</book><book>b</book></shape></g:Op>`),
      codec,
    ),
    { shape: Object.assign(Object.create(null), { $type: '{urn:g}Author', book: ['a', 'b'] }) },
  )
})

const WRONG: readonly (readonly [what: string, inside: string, reported: RegExp])[] = [
  ['text of another type', '<price>tea</price>', /^Op\.price: /],
  ['elements in a text', '<price><a/></price>', /^Op\.price: expected decimal, got elements/],
  ['text in a struct', '<person>tea</person>', /^Op\.person: expected \{urn:g\}Person, got text/],
  ['an accessor that is missing', '<person/>', /^Op\.person\.name: it is missing/],
  [
    'an accessor that is null',
    '<person><name i:nil="1"/></person>',
    /^Op\.person\.name: it must not be null/,
  ],
  ['an accessor that nobody declares', '<tea/>', /^Op\.tea: the contract has no such accessor/],
  ['an accessor twice', '<price>1</price><price>1</price>', /^Op\.price: it is there twice/],
  [
    'a value that is not enumerated',
    '<person><name/><colour>green</colour></person>',
    /^Op\.person\.colour: /,
  ],
  ['another type', '<person i:type="g:Author"/>', /expected \{urn:g\}Person, got \{urn:g\}Author/],
  [
    'an array for a struct',
    '<person e:arrayType="x:int[1]"/>',
    /expected \{urn:g\}Person, got an array of xs:int/,
  ],
  [
    'a struct for an array',
    '<people i:type="g:Person"/>',
    /expected an array of \{urn:g\}Person, got \{urn:g\}Person/,
  ],
  [
    'items of another type',
    '<people e:arrayType="x:int[1]"><i>1</i></people>',
    /expected an array of \{urn:g\}Person, got one of xs:int/,
  ],
  [
    'more dimensions',
    '<rows e:arrayType="x:int[1,1,1]"/>',
    /more dimensions than the declared one/,
  ],
  [
    'more items than its size',
    '<rows e:arrayType="x:int[][1]"><i/><i/></rows>',
    /^Op\.rows\[1\]: the array has more items/,
  ],
  [
    'a place twice',
    '<rows e:arrayType="x:int[][2]"><i e:position="[1]"/><i e:position="[1]"/></rows>',
    /two items have this place/,
  ],
  [
    'a place outside',
    '<rows e:arrayType="x:int[2,2]"><i e:position="[1,2]">1</i></rows>',
    /outside of the array/,
  ],
  ['a prefix that is not declared', '<any i:type="nobody:int"/>', /prefix of the type/],
  ['an abstract type', '<shape/>', /abstract: xsi:type is missing/],
  ['a reference to nothing', '<person href="#nobody"/>', /no element has the id/],
  [
    'a reference to another message',
    '<person href="http://example.org/"/>',
    /not to an element of the message/,
  ],
  ['references that lead to each other', '<any href="#1"/><person href="#2"/>', /leads to itself/],
  ['a cycle in what has none', '<price id="p" href="#q"/>', /expected decimal, got elements/],
  [
    'one value as two types',
    '<person href="#q"/><people href="#q"/>',
    /elsewhere, and an array of \{urn:g\}Person here|no such accessor/,
  ],
  ['text in what refers', '<price href="#q">5</price>', /refers to .*#q.* has content of its own/],
  [
    'an element in what refers',
    '<price href="#q"><b/></price>',
    /refers to .*#q.* has content of its own/,
  ],
]

for (const [what, inside, pattern] of WRONG) {
  test(`${what} is a Client fault that says where`, (t) => {
    const beside = `<m id="1" href="#2"/><m id="2" href="#1"/><m id="q"><name>Ann</name><price href="#q"/></m>`
    const fault = t.throws(
      () => read(envelope('1.1', `<g:Op>${inside}</g:Op>${beside}`), codecOf(t)),
      {
        name: 'SoapFault',
      },
    ) as { code?: string; detail?: readonly Parameters<typeof elementText>[0][] } | undefined
    t.is(fault?.code, 'Client')
    t.regex(fault?.detail?.map(elementText).join() ?? '', pattern)
  })
}

for (const [subcode, body] of [
  ['MissingID', '<g:Op><a e:ref="nobody"/></g:Op>'],
  ['DuplicateID', '<g:Op><a e:id="a"/><b e:id="a"/></g:Op>'],
  ['UntypedValue', '<g:Op><shape/></g:Op>'],
] as const) {
  test(`SOAP 1.2 Part 2 §3.2: ${subcode} is a subcode`, (t) => {
    const thrown = t.throws(
      () => read(envelope('1.2', body), subcode === 'UntypedValue' ? codecOf(t) : undefined),
      {
        name: 'SoapFault',
      },
    ) as { subcodes?: readonly string[] } | undefined
    t.deepEqual(thrown?.subcodes, [`{http://www.w3.org/2003/05/soap-encoding}${subcode}`])
  })
}

test('SOAP 1.2 Part 1 §5.4.6: an unknown encoding is DataEncodingUnknown', (t) => {
  for (const body of [
    '<g:Op s:encodingStyle="urn:unknown"/>',
    '<g:Op><a s:encodingStyle="urn:unknown">1</a></g:Op>',
  ]) {
    t.throws(() => read(envelope('1.1', body)), {
      message: /encoding that this node does not know/,
    })
  }
})
