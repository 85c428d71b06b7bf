/** Documents of a schema set: what they bring in, under which namespace, and what is refused. */
import { join } from 'node:path'
import test from 'ava'
import { readDocuments } from '../../src/schema/documents.js'
import { InvalidSchema } from '../../src/schema/engine.js'
import { folderOf } from '../support/folder.js'
import { clausesOf, componentsOf, findingsOf, schema } from './sets.js'

const NONE = ''

test('documents come in the order in which they are named, each once for a namespace', (t) => {
  const folder = folderOf(t, {
    's.xsd': schema(
      '<xs:include schemaLocation="a.xsd"/><xs:import namespace="urn:o" schemaLocation="o.xsd"/>',
    ),
    'a.xsd': schema('<xs:include schemaLocation="s.xsd"/><xs:include schemaLocation="c.xsd"/>'),
    'c.xsd': schema('', NONE),
    'o.xsd': schema('<xs:include schemaLocation="./c.xsd"/>', 'targetNamespace="urn:o"'),
  })
  const documents = readDocuments([join(folder, 's.xsd'), join(folder, 'o.xsd')])
  t.deepEqual(
    documents.map(({ file, namespace }) => `${file.slice(folder.length + 1)} ${namespace}`),
    ['s.xsd urn:s', 'a.xsd urn:s', 'c.xsd urn:s', 'o.xsd urn:o', 'c.xsd urn:o'],
  )
  t.not(documents[2]?.root, documents[4]?.root)
})

test('a set is made of several files, which may refer to each other', (t) => {
  const files = {
    'a.xsd': schema('<xs:element name="a" type="T"/>'),
    'b.xsd': schema('<xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType>'),
  }
  const { elements } = componentsOf(t, files, ['a.xsd', 'b.xsd'])
  t.is(elements.get('{urn:s}a')?.type.name, '{urn:s}T')
})

test('src-include.2.2: what has no namespace gets that of who includes it, its references too', (t) => {
  const { elements } = componentsOf(t, {
    's.xsd': schema('<xs:include schemaLocation="c.xsd"/>'),
    'c.xsd': schema(
      '<xs:element name="e" type="T"/><xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType>',
      NONE,
    ),
  })
  t.is(elements.get('{urn:s}e')?.type.name, '{urn:s}T')
})

test('locations are URI references: escapes, a fragment, spaces around', (t) => {
  const { elements } = componentsOf(t, {
    's.xsd': schema('<xs:include schemaLocation=" ./a%20b.xsd#x "/>'),
    'a b.xsd': schema('<xs:element name="e"/>'),
  })
  t.true(elements.has('{urn:s}e'))
})

test('src-include.1, src-import: what is missing, or on the network, is left out', (t) => {
  const inside = `<xs:include schemaLocation="no.xsd"/>
    <xs:import namespace="urn:o" schemaLocation="http://127.0.0.1:9/o.xsd"/>
    <xs:import namespace="urn:p" schemaLocation="file:///etc/passwd"/>
    <xs:import namespace="urn:q" schemaLocation="/etc/passwd"/><xs:element name="e"/>`
  const { elements, documents } = componentsOf(t, inside)
  t.deepEqual([...elements.keys()], ['{urn:s}e'])
  t.is(documents.length, 1)
})

test('src-resolve: who refers to something missing hears which documents are', (t) => {
  const [finding] = findingsOf(
    t,
    '<xs:include schemaLocation="no.xsd"/>\n<xs:element name="e" type="T"/>',
  )
  t.like(finding, { clause: 'src-resolve', line: 2, column: 1 })
  t.regex(finding?.sentence ?? '', /no type \{urn:s\}T.*no\.xsd/)
  t.regex(finding?.file ?? '', /s\.xsd$/)
})

test('src-include.2, src-redefine.3, src-import.3: a document has the namespace that is expected', (t) => {
  const other = { 'o.xsd': schema('', 'targetNamespace="urn:o"') }
  const clauses = (inside: string) => clausesOf(t, { 's.xsd': schema(inside), ...other })
  t.deepEqual(clauses('<xs:include schemaLocation="o.xsd"/>'), ['src-include.2'])
  t.deepEqual(clauses('<xs:redefine schemaLocation="o.xsd"/>'), ['src-redefine.3'])
  t.deepEqual(clauses('<xs:import namespace="urn:x" schemaLocation="o.xsd"/>'), ['src-import.3'])
  t.deepEqual(clauses('<xs:import namespace="urn:o" schemaLocation="o.xsd"/>'), [])
})

test('src-include.1, src-redefine.2, src-import.2: what is brought in is a schema', (t) => {
  const other = { 'o.xsd': '<not-a-schema/>' }
  const clauses = (inside: string) => clausesOf(t, { 's.xsd': schema(inside), ...other })
  t.deepEqual(clauses('<xs:include schemaLocation="o.xsd"/>'), ['src-include.1'])
  t.deepEqual(clauses('<xs:redefine schemaLocation="o.xsd"/>'), ['src-redefine.2'])
  t.deepEqual(clauses('<xs:import namespace="urn:x" schemaLocation="o.xsd"/>'), ['src-import.2'])
})

test('a first file that is missing, no XML or no schema is refused', (t) => {
  for (const files of [{}, { 's.xsd': '<a' }, { 's.xsd': '<a/>' }]) {
    const file = join(folderOf(t, files), 's.xsd')
    t.throws(() => readDocuments([file]), { instanceOf: InvalidSchema })
  }
})

test('a problem in a document that is brought in stands there', (t) => {
  const [finding] = findingsOf(t, {
    's.xsd': schema('<xs:include schemaLocation="a.xsd"/>'),
    'a.xsd': schema('\n  <xs:element/>'),
  })
  t.regex(finding?.file ?? '', /a\.xsd$/)
  t.like(finding, { clause: 's4s-att-must-appear', line: 2, column: 3 })
})

test('at most 10 problems are told', (t) => {
  const inside = Array.from({ length: 20 }, (_, index) => `<xs:element name="e${index}" type="T"/>`)
  t.is(findingsOf(t, inside.join('')).length, 10)
})
