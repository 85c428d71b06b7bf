/** Schemas that refer to the SOAP encodings need no document of them, and say what their arrays hold. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { SchemaComponents } from '../../../src/schema/components.js'
import { readDocuments } from '../../../src/schema/documents.js'
import { resolveSchema } from '../../../src/schema/resolve/index.js'
import { soapArrayOf } from '../../../src/schema/soap-array.js'
import { writeTypes } from '../../../src/schema/types/index.js'
import { folderOf } from '../../support/folder.js'
import { compile } from '../../types/compile.js'

const ENCODING_11 = 'http://schemas.xmlsoap.org/soap/encoding/'
const ENCODING_12 = 'http://www.w3.org/2003/05/soap-encoding'

const array = (name: string, arrayType: string) => `
  <xs:complexType name="${name}"><xs:complexContent><xs:restriction base="e:Array">
    <xs:attribute ref="e:arrayType" w:arrayType="${arrayType}"/>
  </xs:restriction></xs:complexContent></xs:complexType>`

const schema = (inside: string, encoding = ENCODING_11, imported = true) => `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}"
    xmlns:w="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:a" xmlns="urn:a">
  ${imported ? `<xs:import namespace="${encoding}"/>` : ''}${inside}
</xs:schema>`

function componentsOf(t: ExecutionContext, text: string): SchemaComponents {
  return resolveSchema(readDocuments([join(folderOf(t, { 'a.xsd': text }), 'a.xsd')]))
}

const POINT = `<xs:complexType name="Point"><xs:sequence>
  <xs:element name="x" type="e:int"/><xs:element name="next" type="Point" nillable="true"/>
</xs:sequence></xs:complexType>`

test('an array type holds what wsdl:arrayType says, of its ranks', (t) => {
  const components = componentsOf(
    t,
    schema(
      array('Ints', 'xs:int[]') +
        array('Grid', 'xs:int[,]') +
        array('Rows', 'Point[][,]') +
        POINT +
        `<xs:complexType name="Named"><xs:complexContent><xs:restriction base="e:Array"><xs:sequence>
           <xs:element name="item" type="Point" minOccurs="0" maxOccurs="unbounded"/>
         </xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
         <xs:complexType name="Further"><xs:complexContent><xs:extension base="Ints"/></xs:complexContent></xs:complexType>`,
    ),
  )
  const arrayOf = (name: string) => {
    const type = components.types.get(`{urn:a}${name}`)
    const found = type && soapArrayOf(type, components)
    return found && [found.item?.local, ...found.ranks]
  }
  t.deepEqual(arrayOf('Ints'), ['int', 1])
  t.deepEqual(arrayOf('Grid'), ['int', 2])
  t.deepEqual(arrayOf('Rows'), ['Point', 2, 1])
  t.deepEqual(arrayOf('Named'), ['Point', 1])
  t.deepEqual(arrayOf('Further'), ['int', 1])
  t.is(arrayOf('Point'), undefined)
})

for (const [encoding, name] of [
  [ENCODING_11, 'SOAP 1.1'],
  [ENCODING_12, 'SOAP 1.2'],
] as const) {
  for (const imported of [true, false]) {
    test(`names of the encoding of ${name} are known, ${imported ? 'imported' : 'not imported'}`, (t) => {
      const components = componentsOf(t, schema(POINT, encoding, imported))
      t.is(components.types.get(`{${encoding}}int`)?.kind, 'simple')
      t.is(components.types.get(`{${encoding}}Array`)?.kind, 'complex')
    })
  }
}

test('a schema that names no encoding has none of its components', (t) => {
  const components = componentsOf(t, schema('', 'urn:other', false))
  t.false([...components.types.keys()].some((name) => name.includes('encoding')))
})

test('tsc --strict takes the types of arrays', (t) => {
  const types = writeTypes(
    componentsOf(
      t,
      schema(
        array('Points', 'Point[]') +
          array('Rows', 'xs:int[][]') +
          array('Anything', 'xs:anyType[]') +
          POINT +
          `<xs:element name="Draw"><xs:complexType><xs:sequence><xs:element name="points" type="Points"/>
           <xs:element name="rows" type="Rows"/><xs:element name="more" type="Anything"/>
           </xs:sequence></xs:complexType></xs:element>`,
      ),
    ),
    { module: 'waybill/plugin', from: 'a.xsd' },
  )
  t.regex(types, /export type Points = readonly \(Point \| null\)\[\]/)
  const { errors } = compile(t, {
    'types.ts': types,
    'plugin.ts': `import { operation } from 'waybill/plugin'
import type { Draw } from './types.js'
export const draw = operation<Draw>({
  name: '{urn:a}Draw',
  schema: new URL('./a.xsd', import.meta.url),
  invoke({ points, rows }) {
    const x: number | undefined = points[0]?.x
    const cell: number | null | undefined = rows[0]?.[0]
    if (x === cell) throw new Error('the same')
  },
})
`,
  })
  t.deepEqual(errors, [])
})
