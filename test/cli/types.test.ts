/** `waybill types` and `waybill sample` as processes: what they write, and the exit codes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:order" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="item" type="xs:int" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="endless"><xs:complexType><xs:sequence>
    <xs:element ref="x:endless" xmlns:x="urn:order"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

const AT = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="at" type="xs:dateTime"/><xs:element name="n" type="xs:decimal"/>
</xs:schema>`

const wsdl = (inside: string) =>
  `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">${inside}</w:definitions>`

const FILES = {
  'order.xsd': SCHEMA,
  'order.wsdl': wsdl(`<w:types>${SCHEMA}</w:types>`),
  'outer.wsdl': wsdl('<w:import namespace="urn:x" location="order.wsdl"/>'),
  'wrong.xsd': SCHEMA.replace('xs:int', 'xs:integre'),
}

const ORDER = `
export interface Order {
  readonly item: readonly number[]
}
`

test('types go to standard output, or into a file', async (t) => {
  const folder = folderOf(t, FILES)
  const file = join(folder, 'order.xsd')
  const { code, out } = await cli(['types', file])
  t.is(code, 0)
  t.true(out.startsWith('/** Types of the values of order.xsd, made by `waybill types`'))
  t.true(out.includes(ORDER))
  const output = join(folder, 'order.types.ts')
  t.deepEqual(await cli(['types', file, '-o', output]), { code: 0, out: '', err: '' })
  t.is(readFileSync(output, 'utf8'), out)
})

test('dates and decimals are typed as an operation chooses them', async (t) => {
  const file = join(folderOf(t, { 'at.xsd': AT }), 'at.xsd')
  const chosen = async (...flags: readonly string[]) => {
    const { out } = await cli(['types', file, ...flags])
    return out.match(/^export .*/gm)
  }
  t.deepEqual(await chosen(), ['export type At = string', 'export type N = string'])
  t.deepEqual(await chosen('--dates', 'Date', '--decimals', 'number'), [
    'export type At = Date | string',
    'export type N = number | string',
  ])
})

for (const name of ['order.wsdl', 'outer.wsdl']) {
  test(`the schemas of a WSDL document have types: ${name}`, async (t) => {
    const { code, out } = await cli(['types', join(folderOf(t, FILES), name)])
    t.is(code, 0)
    t.true(out.includes(ORDER), out)
  })
}

test('a sample is written, for a name with and without its namespace', async (t) => {
  const file = join(folderOf(t, FILES), 'order.xsd')
  for (const name of ['order', '{urn:order}order']) {
    t.deepEqual(await cli(['sample', file, name]), {
      code: 0,
      out: '<m:order xmlns:m="urn:order">\n  <m:item>1</m:item>\n</m:order>\n',
      err: '',
    })
  }
})

test('what cannot be done is told, with its exit code', async (t) => {
  const folder = folderOf(t, FILES)
  const file = join(folder, 'order.xsd')
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['types', join(folder, 'wrong.xsd')], 65, /integre/],
    [['types', join(folder, 'none.xsd')], 65, /none\.xsd/],
    [['types', file, '-o', join(folder, 'no', 'folder.ts')], 64, /cannot be written/],
    [['types', file, '--dates', 'date'], 64, /'date' is invalid.*text, Date/],
    [['types'], 64, /missing required argument/],
    [['sample', file, 'other'], 64, /no element other; there are: .*\{urn:order\}order/],
    [['sample', file, 'endless'], 65, /holds itself without end/],
    [['sample', join(folder, 'wrong.xsd'), 'order'], 65, /integre/],
  ]
  for (const [args, code, sentence] of cases) {
    const answer = await cli(args)
    t.is(answer.code, code, args.join(' '))
    t.regex(answer.err, sentence)
    t.is(answer.out, '')
  }
})
