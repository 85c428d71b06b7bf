/** Redefinitions: what takes the place of what, and what may not. */
import test from 'ava'
import { checkExamples, clausesOf, complexType, componentsOf, type Files, schema } from '../sets.js'

const redefines = (inside: string, original: string): Files => ({
  's.xsd': schema(`<xs:redefine schemaLocation="o.xsd">${inside}</xs:redefine>`),
  'o.xsd': schema(original, ''),
})
const sequence = (name: string, least = 0) =>
  `<xs:sequence><xs:element name="${name}" minOccurs="${least}"/></xs:sequence>`
const TYPE = `<xs:complexType name="T">${sequence('a')}</xs:complexType><xs:element name="e" type="T"/>`
const extended = (base: string) =>
  `<xs:complexType name="T"><xs:complexContent><xs:extension base="${base}">${sequence('b')}</xs:extension></xs:complexContent></xs:complexType>`
const group = (inside: string) => `<xs:group name="g">${inside}</xs:group>`
const refersTo = (occurs = '') =>
  `<xs:sequence><xs:group ref="g" ${occurs}/>${sequence('b')}</xs:sequence>`
const set = (inside: string) => `<xs:attributeGroup name="g">${inside}</xs:attributeGroup>`

test('a type that is redefined takes the place of its original everywhere, and comes from it', (t) => {
  const components = componentsOf(t, redefines(extended('T'), TYPE))
  const type = complexType(components, '{urn:s}T')
  t.is(components.elements.get('{urn:s}e')?.type, type)
  t.is(type.base.name, '{urn:s}T')
  t.not(type.base, type)
})

test('a document that redefines may be redefined itself', (t) => {
  const components = componentsOf(t, {
    's.xsd': schema(`<xs:redefine schemaLocation="a.xsd">${extended('T')}</xs:redefine>`),
    'a.xsd': schema(
      `<xs:redefine schemaLocation="o.xsd">${extended('T').replace('"b"', '"c"')}</xs:redefine>`,
    ),
    'o.xsd': schema(TYPE),
  })
  const type = complexType(components, '{urn:s}T')
  t.is(type.base.kind === 'complex' && type.base.base.name, '{urn:s}T')
})

test('src-redefine: what is redefined is there, and what redefines it goes on from it', (t) => {
  checkExamples(t, [
    ['src-redefine', redefines(extended('T'), TYPE), redefines(extended('T'), '')],
    [
      'src-redefine.5',
      redefines(extended('T'), TYPE),
      redefines(extended('U'), `${TYPE}<xs:complexType name="U"/>`),
    ],
    [
      'src-redefine.6.1',
      redefines(group(refersTo()), group(sequence('a'))),
      redefines(
        group(`<xs:sequence><xs:group ref="g"/><xs:group ref="g"/></xs:sequence>`),
        group(sequence('a')),
      ),
    ],
    [
      'src-redefine.6.1.2',
      redefines(group(refersTo('minOccurs="1"')), group(sequence('a'))),
      redefines(group(refersTo('minOccurs="0"')), group(sequence('a'))),
    ],
    [
      'rcase-NameAndTypeOK.1',
      redefines(group(sequence('a', 0)), group(sequence('a'))),
      redefines(group(sequence('b', 1)), group(sequence('a'))),
    ],
    [
      'derivation-ok-restriction.2.2',
      redefines(
        set('<xs:attributeGroup ref="g"/><xs:attribute name="b"/>'),
        set('<xs:attribute name="a"/>'),
      ),
      redefines(set('<xs:attribute name="b"/>'), set('<xs:attribute name="a"/>')),
    ],
  ])
})

test('src-redefine.1: what is missing cannot be redefined, and need not be there for nothing', (t) => {
  const missing = (inside: string) => `<xs:redefine schemaLocation="no.xsd">${inside}</xs:redefine>`
  t.deepEqual(clausesOf(t, missing(extended('T'))), ['src-redefine.1'])
  t.deepEqual(clausesOf(t, missing('<xs:annotation/>')), [])
})

test('documents may redefine and include each other in a circle', (t) => {
  t.deepEqual(
    clausesOf(t, {
      's.xsd': schema(`<xs:redefine schemaLocation="o.xsd">${extended('T')}</xs:redefine>`),
      'o.xsd': schema(`<xs:include schemaLocation="s.xsd"/>${TYPE}`),
    }),
    [],
  )
})
