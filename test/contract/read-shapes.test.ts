/** Shapes: what is read out of schemas, with their includes and imports. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readShapes } from '../../src/contract/read-shapes.js'
import type { ComplexShape, Field, Shape } from '../../src/contract/shape.js'
import { InvalidSchema } from '../../src/schema/engine.js'
import { folderOf } from '../support/folder.js'

const schema = (inside: string, attributes = 'targetNamespace="urn:s" xmlns="urn:s"') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${inside}</xs:schema>`

const QUALIFIED = 'targetNamespace="urn:s" xmlns="urn:s" elementFormDefault="qualified"'

function shapes(
  t: ExecutionContext,
  files: string | Readonly<Record<string, string>>,
): ReadonlyMap<string, Shape> {
  const given = typeof files === 'string' ? { 's.xsd': files } : files
  return readShapes(join(folderOf(t, given), 's.xsd'))
}

/** The fields of a global element. */
function fields(t: ExecutionContext, files: Parameters<typeof shapes>[1], name = '{urn:s}E') {
  const shape = shapes(t, files).get(name)
  if (shape?.kind !== 'complex') throw new Error(`${name} is ${shape?.kind}`)
  return shape.fields
}

const element = (type: string) => `<xs:element name="E">${type}</xs:element>`
const sequence = (inside: string) =>
  `<xs:complexType><xs:sequence>${inside}</xs:sequence></xs:complexType>`

const brief = ({ name, namespace, required, repeats, nillable, shape }: Field) =>
  [
    namespace && `{${namespace}}`,
    name,
    required ? '!' : '?',
    repeats ? '*' : '',
    nillable ? '0' : '',
    `:${shape.kind === 'simple' ? shape.type : shape.kind}`,
  ].join('')

test('every built-in type has its kind of value', (t) => {
  const kinds = {
    number: 'byte short int unsignedByte unsignedShort unsignedInt double float',
    bigint:
      'integer long unsignedLong nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger',
    boolean: 'boolean',
    base64: 'base64Binary',
    hex: 'hexBinary',
    date: 'date',
    dateTime: 'dateTime',
    time: 'time',
    string: 'string token decimal duration anyURI QName gYear language NMTOKENS anySimpleType',
  }
  for (const [kind, types] of Object.entries(kinds)) {
    for (const type of types.split(' ')) {
      const shape = shapes(t, schema(`<xs:element name="E" type="xs:${type}"/>`)).get('{urn:s}E')
      t.deepEqual(shape, { kind: 'simple', type: kind } as Shape, type)
    }
  }
  t.deepEqual(shapes(t, schema('<xs:element name="E" type="xs:anyType"/>')).get('{urn:s}E'), {
    kind: 'open',
  })
})

test('occurrence, nil and order are read', (t) => {
  const inside =
    '<xs:annotation/><xs:element name="a" type="xs:int"/>' +
    '<xs:element name="b" type="xs:int" minOccurs="0"/>' +
    '<xs:element name="c" type="xs:int" maxOccurs="unbounded"/>' +
    '<xs:element name="d" type="xs:int" minOccurs="0" maxOccurs="2" nillable="true"/>'
  t.deepEqual(fields(t, schema(element(sequence(inside)))).map(brief), [
    'a!:number',
    'b?:number',
    'c!*:number',
    'd?*0:number',
  ])
})

test('an element is in the namespace that form and elementFormDefault say', (t) => {
  const inside =
    '<xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" form="qualified"/>' +
    '<xs:element name="c" type="xs:int" form="unqualified"/>'
  t.deepEqual(fields(t, schema(element(sequence(inside)))).map(brief), [
    'a!:number',
    '{urn:s}b!:number',
    'c!:number',
  ])
  t.deepEqual(fields(t, schema(element(sequence(inside)), QUALIFIED)).map(brief), [
    '{urn:s}a!:number',
    '{urn:s}b!:number',
    'c!:number',
  ])
})

test('a reference takes name, type and nil of the global element, occurrence of its own', (t) => {
  const text = schema(
    `<xs:element name="G" type="xs:boolean" nillable="true"/>${element(sequence('<xs:element ref="G" minOccurs="0"/>'))}`,
  )
  t.deepEqual(fields(t, text).map(brief), ['{urn:s}G?0:boolean'])
})

test('default and fixed values are read, from the global element too', (t) => {
  const inside =
    '<xs:element name="a" type="xs:int" default="1"/><xs:element name="b" type="xs:int" fixed="2"/>' +
    '<xs:element ref="G"/><xs:element name="c" type="xs:int"/>'
  const text = schema(
    `<xs:element name="G" type="xs:int" default="3"/>${element(sequence(inside))}`,
  )
  t.deepEqual(
    fields(t, text).map(({ preset }) => preset),
    ['1', '2', '3', undefined],
  )
})

test('named types are found, simple ones by their base', (t) => {
  const text = schema(
    '<xs:element name="E" type="T"/>' +
      '<xs:complexType name="T"><xs:all><xs:element name="a" type="Small"/></xs:all></xs:complexType>' +
      '<xs:simpleType name="Small"><xs:restriction base="Less"/></xs:simpleType>' +
      '<xs:simpleType name="Less"><xs:restriction base="xs:long"/></xs:simpleType>',
  )
  t.deepEqual(fields(t, text).map(brief), ['a!:bigint'])
})

test('lists, unions and restrictions of inline types are text', (t) => {
  for (const type of [
    '<xs:list itemType="xs:int"/>',
    '<xs:union memberTypes="xs:int xs:boolean"/>',
    '<xs:restriction><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:restriction>',
  ]) {
    const text = schema(element(`<xs:simpleType>${type}</xs:simpleType>`))
    t.deepEqual(shapes(t, text).get('{urn:s}E'), { kind: 'simple', type: 'string' })
  }
})

test('an empty type has no fields; an element without a type is open', (t) => {
  t.deepEqual(fields(t, schema(element('<xs:complexType/>'))), [])
  t.deepEqual(fields(t, schema(element('<xs:complexType><xs:sequence/></xs:complexType>'))), [])
  t.deepEqual(shapes(t, schema('<xs:element name="E"/>')).get('{urn:s}E'), { kind: 'open' })
})

const A = '<xs:element name="a" type="xs:int"/>'
const OPEN: Readonly<Record<string, string>> = {
  'a choice': `<xs:complexType><xs:choice>${A}</xs:choice></xs:complexType>`,
  'a choice inside': sequence(`<xs:choice>${A}</xs:choice>`),
  'a wildcard': sequence('<xs:any processContents="skip"/>'),
  'a group that repeats': `<xs:complexType><xs:sequence maxOccurs="2">${A}</xs:sequence></xs:complexType>`,
  'mixed content': `<xs:complexType mixed="true"><xs:sequence>${A}</xs:sequence></xs:complexType>`,
  'mixed content without elements': '<xs:complexType mixed="true"/>',
  attributes: `<xs:complexType><xs:sequence>${A}</xs:sequence><xs:attribute name="x"/></xs:complexType>`,
  'simple content':
    '<xs:complexType><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>',
  'complex content': `<xs:complexType><xs:complexContent><xs:restriction base="xs:anyType"><xs:sequence>${A}</xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`,
  'a named group': '<xs:complexType><xs:group ref="G"/></xs:complexType>',
}

for (const [what, type] of Object.entries(OPEN)) {
  test(`a type with ${what} is open`, (t) => {
    t.deepEqual(shapes(t, schema(element(type))).get('{urn:s}E'), { kind: 'open' })
  })
}

test('a group that may be left out makes its elements optional', (t) => {
  for (const group of ['sequence', 'all']) {
    const type = `<xs:complexType><xs:${group} minOccurs="0" maxOccurs="1">${A}</xs:${group}></xs:complexType>`
    t.deepEqual(fields(t, schema(element(type))).map(brief), ['a?:number'])
  }
})

test('a type that contains itself has itself in its shape', (t) => {
  const text = schema(
    '<xs:element name="E" type="Node"/><xs:complexType name="Node"><xs:sequence>' +
      '<xs:element name="value" type="xs:int"/><xs:element name="next" type="Node" minOccurs="0"/>' +
      '</xs:sequence></xs:complexType>',
  )
  const [value, next] = fields(t, text)
  t.is(value && brief(value), 'value!:number')
  t.is((next?.shape as ComplexShape).fields[1], next)
})

test('types that use each other again and again are read once', (t) => {
  const types = Array.from(
    { length: 40 },
    (_, index) =>
      `<xs:complexType name="T${index}"><xs:sequence><xs:element name="a" type="T${index + 1}"/>` +
      `<xs:element name="b" type="T${index + 1}"/></xs:sequence></xs:complexType>`,
  )
  const last = '<xs:simpleType name="T40"><xs:restriction base="xs:int"/></xs:simpleType>'
  const text = schema(`<xs:element name="E" type="T0"/>${types.join('')}${last}`)
  t.is(fields(t, text).length, 2)
})

test('includes and imports are read relative to the file that names them, once', (t) => {
  const files = {
    's.xsd': schema(
      '<xs:include schemaLocation="parts/a.xsd"/>' +
        '<xs:import namespace="urn:o" schemaLocation="parts/o.xsd"/>' +
        `<xs:element name="E">${sequence('<xs:element name="a" type="A"/><xs:element ref="o:O"/>')}</xs:element>`,
      'targetNamespace="urn:s" xmlns="urn:s" xmlns:o="urn:o"',
    ),
    'parts/a.xsd': schema(
      '<xs:include schemaLocation="../s.xsd"/><xs:include schemaLocation="b.xsd"/>' +
        '<xs:complexType name="A"><xs:sequence><xs:element name="b" type="B"/></xs:sequence></xs:complexType>',
    ),
    'parts/b.xsd': schema(
      '<xs:simpleType name="B"><xs:restriction base="xs:int"/></xs:simpleType>',
    ),
    'parts/o.xsd': schema('<xs:element name="O" type="xs:boolean"/>', 'targetNamespace="urn:o"'),
  }
  const [a, o] = fields(t, files)
  t.deepEqual((a?.shape as ComplexShape).fields.map(brief), ['b!:number'])
  t.is(o && brief(o), '{urn:o}O!:boolean')
})

test('a schema without namespace takes that of its includer', (t) => {
  const files = {
    's.xsd': schema('<xs:include schemaLocation="c.xsd"/>', QUALIFIED),
    'c.xsd': schema(
      '<xs:element name="E" type="T"/><xs:complexType name="T"><xs:sequence>' +
        '<xs:element name="a" type="S"/><xs:element ref="R"/></xs:sequence></xs:complexType>' +
        '<xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType>' +
        '<xs:element name="R" type="xs:boolean"/>',
      'elementFormDefault="qualified"',
    ),
  }
  t.deepEqual(fields(t, files).map(brief), ['{urn:s}a!:number', '{urn:s}R!:boolean'])
})

test('a schema without any namespace declares elements without one', (t) => {
  const text = schema(
    `<xs:element name="E" type="T"/><xs:complexType name="T"><xs:sequence>${A}</xs:sequence></xs:complexType>`,
    '',
  )
  t.deepEqual(fields(t, text, 'E').map(brief), ['a!:number'])
})

test('a type that is redefined is open', (t) => {
  const files = {
    's.xsd': schema(
      '<xs:redefine schemaLocation="a.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="T">' +
        '<xs:sequence><xs:element name="more" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent>' +
        '</xs:complexType></xs:redefine><xs:element name="E" type="T"/>',
    ),
    'a.xsd': schema(
      `<xs:complexType name="T"><xs:sequence>${A}</xs:sequence></xs:complexType><xs:element name="F" type="xs:int"/>`,
    ),
  }
  const read = shapes(t, files)
  t.deepEqual(read.get('{urn:s}E'), { kind: 'open' })
  t.deepEqual(read.get('{urn:s}F'), { kind: 'simple', type: 'number' })
})

test('schemas may be in any encoding that messages may be in', (t) => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${schema('<xs:element name="\u00e9" type="xs:int"/>')}`
  const folder = folderOf(t, {})
  const file = join(folder, 's.xsd')
  writeFileSync(file, Buffer.from(`\ufeff${text}`, 'utf16le'))
  t.deepEqual([...readShapes(file).keys()], ['{urn:s}\u00e9'])
})

test('a file that is not there, or is no XML, is an invalid schema', (t) => {
  for (const files of [
    {},
    { 's.xsd': '<a' },
    { 's.xsd': schema('<xs:include schemaLocation="t.xsd"/>'), 't.xsd': '<a' },
  ]) {
    t.throws(() => shapes(t, files as Record<string, string>), { instanceOf: InvalidSchema })
  }
})

test('an imported file that is not there is none', (t) => {
  const files = {
    's.xsd': schema('\n\n<xs:import namespace="urn:o" schemaLocation="none.xsd"/>'),
  }
  t.notThrows(() => shapes(t, files))
})
