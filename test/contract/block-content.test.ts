/** What a header block holds comes as its schema types it. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { contentReader } from '../../src/contract/block-content.js'
import { type Exchange, element, header, SoapFault } from '../../src/plugin.js'
import { InvalidSchema } from '../../src/schema/engine.js'
import { readDocument } from '../../src/xml/read.js'
import { elementText } from '../../src/xml/tree.js'
import { folderOf } from '../support/folder.js'

const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:h"
    targetNamespace="urn:h" elementFormDefault="qualified">
  <xs:element name="Text" type="xs:string"/>
  <xs:element name="Count" type="xs:int"/>
  <xs:element name="Big" type="xs:integer"/>
  <xs:element name="At" type="xs:dateTime"/>
  <xs:element name="Order"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:long"/>
    <xs:element name="note" type="xs:string" minOccurs="0"/>
    <xs:element name="line" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="Marked"><xs:complexType><xs:attribute name="a"/></xs:complexType></xs:element>
  <xs:element name="Choice"><xs:complexType><xs:choice>
    <xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/>
  </xs:choice></xs:complexType></xs:element>
</xs:schema>`

function schemaOf(t: ExecutionContext, text = XSD): URL {
  return pathToFileURL(join(folderOf(t, { 'h.xsd': text }), 'h.xsd'))
}

/** Reads a block as it would come, with attributes of the envelope. */
function read(t: ExecutionContext, name: string, inside: string) {
  const block = `<h:${name} xmlns:h="urn:h" xmlns:s="urn:s" s:mustUnderstand="1">${inside}</h:${name}>`
  return contentReader(`{urn:h}${name}`, schemaOf(t))(readDocument(block))
}

test('a block of simple type is its value', (t) => {
  t.is(read(t, 'Text', ' a &amp; b'), ' a & b')
  t.is(read(t, 'Text', ''), '')
  t.is(read(t, 'Count', ' -7 '), -7)
  t.is(read(t, 'Big', '12345678901234567890'), 12345678901234567890n)
})

test('a type of XML Schema that a client writes into the block says nothing', (t) => {
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  const typed = `${xsi} xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="xsd:string"`
  const block = readDocument(`<h:Count xmlns:h="urn:h" ${typed}>7</h:Count>`)
  t.is(contentReader('{urn:h}Count', schemaOf(t))(block), 7)
})

test('a block of simple type is a date where its handler chooses dates', (t) => {
  const { process } = header<Date | string>({
    name: '{urn:h}At',
    schema: schemaOf(t),
    values: { dates: 'Date' },
    process: (at) =>
      element({ name: at instanceof Date ? 'Date' : 'text', children: [String(at)] }),
  })
  const read = (text: string) =>
    process(readDocument(`<h:At xmlns:h="urn:h">${text}</h:At>`), {} as Exchange)
  t.like(read('2026-11-22T08:00:00Z'), { local: 'Date' })
  t.like(read('2026-11-22T08:00:00'), { local: 'text', children: ['2026-11-22T08:00:00'] })
})

test('a block of elements is their values by name', (t) => {
  const inside = '<h:id>7</h:id>\n <h:line>a</h:line><h:line>b</h:line>'
  t.like(read(t, 'Order', inside), { id: 7n, note: undefined, line: ['a', 'b'] })
  t.like(read(t, 'Order', '<h:id>7</h:id><h:note/>'), { id: 7n, note: '', line: [] })
})

test('a block with attributes is its values, without those of SOAP', (t) => {
  const block =
    '<h:Marked xmlns:h="urn:h" xmlns:s="urn:s" s:mustUnderstand="1" s:actor="urn:x" a="1"/>'
  t.like(contentReader('{urn:h}Marked', schemaOf(t))(readDocument(block)), { '@a': '1' })
  t.deepEqual({ ...Object(read(t, 'Marked', '')) }, {})
  t.like(read(t, 'Choice', '<h:b>5</h:b>'), { b: 5 })
})

test('a block that does not fit is a Client fault of the header, which says where', (t) => {
  for (const [name, inside, sentence] of [
    ['Count', 'x', /^\/Count: .*"x"/],
    ['Count', '<h:a/>', /^\/Count: /],
    ['Order', '', /^\/Order: .*cvc-complex-type\.2\.4/],
    ['Order', '<h:id>7</h:id><h:x/>', /^\/Order\/x: /],
  ] as const) {
    const fault = t.throws(() => read(t, name, inside), { instanceOf: SoapFault })
    t.is(fault.code, 'Client')
    t.is(fault.scope, 'header')
    t.is(fault.headers.length, 1)
    t.regex(fault.headers.map(elementText).join(), sentence)
  }
})

test('a block that the schema does not declare is refused before the first message', (t) => {
  const schema = schemaOf(t)
  t.throws(() => contentReader('{urn:h}Other', schema), {
    instanceOf: TypeError,
    message: `${schema} declares no element {urn:h}Other`,
  })
})

test('a schema that is no file, or cannot be read, is told', (t) => {
  t.throws(() => contentReader('{urn:h}Text', new URL('http://h/h.xsd')), {
    instanceOf: TypeError,
    message: 'header() reads {urn:h}Text by its schema, and that is no file: URL',
  })
  t.throws(() => contentReader('{urn:h}Text', schemaOf(t, '<xs:schema')), {
    instanceOf: InvalidSchema,
  })
  t.throws(() => contentReader('{urn:h}Text', new URL('file:///no/such/h.xsd')), {
    instanceOf: InvalidSchema,
  })
})
