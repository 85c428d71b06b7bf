/** Samples of elements: what is made is valid, and the types that are written of its schema hold its value. */
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { SchemaComponents } from '../../../src/schema/components.js'
import { readDocuments } from '../../../src/schema/documents.js'
import { libxmljs2Engine } from '../../../src/schema/libxmljs2.js'
import { resolveSchema } from '../../../src/schema/resolve/index.js'
import { NoSample, sampleText } from '../../../src/schema/sample/index.js'
import { writeTypes } from '../../../src/schema/types/index.js'
import { identifier } from '../../../src/schema/types/names.js'
import { CompiledSchema } from '../../../src/schema/validate/index.js'
import { ValueMapping } from '../../../src/schema/values/index.js'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce } from '../../../src/xml/walk.js'
import { folderOf } from '../../support/folder.js'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const LIMITS = {
  depth: 200,
  attributes: 200,
  namespaces: 200,
  namespacesInScope: 200,
  elements: 10_000,
  name: 1000,
  attributeValue: 1000,
}

function schemaOf(t: ExecutionContext, declarations: string): CompiledSchema {
  const folder = folderOf(t, {
    's.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:x" xmlns:x="urn:x"
       targetNamespace="urn:x" elementFormDefault="qualified">${declarations}</xs:schema>`,
  })
  return new CompiledSchema(resolveSchema(readDocuments([join(folder, 's.xsd')])))
}

function sample(schema: CompiledSchema, local: string, least = false): string {
  const declared = schema.components.elements.get(`{urn:x}${local}`)
  return declared ? sampleText(schema, declared, least) : ''
}

for (const name of readdirSync(join(ROOT, 'plugins'))) {
  test(`libxml2 accepts the samples of ${name}`, (t) => {
    const file = join(ROOT, 'plugins', name, `${name}.xsd`)
    const schema = new CompiledSchema(resolveSchema(readDocuments([file])))
    const oracle = libxmljs2Engine.compile(file)
    for (const declared of schema.components.elements.values()) {
      const text = sampleText(schema, declared)
      t.deepEqual(oracle.validate(readDocument(text.trim(), LIMITS)), [], text)
    }
  })
}

const ORDER = `
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="note" type="xs:string" minOccurs="0"/>
    <xs:element name="item" maxOccurs="unbounded" type="xs:token"/>
    <xs:element ref="order" minOccurs="0"/>
  </xs:sequence><xs:attribute name="currency" use="required"><xs:simpleType><xs:restriction base="xs:string">
    <xs:pattern value="[A-Z]{3}"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>`

test('a sample has what may be left out, but not itself again', (t) => {
  t.is(
    sample(schemaOf(t, ORDER), 'order'),
    `<x:order xmlns:x="urn:x" currency="AAA">
  <x:id>1</x:id>
  <x:note>text</x:note>
  <x:item>text</x:item>
</x:order>
`,
  )
})

test('the least sample has only what is required', (t) => {
  t.is(
    sample(schemaOf(t, ORDER), 'order', true),
    '<x:order xmlns:x="urn:x" currency="AAA">\n  <x:id>1</x:id>\n  <x:item>text</x:item>\n</x:order>\n',
  )
})

test('a choice that leads back is not taken, however often it stands first', (t) => {
  const schema = schemaOf(
    t,
    `<xs:element name="tree"><xs:complexType><xs:choice>
       <xs:sequence><xs:element ref="tree"/><xs:element ref="tree"/></xs:sequence>
       <xs:element name="leaf" type="xs:boolean"/>
     </xs:choice></xs:complexType></xs:element>`,
  )
  t.true(sample(schema, 'tree').includes('<x:leaf>true</x:leaf>'))
})

test('what holds itself without end has no sample', (t) => {
  const schema = schemaOf(
    t,
    '<xs:element name="e"><xs:complexType><xs:sequence><xs:element ref="e"/></xs:sequence></xs:complexType></xs:element>',
  )
  t.throws(() => sample(schema, 'e'), { instanceOf: NoSample, message: /holds itself without end/ })
})

function restricted(base: string, facets: Readonly<Record<string, string>>): string {
  const written = Object.entries(facets).map(([facet, value]) => `<xs:${facet} value="${value}"/>`)
  return `<xs:element name="e"><xs:simpleType><xs:restriction base="xs:${base}">${written.join('')}</xs:restriction></xs:simpleType></xs:element>`
}

const RESTRICTED: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['string', { length: '7' }],
  ['token', { minLength: '300' }],
  ['string', { pattern: '(foo|[0-9]{3})-\\p{Lu}+', minLength: '9' }],
  ['NMTOKEN', { maxLength: '1' }],
  ['decimal', { minExclusive: '1', maxExclusive: '2' }],
  ['integer', { minInclusive: '100000000000000000000' }],
  ['int', { minExclusive: '41', maxExclusive: '43' }],
  ['double', { maxExclusive: '-1e10' }],
  ['date', { minExclusive: '2999-12-31' }],
  ['dateTime', { maxInclusive: '1900-01-01T00:00:00Z' }],
  ['date', { pattern: '20[3-9]\\d-1[0-2]-[0-3]\\d' }],
  ['hexBinary', { length: '3' }],
  ['base64Binary', { minLength: '10' }],
  ['NMTOKENS', { length: '4' }],
  ['anyURI', { maxLength: '5' }],
  ['boolean', { pattern: '0' }],
]

for (const [base, facets] of RESTRICTED) {
  test(`a text is found of xs:${base} with ${JSON.stringify(facets)}`, (t) => {
    t.regex(sample(schemaOf(t, restricted(base, facets)), 'e'), /^<x:e/)
  })
}

test('every built-in type that a document can have a text of has one', (t) => {
  const { types } = schemaOf(t, '').components
  const names = [...types.values()]
    .filter(({ local }) => !/^(ENTIT|IDREF|NOTATION|anyType)/.test(local))
    .map(({ local }) => local)
  t.true(names.length > 38)
  for (const name of names) {
    t.notThrows(() => sample(schemaOf(t, `<xs:element name="e" type="xs:${name}"/>`), 'e'), name)
  }
})

const EVERYTHING = `
  <xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
  <xs:simpleType name="Color"><xs:restriction base="xs:token"><xs:enumeration value="red"/><xs:enumeration value="dark green"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Number"><xs:restriction base="xs:int"><xs:pattern value="00\\d"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Either"><xs:union memberTypes="xs:int Color"/></xs:simpleType>
  <xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="base" type="xs:long"/></xs:sequence><xs:anyAttribute processContents="lax"/></xs:complexType>
  <xs:complexType name="Derived"><xs:complexContent><xs:extension base="Base"><xs:sequence><xs:element name="more" type="xs:hexBinary"/></xs:sequence>
    <xs:attribute name="n" type="Number" use="required"/></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Mixed" mixed="true"><xs:choice maxOccurs="unbounded"><xs:element name="b" type="xs:QName"/><xs:any namespace="##other" processContents="lax"/></xs:choice></xs:complexType>
  <xs:element name="head" type="xs:string" abstract="true"/>
  <xs:element name="member" substitutionGroup="head" type="xs:token"/>
  <xs:element name="all"><xs:complexType><xs:sequence>
    <xs:element name="color" type="Color"/><xs:element name="number" type="Number" maxOccurs="3"/>
    <xs:element name="either" type="Either" nillable="true"/><xs:element name="base" type="Base"/>
    <xs:element name="mixed" type="Mixed"/><xs:element ref="head"/>
    <xs:element name="price"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="Color" use="required"/><xs:attribute ref="xml:lang"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:choice><xs:element name="one" type="xs:boolean"/><xs:element name="two" type="xs:base64Binary"/></xs:choice>
    <xs:choice minOccurs="2" maxOccurs="2"><xs:element name="rest"><xs:simpleType><xs:list itemType="xs:double"/></xs:simpleType></xs:element></xs:choice>
    <xs:any namespace="##other" processContents="skip"/>
  </xs:sequence></xs:complexType></xs:element>`

/** A value as TypeScript writes it. */
function literalOf(value: unknown): string {
  if (value instanceof Uint8Array) return `new Uint8Array([${value.join(', ')}])`
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${literalOf(member)}`,
  )
  return `{ ${members.join(', ')} }`
}

function declarationsOf(schema: SchemaComponents, folder: string): string {
  const module = join(ROOT, 'dist/src/plugin.js')
  const compiled = new CompiledSchema(schema)
  const { fold } = new ValueMapping(schema)
  writeFileSync(join(folder, 'types.ts'), writeTypes(schema, { module, from: 'it' }))
  const lines = [...schema.elements.values()]
    .filter(({ abstract }) => !abstract)
    .map((declared, index) => {
      const root = readDocument(sampleText(compiled, declared).trim(), LIMITS)
      const { value } = atOnce(compiled.validating(root, fold))
      return `export const value${index}: types.${identifier(declared.local)} = ${literalOf(value)}`
    })
  return ["import type * as types from './types.js'", ...lines, ''].join('\n')
}

/** What `tsc --strict` says of the files of a folder. */
function compile(folder: string): string {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUnusedLocals: true,
        noEmit: true,
        skipLibCheck: true,
        target: 'es2023',
        module: 'nodenext',
        types: [],
      },
      include: ['*.ts'],
    }),
  )
  const tsc = join(dirname(typescript), 'bin', 'tsc')
  return spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' }).stdout
}

test('the types of a schema hold the value of a sample, as tsc --strict sees it', (t) => {
  const { components } = schemaOf(t, EVERYTHING)
  const folder = folderOf(t, {})
  const values = declarationsOf(components, folder)
  writeFileSync(join(folder, 'values.ts'), values)
  t.is(compile(folder), '', values)
  writeFileSync(
    join(folder, 'values.ts'),
    values.replace('"dark green"', '"green"').replace('"red"', '"blue"'),
  )
  t.regex(compile(folder), /"?blue"?.*not assignable/)
})

test('what asks for surrogates, which no message has, has no sample', (t) => {
  const of = (pattern: string) => schemaOf(t, restricted('string', { pattern }))
  t.throws(() => sample(of('\\p{IsHighSurrogates}'), 'e'), { instanceOf: NoSample })
  t.regex(sample(of('[^a]'), 'e'), />[^<]+</)
})
