/** The types that are written of a schema: those of the values that it is read as. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readDocuments } from '../../../src/schema/documents.js'
import { resolveSchema } from '../../../src/schema/resolve/index.js'
import { writeTypes } from '../../../src/schema/types/index.js'
import type { ValueOptions } from '../../../src/schema/values/index.js'
import { folderOf } from '../../support/folder.js'

function typesOf(t: ExecutionContext, declarations: string, options: ValueOptions = {}): string {
  const folder = folderOf(t, {
    's.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:x" xmlns:x="urn:x"
       targetNamespace="urn:x" elementFormDefault="qualified">${declarations}</xs:schema>`,
  })
  const schema = resolveSchema(readDocuments([join(folder, 's.xsd')]))
  return writeTypes(schema, { module: 'waybill/plugin', from: 's.xsd', ...options })
    .split('\n')
    .slice(2)
    .join('\n')
    .trim()
}

function element(type: string): string {
  return `<xs:element name="e" type="${type}"/>`
}

const BUILT_IN: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  int: 'number',
  unsignedInt: 'number',
  double: 'number',
  long: 'bigint',
  integer: 'bigint',
  decimal: 'string',
  dateTime: 'string',
  duration: 'string',
  anyURI: 'string',
  base64Binary: 'Uint8Array',
  NMTOKENS: 'readonly string[]',
}

for (const [type, text] of Object.entries(BUILT_IN)) {
  test(`xs:${type} is ${text}`, (t) => {
    t.is(typesOf(t, element(`xs:${type}`)), `export type E = ${text}`)
  })
}

test('xs:QName is imported, and so is what a wildcard lets in', (t) => {
  t.is(
    typesOf(t, element('xs:QName')),
    "import type { QName } from 'waybill/plugin'\n\nexport type E = QName",
  )
  t.is(
    typesOf(t, element('xs:anyType')),
    "import type { XmlElement } from 'waybill/plugin'\n\nexport type E = string | XmlElement",
  )
})

function simple(restriction: string): string {
  return `<xs:simpleType name="T">${restriction}</xs:simpleType>`
}

test('an enumeration is a union of what it lists, as it is read', (t) => {
  const list = (base: string, ...values: readonly string[]) =>
    `<xs:restriction base="xs:${base}">${values.map((value) => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction>`
  const written = (text: string) => text.split('\n').at(-1)
  t.is(
    written(typesOf(t, simple(list('token', ' EUR ', "it's", '\\')))),
    "export type T = 'EUR' | 'it\\'s' | '\\\\'",
  )
  t.is(written(typesOf(t, simple(list('int', '1', '-2')))), 'export type T = 1 | -2')
  t.is(written(typesOf(t, simple(list('long', '1')))), 'export type T = 1n')
  t.is(written(typesOf(t, simple(list('decimal', '1.0')))), 'export type T = string')
})

test('a number whose pattern tells how it is written may be text', (t) => {
  const type = '<xs:restriction base="xs:int"><xs:pattern value="\\d{3}"/></xs:restriction>'
  t.is(
    typesOf(t, simple(type)),
    '/** `xs:int`: pattern `\\d{3}`. */\nexport type T = number | string',
  )
})

const CHOSEN: readonly (readonly [type: string, text: string])[] = [
  ['<xs:restriction base="xs:dateTime"/>', 'Date | string'],
  ['<xs:restriction base="xs:date"/>', 'Date | string'],
  ['<xs:restriction base="xs:time"/>', 'string'],
  ['<xs:restriction base="xs:gYear"/>', 'string'],
  ['<xs:restriction base="xs:decimal"/>', 'number | string'],
  ['<xs:restriction base="xs:decimal"><xs:totalDigits value="15"/></xs:restriction>', 'number'],
  [
    '<xs:restriction base="xs:decimal"><xs:totalDigits value="16"/></xs:restriction>',
    'number | string',
  ],
  ['<xs:list itemType="xs:date"/>', 'readonly (Date | string)[]'],
  ['<xs:union memberTypes="xs:decimal xs:date"/>', 'number | string | Date'],
]

for (const [type, text] of CHOSEN) {
  test(`where dates and decimals are chosen, ${type} is ${text}`, (t) => {
    const types = typesOf(t, simple(type), { dates: 'Date', decimals: 'number' })
    t.is(types.split('\n').at(-1), `export type T = ${text}`)
  })
}

test('an attribute of any name may be a date where dates are chosen', (t) => {
  const open = '<xs:complexType name="T"><xs:anyAttribute namespace="##other"/></xs:complexType>'
  t.false(/\| Date$/m.test(typesOf(t, open)))
  t.true(/\| Date$/m.test(typesOf(t, open, { dates: 'Date' })))
})

test('a union is what its members are', (t) => {
  const members =
    '<xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="all"/></xs:restriction></xs:simpleType></xs:union>'
  t.is(typesOf(t, simple(members)), "export type T = number | 'all'")
})

test('a complex type is an interface, with its attributes, its documentation and that of its facets', (t) => {
  t.is(
    typesOf(
      t,
      `<xs:complexType name="Order"><xs:annotation><xs:documentation>What  is
         ordered */ now.</xs:documentation></xs:annotation>
         <xs:sequence>
           <xs:element name="note" minOccurs="0" nillable="true"><xs:simpleType><xs:restriction base="xs:string">
             <xs:maxLength value="9"/></xs:restriction></xs:simpleType></xs:element>
           <xs:element name="line-item" maxOccurs="9"><xs:complexType><xs:simpleContent>
             <xs:extension base="xs:int"><xs:attribute name="unit" type="xs:string" default="kg"/></xs:extension>
           </xs:simpleContent></xs:complexType></xs:element>
         </xs:sequence>
         <xs:attribute name="number" type="xs:long" use="required"/>
       </xs:complexType>`,
    ),
    `/** What is ordered *\\/ now. */
export interface Order {
  readonly '@number': bigint
  /** \`xs:string\`: at most this long: 9. */
  readonly note?: string | null | undefined
  readonly 'line-item': readonly OrderLineItem[]
}

export interface OrderLineItem {
  readonly $value: number
  /** Default: \`kg\`. */
  readonly '@unit'?: string | undefined
}`,
  )
})

test('where names do not tell the order, all stands in its order', (t) => {
  t.true(
    typesOf(
      t,
      `<xs:complexType name="T" mixed="true"><xs:choice maxOccurs="unbounded">
         <xs:element name="b" type="xs:int"/><xs:any namespace="##other" processContents="lax"/>
       </xs:choice></xs:complexType>`,
    ).includes(
      'readonly $content: readonly (string | { readonly b: number } | { readonly $any: XmlElement })[]',
    ),
  )
})

test('a choice that repeats leaves the other members alone', (t) => {
  const types = typesOf(
    t,
    `<xs:complexType name="T"><xs:sequence><xs:element name="id" type="xs:int"/>
       <xs:choice maxOccurs="unbounded"><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:string"/></xs:choice>
       <xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>`,
  )
  t.true(types.includes('  readonly id: number\n'), types)
  t.true(types.includes('  readonly note?: string | undefined\n'), types)
  t.true(
    types.includes(
      'readonly $content: readonly ({ readonly b: number } | { readonly c: string })[]',
    ),
    types,
  )
})

test('a type that is derived from another may stand for it, and says its name', (t) => {
  const types = typesOf(
    t,
    `<xs:complexType name="Shape" abstract="true"/>
     <xs:complexType name="Circle"><xs:complexContent><xs:extension base="Shape"><xs:attribute name="r" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>
     <xs:complexType name="Square"><xs:complexContent><xs:extension base="Shape"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>
     <xs:element name="shape" type="Shape"/><xs:element name="none" type="Shape" block="extension"/>`,
  )
  t.true(
    types.includes(
      "export type ShapeElement = (Circle & { readonly $type: '{urn:x}Circle' }) | (Square & { readonly $type: '{urn:x}Square' })",
    ),
    types,
  )
  t.true(types.includes('export type None = never'))
})

test('names are those of TypeScript, each once', (t) => {
  const types = typesOf(
    t,
    ['string', 'Date', '1-a', 'a.b', 'aB', 'QName', 'Straße']
      .map((name) => `<xs:element name="${name.replace(/^1/, '_1')}" type="xs:int"/>`)
      .join(''),
  )
  t.deepEqual(
    [...types.matchAll(/export type (\S+)/g)].map(([, name]) => name),
    ['String', 'DateElement', 'T_1A', 'AB', 'ABElement', 'QNameElement', 'Straße'],
  )
})
