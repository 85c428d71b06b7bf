/** `waybill validate` as a process: what is wrong with files, and the exit codes. */
import { join } from 'node:path'
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:order"
  xmlns:m="urn:money" elementFormDefault="qualified">
  <xs:import namespace="urn:money"/>
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="item" maxOccurs="unbounded"><xs:complexType>
      <xs:attribute name="number" type="xs:int"/></xs:complexType></xs:element>
    <xs:element ref="m:total" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

const MONEY = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:money">
  <xs:element name="total" type="xs:decimal"/>
</xs:schema>`

const FILES = {
  'order.xsd': SCHEMA,
  'money.xsd': MONEY,
  'good.xml':
    '<order xmlns="urn:order"><item number="1"/><total xmlns="urn:money">1.50</total></order>',
  'bad.xml': '<order xmlns="urn:order">\n  <item number="1"/>\n  <item number="two"/>\n</order>',
  'broken.xml': '<order>\n</oder>',
}

const flags = (folder: string) => [
  'validate',
  '--schema',
  join(folder, 'order.xsd'),
  '--schema',
  join(folder, 'money.xsd'),
]

test('valid files end with 0', async (t) => {
  const folder = folderOf(t, FILES)
  const good = join(folder, 'good.xml')
  const { code, out, err } = await cli([...flags(folder), good, good])
  t.deepEqual([code, err], [0, ''])
  t.is(out, `${good}: valid\n${good}: valid\n`)
})

test('a file that is not valid ends with 1, with the place of what is wrong', async (t) => {
  const folder = folderOf(t, FILES)
  const [good, bad] = [join(folder, 'good.xml'), join(folder, 'bad.xml')]
  const { code, out } = await cli([...flags(folder), bad, good])
  t.is(code, 1)
  const [first = '', second] = out.trimEnd().split('\n')
  t.true(first.startsWith(`${bad}:3:3: /order/item[2]/@number: `), first)
  t.true(first.includes('[cvc-datatype-valid'), first)
  t.is(second, `${good}: valid`)
})

test('--json prints one object a file', async (t) => {
  const folder = folderOf(t, FILES)
  const [good, bad] = [join(folder, 'good.xml'), join(folder, 'bad.xml')]
  const { code, out } = await cli([...flags(folder), '--json', good, bad])
  t.is(code, 1)
  const [first, second] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.deepEqual(first, { file: good, valid: true, findings: [] })
  t.deepEqual([second.file, second.valid, second.findings.length], [bad, false, 1])
  const [finding] = second.findings
  t.deepEqual(
    [finding.path, finding.line, finding.column, finding.found],
    ['/order/item[2]/@number', 3, 3, 'two'],
  )
  t.regex(finding.clause, /^cvc-/)
  t.regex(finding.sentence, /^[A-Z]/)
})

test('a file that is no XML, or is not there, is told as one that is not valid', async (t) => {
  const folder = folderOf(t, FILES)
  const [broken, missing] = [join(folder, 'broken.xml'), join(folder, 'missing.xml')]
  const { code, out } = await cli([...flags(folder), '--json', broken, missing])
  t.is(code, 1)
  const [first, second] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.deepEqual([first.file, first.valid, first.findings[0].line], [broken, false, 2])
  t.deepEqual([second.file, second.valid], [missing, false])
  t.regex(second.findings[0].sentence, /ENOENT/)
})

const WRONG = SCHEMA.replace('type="xs:int"', 'type="xs:itn"')

test('a schema that is not valid ends with 65, and no file is looked at', async (t) => {
  const folder = folderOf(t, { ...FILES, 'order.xsd': WRONG })
  const { code, out } = await cli([...flags(folder), '--json', join(folder, 'good.xml')])
  t.is(code, 65)
  const object = JSON.parse(out)
  t.deepEqual([object.schema, object.valid], [join(folder, 'order.xsd'), false])
  const [finding] = object.findings
  t.deepEqual([finding.file, finding.line], [join(folder, 'order.xsd'), 6])
  t.regex(finding.clause, /^src-resolve/)
})

test('a schema that is not valid is told to people with its place', async (t) => {
  const folder = folderOf(t, { ...FILES, 'order.xsd': WRONG })
  const { code, out } = await cli([...flags(folder), join(folder, 'good.xml')])
  t.is(code, 65)
  t.true(out.startsWith(`${join(folder, 'order.xsd')}:6:`), out)
})

test('a schema that is not there ends with 65', async (t) => {
  const folder = folderOf(t, FILES)
  const { code, out } = await cli(['validate', '--schema', join(folder, 'no.xsd'), '--json', 'x'])
  t.is(code, 65)
  t.false(JSON.parse(out).valid)
})

test('processing instructions are ignored, in files and in schemas', async (t) => {
  const look = '<?look at="this"?>'
  const folder = folderOf(t, {
    ...FILES,
    'order.xsd': look + SCHEMA,
    'good.xml': `${look}<order xmlns="urn:order">${look}<item/></order>${look}`,
    'bad.xml': '<order xmlns="urn:order"><item/><?look </order>',
  })
  t.is((await cli([...flags(folder), join(folder, 'good.xml')])).code, 0)
  t.is((await cli([...flags(folder), join(folder, 'bad.xml')])).code, 1)
})

test('what is larger than a message may be is validated all the same', async (t) => {
  const items = '<item/>'.repeat(101_000)
  const folder = folderOf(t, { ...FILES, 'large.xml': `<order xmlns="urn:order">${items}</order>` })
  const { code } = await cli([...flags(folder), join(folder, 'large.xml')])
  t.is(code, 0)
})

test('without a schema, or without a file, it is wrong usage', async (t) => {
  t.is((await cli(['validate', 'x.xml'])).code, 64)
  t.is((await cli(['validate', '--schema', 'x.xsd'])).code, 64)
})
