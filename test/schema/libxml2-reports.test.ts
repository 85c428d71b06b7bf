/** What is learnt of a schema that libxml2 refuses, through a library that drops it: the file, the line and the reason. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { InvalidSchema, MAX_FINDINGS } from '../../src/schema/engine.js'
import { reportsOf } from '../../src/schema/libxml2-reports.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'
import { folderOf } from '../support/folder.js'

const schema = (inside: string, namespace = 'urn:s') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" xmlns:o="urn:o" targetNamespace="${namespace}">${inside}</xs:schema>`

const IMPORT =
  '\n<xs:import namespace="urn:o" schemaLocation="o.xsd"/>\n\n<xs:element name="E" type="o:T"/>'

interface Broken {
  readonly files: Readonly<Record<string, string>>
  /** File and line of the first finding. */
  readonly at: string
  readonly reason: RegExp
}

const BROKEN: Readonly<Record<string, Broken>> = {
  'a type that is not there': {
    files: { 's.xsd': schema('\n\n<xs:element name="E" type="None"/>') },
    at: 's.xsd:3',
    reason: /'\{urn:s\}None' does not resolve to a\(n\) type definition/,
  },
  'a name that is there before': {
    files: { 's.xsd': schema('\n<xs:element name="E"/>\n<xs:element name="E"/>') },
    at: 's.xsd:3',
    reason: /'\{urn:s\}E' does already exist/,
  },
  'an attribute that is not allowed': {
    files: { 's.xsd': schema('\n<xs:element name="E" minOccurs="1"/>') },
    at: 's.xsd:2',
    reason: /'minOccurs' is not allowed/,
  },
  'a model that is ambiguous': {
    files: {
      's.xsd': schema(
        '\n<xs:complexType name="T"><xs:sequence>\n<xs:element name="a" minOccurs="0"/><xs:element name="a"/></xs:sequence></xs:complexType>',
      ),
    },
    at: 's.xsd:2',
    reason: /not determinist/,
  },
  'a text that is no XML': {
    files: { 's.xsd': '\n<xs:schema\n' },
    at: 's.xsd:3',
    reason: /Couldn't find end of Start Tag schema/,
  },
  'a document that is no schema': {
    files: { 's.xsd': '<a/>' },
    at: 's.xsd',
    reason: /is not a schema document/,
  },
  'a mistake in an included document': {
    files: {
      's.xsd': schema('<xs:include schemaLocation="more/t.xsd"/>'),
      'more/t.xsd': schema('\n\n\n<xs:element name="E" type="None"/>'),
    },
    at: 'more/t.xsd:4',
    reason: /'\{urn:s\}None' does not resolve/,
  },
  'a mistake in an imported document': {
    files: {
      's.xsd': schema(IMPORT),
      'o.xsd': schema(
        '\n\n<xs:simpleType name="T"><xs:restriction base="o:U"/></xs:simpleType>',
        'urn:o',
      ),
    },
    at: 'o.xsd:3',
    reason: /'\{urn:o\}U' does not resolve/,
  },
  'an included document that is no XML': {
    files: { 's.xsd': schema('\n<xs:include schemaLocation="t.xsd"/>'), 't.xsd': '\n\n<a>\n</b>' },
    at: 't.xsd:4',
    reason: /tag mismatch/,
  },
  'an included document that is not there': {
    files: { 's.xsd': schema('\n<xs:include schemaLocation="none.xsd"/>') },
    at: 's.xsd:2',
    reason: /Failed to load the document '\S+none\.xsd' for inclusion/,
  },
  'an imported document that is not there': {
    files: { 's.xsd': schema(IMPORT) },
    at: 's.xsd:4',
    reason: /'\{urn:o\}T' does not resolve/,
  },
}

function refusal(t: ExecutionContext, files: Readonly<Record<string, string>>, name = 's.xsd') {
  const folder = folderOf(t, files)
  const file = join(folder, name)
  const error = t.throws(() => libxmljs2Engine.compile(file), { instanceOf: InvalidSchema })
  if (!error) throw new Error('the schema is taken')
  return { error, folder, file }
}

for (const [what, { files, at, reason }] of Object.entries(BROKEN)) {
  test(`libxml2 refuses ${what}, at ${at}`, (t) => {
    const { error, folder, file } = refusal(t, files)
    t.is(error.location, join(folder, at))
    t.regex(error.message, reason)
    t.is(error.file, file)
    t.is(error.findings[0]?.sentence, error.message)
    t.false(/\n/.test(error.message))
  })
}

test('where an import finds nothing, that is told behind the error that follows from it', (t) => {
  const { error, folder } = refusal(t, { 's.xsd': schema(IMPORT) })
  const reports = error.findings.map(({ sentence, line }) => `${line}: ${sentence}`)
  t.regex(reports[0] ?? '', /^4: .* does not resolve/)
  t.true(reports.some((one) => /^2: .*Failed to locate a schema .* Skipping the import/.test(one)))
  t.true(error.findings.every(({ file }) => file === undefined || file === join(folder, 's.xsd')))
})

test('a path with spaces and other letters is told as it is', (t) => {
  const { error, file } = refusal(
    t,
    { 'a b \u00e9/s.xsd': schema('\n<xs:element name="E" type="None"/>') },
    'a b \u00e9/s.xsd',
  )
  t.is(error.location, `${file}:2`)
})

test('of many mistakes the first ten are told, in their order', (t) => {
  const wrong = Array.from({ length: 20 }, (_, at) => `\n<xs:element name="E${at}" type="None"/>`)
  const { error } = refusal(t, { 's.xsd': schema(wrong.join('')) })
  t.deepEqual(
    error.findings.map(({ line }) => line),
    Array.from({ length: MAX_FINDINGS }, (_, at) => at + 2),
  )
})

test('arrays are as before, whatever becomes of the schema', (t) => {
  const { push } = Array.prototype
  refusal(t, { 's.xsd': '<a/>' })
  t.is(Array.prototype.push, push)
  const failure = new Error('it fails')
  const failing = () => {
    throw failure
  }
  t.is(
    t.throws(() => reportsOf(failing)),
    failure,
  )
  t.is(Array.prototype.push, push)
})
