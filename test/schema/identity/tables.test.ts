/** Identity constraints: key, unique and keyref, their scopes and their tables. */
import test from 'ava'
import { clausesOf, schemaOf } from '../validate/check.js'

/** An element `l` of rows with attributes, which may nest, with constraints. */
function rows(constraints: string, more = ''): string {
  return `<xs:complexType name="row"><xs:sequence>
      <xs:element name="k" type="xs:decimal" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="n" type="xs:decimal" minOccurs="0" nillable="true"/>
      <xs:element name="c" minOccurs="0" nillable="true"><xs:complexType/></xs:element>
      <xs:element ref="t:l" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="a" type="xs:decimal"/><xs:attribute name="b" type="xs:string"/>
    <xs:attribute name="ref" type="xs:decimal"/></xs:complexType>
    <xs:element name="l"><xs:complexType><xs:sequence><xs:element name="row" type="t:row" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>${constraints}</xs:element>${more}`
}

const constraint = (kind: string, field: string, selector = 't:row') =>
  `<xs:${kind} name="x"><xs:selector xpath="${selector}"/>${field
    .split(' ')
    .map((xpath) => `<xs:field xpath="${xpath}"/>`)
    .join('')}</xs:${kind}>`

test('cvc-identity-constraint.4.1: values of a unique are compared as values', (t) => {
  const schema = schemaOf(t, rows(constraint('unique', '@a')))
  t.deepEqual(clausesOf(schema, '<l><row a="1"/><row a="2"/><row/><row/></l>'), [])
  t.deepEqual(clausesOf(schema, '<l><row a="1"/><row a="1.0"/></l>'), [
    'cvc-identity-constraint.4.1 /l/row[2]',
  ])
})

test('cvc-identity-constraint.4.1: all fields together are unique', (t) => {
  const schema = schemaOf(t, rows(constraint('unique', '@a @b')))
  t.deepEqual(
    clausesOf(schema, '<l><row a="1" b="x"/><row a="1" b="y"/><row a="1"/><row a="1"/></l>'),
    [],
  )
  t.deepEqual(clausesOf(schema, '<l><row a="1" b="x"/><row b="x" a="01"/></l>'), [
    'cvc-identity-constraint.4.1 /l/row[2]',
  ])
})

test('cvc-identity-constraint.4.2: a key has all fields, each once', (t) => {
  const schema = schemaOf(t, rows(constraint('key', '@a')))
  t.deepEqual(clausesOf(schema, '<l><row/></l>'), ['cvc-identity-constraint.4.2.1 /l/row'])
  t.deepEqual(clausesOf(schema, '<l><row a="1"/><row a="1"/></l>'), [
    'cvc-identity-constraint.4.2.2 /l/row[2]',
  ])
  t.deepEqual(clausesOf(schema, '<l><row a="x"/></l>'), ['cvc-datatype-valid.1 /l/row/@a'])
})

test('cvc-identity-constraint.4.2.3: no field of a key is a nillable element', (t) => {
  const schema = schemaOf(t, rows(constraint('key', 't:n')))
  t.deepEqual(clausesOf(schema, '<l><row><n>1</n></row></l>'), [
    'cvc-identity-constraint.4.2.3 /l/row',
  ])
})

test('a nil field of a unique has no value', (t) => {
  const schema = schemaOf(t, rows(constraint('unique', 't:n')))
  const nil = '<row><n xsi:nil="true"/></row>'
  t.deepEqual(clausesOf(schema, `<l>${nil}${nil}</l>`), [])
})

test('cvc-identity-constraint.3: a field is one node of a simple type', (t) => {
  t.deepEqual(
    clausesOf(schemaOf(t, rows(constraint('unique', 't:k'))), '<l><row><k>1</k><k>2</k></row></l>'),
    ['cvc-identity-constraint.3 /l/row'],
  )
  for (const c of ['<c/>', '<c xsi:nil="true"/>']) {
    const schema = schemaOf(t, rows(constraint('unique', 't:c')))
    t.deepEqual(clausesOf(schema, `<l><row>${c}</row></l>`), ['cvc-identity-constraint.3 /l/row'])
  }
  t.deepEqual(
    clausesOf(schemaOf(t, rows(constraint('unique', '@*'))), '<l><row a="1" b="2"/></l>'),
    ['cvc-identity-constraint.3 /l/row'],
  )
})

test('a field that two paths find is one node', (t) => {
  const schema = schemaOf(t, rows(constraint('unique', 't:k|.//t:k')))
  t.deepEqual(clausesOf(schema, '<l><row><k>1</k></row></l>'), [])
})

test('each element with a constraint has a table of its own', (t) => {
  const schema = schemaOf(t, rows(constraint('unique', '@a')))
  t.deepEqual(clausesOf(schema, '<l><row a="1"><l><row a="1"/></l></row></l>'), [])
})

test('a selector that finds all below finds rows of nested lists', (t) => {
  const schema = schemaOf(t, rows(constraint('unique', '@a', './/t:row')))
  t.deepEqual(clausesOf(schema, '<l><row a="1"><l><row a="1"/></l></row></l>'), [
    'cvc-identity-constraint.4.1 /l/row',
  ])
})

const KEYREF =
  constraint('key', '@a') +
  '<xs:keyref name="y" refer="t:x"><xs:selector xpath=".//t:row"/><xs:field xpath="@ref"/></xs:keyref>'

test('cvc-identity-constraint.4.3: what a keyref selects is a key', (t) => {
  const schema = schemaOf(t, rows(KEYREF))
  t.deepEqual(clausesOf(schema, '<l><row a="1" ref="2.0"/><row a="2"/></l>'), [])
  t.deepEqual(clausesOf(schema, '<l><row a="1" ref="3"/></l>'), [
    'cvc-identity-constraint.4.3 /l/row',
  ])
})

test('cvc-identity-constraint.4.3: a keyref finds keys of lists below, but for those that two of them have', (t) => {
  const schema = schemaOf(t, rows(KEYREF))
  const list = (key: number) => `<l><row a="${key}"/></l>`
  t.deepEqual(clausesOf(schema, `<l><row a="1" ref="7">${list(7)}${list(8)}</row></l>`), [])
  t.deepEqual(clausesOf(schema, `<l><row a="1" ref="7">${list(7)}${list(7)}</row></l>`), [
    'cvc-identity-constraint.4.3 /l/row',
  ])
  t.deepEqual(clausesOf(schema, `<l><row a="7" ref="7">${list(7)}${list(7)}</row></l>`), [])
})

test('cvc-identity-constraint.4.3: a key that two lists have is one again further out', (t) => {
  const list = (key: number, inside = '') => `<l><row a="${key}">${inside}</row></l>`
  const twice = list(2, list(7) + list(7))
  t.deepEqual(
    clausesOf(schemaOf(t, rows(KEYREF)), `<l><row a="1" ref="7">${twice}${list(7)}</row></l>`),
    [],
  )
})

test('cvc-identity-constraint.4.3: a keyref does not find keys of lists around it', (t) => {
  const schema = schemaOf(t, rows(KEYREF))
  t.deepEqual(clausesOf(schema, '<l><row a="7"><l><row a="1" ref="7"/></l></row></l>'), [
    'cvc-identity-constraint.4.3 /l/row/l/row',
  ])
})

test('keys of many rows take time that grows with their number', (t) => {
  const schema = schemaOf(t, rows(KEYREF))
  const many = Array.from(
    { length: 20_000 },
    (_, index) => `<row a="${index}" ref="${19_999 - index}"/>`,
  )
  t.deepEqual(clausesOf(schema, `<l>${many.join('')}</l>`), [])
})
