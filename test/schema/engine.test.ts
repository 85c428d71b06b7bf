/** The contract of schema engines, run on every one of them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  InvalidSchema,
  MAX_FINDINGS,
  type Schema,
  type SchemaEngine,
} from '../../src/schema/engine.js'
import { lineOf } from '../../src/schema/finding.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import { waybillEngine } from '../../src/schema/waybill.js'
import { readDocument } from '../../src/xml/read.js'
import { childElements, type XmlElement } from '../../src/xml/tree.js'
import { folderOf } from '../support/folder.js'

const ENGINES: readonly SchemaEngine[] = [waybillEngine, libxmljs2Engine]

const schema = (inside: string, attributes = 'targetNamespace="urn:s" xmlns="urn:s"') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" ${attributes}>${inside}</xs:schema>`

const POINT = schema(
  '<xs:element name="Point"><xs:complexType><xs:sequence><xs:element name="x" type="xs:int"/>' +
    '<xs:element name="y" type="xs:int"/></xs:sequence><xs:attribute name="unit" type="xs:token"/>' +
    '</xs:complexType></xs:element>',
)

const point = (inside: string, more = '') =>
  readDocument(`<p:Point xmlns:p="urn:s"${more}>${inside}</p:Point>`)
const XY = '<p:x>1</p:x><p:y>2</p:y>'

for (const engine of ENGINES) {
  const named = (sentence: string) => `${engine.name}: ${sentence}`

  function compile(t: ExecutionContext, files: string | Readonly<Record<string, string>>): Schema {
    const sources = typeof files === 'string' ? { 's.xsd': files } : files
    return engine.compile(join(folderOf(t, sources), 's.xsd'))
  }

  test(named('a valid element has no findings'), (t) => {
    const compiled = compile(t, POINT)
    t.deepEqual(compiled.validate(point(XY)), [])
    t.deepEqual(compiled.validate(point(XY, ' unit="mm"')), [])
    t.deepEqual(compiled.validate(point(`<!-- c -->\n${XY}`)), [])
  })

  test(named('what is wrong is found, and named'), (t) => {
    const compiled = compile(t, POINT)
    for (const [wrong, named] of [
      [point('<p:y>2</p:y>'), /y/],
      [point('<p:x>one</p:x><p:y>2</p:y>'), /x.*one|one.*int/],
      [point(`${XY}<p:z/>`), /z/],
      [point(XY, ' colour="red"'), /colour/],
      [readDocument('<p:Line xmlns:p="urn:s"/>'), /Line/],
      [readDocument('<Point/>'), /Point/],
    ] as const) {
      const findings = compiled.validate(wrong)
      t.true(findings.length > 0)
      t.regex(findings.map(lineOf).join('\n'), named)
      for (const { sentence } of findings) t.regex(sentence, /^\S[^\n]*\S$/)
    }
  })

  test(named('findings of one element are not those of the next'), (t) => {
    const compiled = compile(t, POINT)
    t.true(compiled.validate(point('')).length > 0)
    t.deepEqual(compiled.validate(point(XY)), [])
    t.true(compiled.validate(point('')).length > 0)
  })

  test(named('findings are limited in number'), (t) => {
    const compiled = compile(
      t,
      schema(
        '<xs:element name="L"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>',
      ),
    )
    const many = readDocument(`<L xmlns="urn:s">${'<n>x</n>'.repeat(100)}</L>`)
    t.is(compiled.validate(many).length, MAX_FINDINGS)
  })

  test(
    named('an element deep in a document is validated with the prefixes in scope there'),
    (t) => {
      const compiled = compile(t, schema('<xs:element name="Q" type="xs:QName"/>'))
      const root = readDocument('<a xmlns:q="urn:q" xmlns="urn:s"><Q>q:name</Q><Q>z:name</Q></a>')
      const [bound, unbound] = childElements(root) as [XmlElement, XmlElement]
      t.deepEqual(compiled.validate(bound), [])
      t.true(compiled.validate(unbound).length > 0)
    },
  )

  test(named('includes and imports are read relative to the file that names them'), (t) => {
    const compiled = compile(t, {
      's.xsd': schema(
        '<xs:include schemaLocation="parts/a.xsd"/><xs:import namespace="urn:o" schemaLocation="./parts/o.xsd"/>' +
          '<xs:element name="E"><xs:complexType><xs:sequence><xs:element name="a" type="A"/><xs:element ref="o:O"/></xs:sequence></xs:complexType></xs:element>',
        'targetNamespace="urn:s" xmlns="urn:s" xmlns:o="urn:o"',
      ),
      'parts/a.xsd': schema(
        '<xs:include schemaLocation="deeper/b.xsd"/><xs:simpleType name="A"><xs:restriction base="B"/></xs:simpleType>',
      ),
      'parts/deeper/b.xsd': schema(
        '<xs:simpleType name="B"><xs:restriction base="xs:int"/></xs:simpleType>',
      ),
      'parts/o.xsd': schema('<xs:element name="O" type="xs:boolean"/>', 'targetNamespace="urn:o"'),
    })
    const element = (a: string) =>
      readDocument(`<E xmlns="urn:s"><a>${a}</a><O xmlns="urn:o">true</O></E>`)
    t.deepEqual(compiled.validate(element('1')), [])
    t.true(compiled.validate(element('x')).length > 0)
  })

  test(named('a schema in a folder with spaces and other letters is found'), (t) => {
    const folder = folderOf(t, {
      'a b \u00e9/s.xsd': schema('<xs:include schemaLocation="t.xsd"/>'),
      'a b \u00e9/t.xsd': schema('<xs:element name="E" type="xs:int"/>'),
    })
    const compiled = engine.compile(join(folder, 'a b \u00e9', 's.xsd'))
    t.deepEqual(compiled.validate(readDocument('<E xmlns="urn:s">1</E>')), [])
  })

  test(named('a schema may be in any encoding that messages may be in'), (t) => {
    const text = schema('<xs:element name="\u00e9" type="xs:int"/>')
    const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${text}`
    for (const [what, bytes] of [
      ['UTF-8', Buffer.from(declared('UTF-8'))],
      ['UTF-8 with a mark', Buffer.from(`\ufeff${declared('utf-8')}`)],
      ['UTF-16', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
      ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ] as const) {
      const file = join(folderOf(t, {}), 's.xsd')
      writeFileSync(file, bytes)
      const compiled = engine.compile(file)
      t.deepEqual(compiled.validate(readDocument('<\u00e9 xmlns="urn:s">1</\u00e9>')), [], what)
      t.true(compiled.validate(readDocument('<\u00e9 xmlns="urn:s">x</\u00e9>')).length > 0, what)
    }
  })

  const BROKEN: Readonly<Record<string, string>> = {
    'no XML': '<xs:schema',
    'an empty file': '',
    'no schema': '<a/>',
    'a type that is not there': schema('<xs:element name="E" type="None"/>'),
    'an include that is not there': schema('<xs:include schemaLocation="none.xsd"/>'),
    'a wrong value': schema('<xs:element name="E" minOccurs="x"/>'),
    'a name twice': schema('<xs:element name="E"/><xs:element name="E"/>'),
    'a model that is ambiguous': schema(
      '<xs:element name="E"><xs:complexType><xs:sequence><xs:element name="a" minOccurs="0"/><xs:element name="a"/></xs:sequence></xs:complexType></xs:element>',
    ),
  }

  for (const [what, text] of Object.entries(BROKEN)) {
    test(named(`a schema with ${what} is invalid, and the process works on`), (t) => {
      const folder = folderOf(t, { 's.xsd': text, 'good.xsd': POINT })
      const file = join(folder, 's.xsd')
      for (let count = 0; count < 3; count += 1) {
        const error = t.throws(() => engine.compile(file), { instanceOf: InvalidSchema })
        t.is(error?.file, file)
        t.regex(error?.message ?? '', /^\S[^\n]*\S$/)
        const good = engine.compile(join(folder, 'good.xsd'))
        t.deepEqual(good.validate(point(XY)), [])
        t.true(good.validate(point('')).length > 0)
      }
    })
  }

  test(named('a mistake is told with the file and the line that it stands in'), (t) => {
    const include = schema('\n<xs:include schemaLocation="parts/t.xsd"/>')
    const types = schema('\n\n<xs:element name="E" type="None"/>')
    for (const [files, location, reason] of [
      [{ 's.xsd': types }, 's.xsd:3', /\{urn:s\}None/],
      [{ 's.xsd': include, 'parts/t.xsd': types }, 'parts/t.xsd:3', /\{urn:s\}None/],
      [{ 's.xsd': include, 'parts/t.xsd': '\n<xs:schema' }, 'parts/t.xsd:2', /\S/],
      [{ 's.xsd': include }, 's.xsd:2', /parts\/t\.xsd'? (is not there|for inclusion)/],
      [{ 's.xsd': '<xs:schema\n' }, 's.xsd:2', /\S/],
    ] as const) {
      const folder = folderOf(t, files as Readonly<Record<string, string>>)
      const error = t.throws(() => engine.compile(join(folder, 's.xsd')), {
        instanceOf: InvalidSchema,
        message: reason,
      })
      t.is(error?.location, join(folder, location))
    }
  })

  test(named('a file that is not there is an invalid schema'), (t) => {
    const file = join(folderOf(t, {}), 'none.xsd')
    t.throws(() => engine.compile(file), { instanceOf: InvalidSchema })
  })

  test(named('what a message says about schemas is neither read nor obeyed'), (t) => {
    const folder = folderOf(t, {
      's.xsd': schema(
        '<xs:element name="E"><xs:complexType><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType></xs:element>',
      ),
      'theirs.xsd': schema('<xs:element name="T" type="xs:int"/>', 'targetNamespace="urn:t"'),
      'loose.xsd': schema('<xs:element name="N" type="xs:int"/>', ''),
    })
    const compiled = engine.compile(join(folder, 's.xsd'))
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    // Were the files opened, the lax wildcard would check T and N by them, and find them wrong.
    for (const inside of [
      `<T xmlns="urn:t" xsi:schemaLocation="urn:t ${folder}/theirs.xsd">x</T>`,
      `<N xmlns="" xsi:noNamespaceSchemaLocation="${folder}/loose.xsd">x</N>`,
    ]) {
      const at = `xsi:schemaLocation="urn:t ${folder}/theirs.xsd"`
      t.deepEqual(
        compiled.validate(readDocument(`<E xmlns="urn:s" ${xsi} ${at}>${inside}</E>`)),
        [],
      )
    }
  })

  test(named('what is well-formed has findings of the schema only'), (t) => {
    const compiled = compile(
      t,
      schema(
        '<xs:element name="E"><xs:complexType><xs:sequence><xs:any minOccurs="0" maxOccurs="9" processContents="skip"/></xs:sequence></xs:complexType></xs:element>',
      ),
    )
    for (const inside of [
      '<x:a xmlns:x="no URI"/>',
      '<x:a xmlns:x="http://[x"/>',
      '<x:a xmlns:x="relative"/>',
      '<a xmlns="" xml:id="1 2"/>',
      '<a xmlns="" xml:id="i"/><a xmlns="" xml:id="i"/>',
      '<a xmlns="" xml:space="none" xml:lang="!"/>',
    ]) {
      t.deepEqual(compiled.validate(readDocument(`<E xmlns="urn:s">${inside}</E>`)), [], inside)
      t.true(compiled.validate(readDocument(`<F xmlns="urn:s">${inside}</F>`)).length > 0)
    }
  })

  test(named('xsi:type and xsi:nil are obeyed'), (t) => {
    const compiled = compile(t, schema('<xs:element name="E" type="xs:decimal" nillable="true"/>'))
    const element = (attributes: string, text = '') =>
      readDocument(
        `<E xmlns="urn:s" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${attributes}>${text}</E>`,
      )
    t.deepEqual(compiled.validate(element('xsi:nil="true"')), [])
    t.deepEqual(compiled.validate(element('xsi:type="xs:int"', '1')), [])
    t.true(compiled.validate(element('xsi:type="xs:int"', '1.5')).length > 0)
  })

  test(named('a long text and many elements are validated'), (t) => {
    const compiled = compile(
      t,
      schema(
        '<xs:element name="L"><xs:complexType><xs:sequence><xs:element name="n" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>',
      ),
    )
    const long = readDocument(`<L xmlns="urn:s"><n>${'x'.repeat(11_000_000)}</n></L>`)
    t.deepEqual(compiled.validate(long), [])
    const many = readDocument(`<L xmlns="urn:s">${'<n/>'.repeat(50_000)}</L>`)
    t.deepEqual(compiled.validate(many), [])
  })
}
