/** References by name: what they find, and what they may refer to. */
import test from 'ava'
import { checkExamples, clausesOf, componentsOf, findingsOf, schema } from '../sets.js'

const OTHER = '<xs:import namespace="urn:o" schemaLocation="o.xsd"/>'
const O = {
  'o.xsd': schema('<xs:element name="e" type="xs:int"/>', 'targetNamespace="urn:o"'),
}
const type = (inside: string) =>
  `<xs:complexType name="T"><xs:sequence>${inside}</xs:sequence></xs:complexType>`

test('src-resolve: a reference names a component of the kind that it needs', (t) => {
  const broken = [
    '<xs:element name="e" type="T"/>',
    '<xs:element name="e" type="xs:none"/>',
    '<xs:element name="e" type="x:T"/>',
    '<xs:element name="e" substitutionGroup="h"/>',
    '<xs:attribute name="a" type="T"/>',
    '<xs:complexType name="C"/><xs:attribute name="a" type="C"/>',
    '<xs:attribute name="a"/><xs:element name="e" type="a"/>',
    type('<xs:element ref="e"/>'),
    type('<xs:group ref="g"/>'),
    '<xs:complexType name="T"><xs:attribute ref="a"/></xs:complexType>',
    '<xs:complexType name="T"><xs:attributeGroup ref="a"/></xs:complexType>',
    '<xs:simpleType name="S"><xs:union memberTypes="xs:int N"/></xs:simpleType>',
    '<xs:element name="e"><xs:keyref name="r" refer="k"><xs:selector xpath="."/><xs:field xpath="@a"/></xs:keyref></xs:element>',
  ]
  for (const inside of broken) t.deepEqual(clausesOf(t, inside), ['src-resolve'], inside)
})

test('src-resolve.4: the namespace of a reference is imported in its document', (t) => {
  const refers =
    '<xs:element name="f"><xs:complexType><xs:sequence><xs:element ref="o:e"/></xs:sequence></xs:complexType></xs:element>'
  const attributes = 'targetNamespace="urn:s" xmlns:o="urn:o"'
  checkExamples(t, [
    [
      'src-resolve.4',
      { 's.xsd': schema(OTHER + refers, attributes), ...O },
      {
        's.xsd': schema(`<xs:include schemaLocation="i.xsd"/>${refers}`, attributes),
        'i.xsd': schema(OTHER),
        ...O,
      },
    ],
    [
      'src-resolve.4',
      {
        's.xsd': schema(
          '<xs:import/><xs:element name="e" type="T"/>',
          'targetNamespace="urn:s"',
        ).replace('<xs:import/>', '<xs:import schemaLocation="n.xsd"/>'),
        'n.xsd': schema('<xs:complexType name="T"/>', ''),
      },
      { 's.xsd': schema('<xs:element name="e" type="T"/>', 'targetNamespace="urn:s"') },
    ],
  ])
})

test('the attributes of xml: are there for who imports their namespace, with a document or without', (t) => {
  const inside = `<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>
    <xs:complexType name="T"><xs:attribute ref="xml:lang"/><xs:attribute ref="xml:space"/></xs:complexType>`
  const { types, documents } = componentsOf(t, inside)
  const type = types.get('{urn:s}T')
  const names = type?.kind === 'complex' ? [...type.attributes.keys()] : []
  t.deepEqual(names, [
    '{http://www.w3.org/XML/1998/namespace}lang',
    '{http://www.w3.org/XML/1998/namespace}space',
  ])
  t.is(documents.length, 1)
  t.deepEqual(
    clausesOf(t, '<xs:complexType name="T"><xs:attribute ref="xml:lang"/></xs:complexType>'),
    ['src-resolve.4'],
  )
})

test('sch-props-correct.2: a name stands for one component of a kind, in the whole set', (t) => {
  const key = (name: string) =>
    `<xs:element name="${name}"><xs:key name="k"><xs:selector xpath="."/><xs:field xpath="@a"/></xs:key></xs:element>`
  checkExamples(t, [
    [
      'sch-props-correct.2',
      '<xs:element name="n"/><xs:attribute name="n"/><xs:complexType name="n"/><xs:group name="n"><xs:choice/></xs:group><xs:attributeGroup name="n"/>',
      '<xs:complexType name="n"/><xs:simpleType name="n"><xs:restriction base="xs:int"/></xs:simpleType>',
    ],
    [
      'sch-props-correct.2',
      '<xs:element name="e"/><xs:element name="f"/>',
      {
        's.xsd': schema('<xs:include schemaLocation="a.xsd"/><xs:element name="e"/>'),
        'a.xsd': schema('<xs:element name="e"/>'),
      },
    ],
    ['sch-props-correct.2', key('e'), key('e') + key('f')],
  ])
})

test('a component that is broken is told once, not again by each that needs it', (t) => {
  const inside = `<xs:simpleType name="A"><xs:restriction base="N"/></xs:simpleType>
    <xs:simpleType name="B"><xs:restriction base="A"/></xs:simpleType>
    <xs:element name="e" type="A"/><xs:element name="f" type="B"/>`
  t.deepEqual(
    findingsOf(t, inside).map(({ line, clause }) => [line, clause]),
    [[1, 'src-resolve']],
  )
})
