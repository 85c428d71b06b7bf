/** The schema for schemas: what a schema document may be made of. */
import test, { type ExecutionContext } from 'ava'
import { checkExamples, clausesOf, type Example, OF_S, schema } from '../sets.js'

const type = (inside: string) => `<xs:complexType name="T">${inside}</xs:complexType>`
const simple = (inside: string) => `<xs:simpleType name="S">${inside}</xs:simpleType>`
const sequence = (inside: string) => type(`<xs:sequence>${inside}</xs:sequence>`)

const valid = (t: ExecutionContext, ...all: readonly string[]) => {
  for (const inside of all) t.deepEqual(clausesOf(t, inside), [], inside)
}

test('s4s-elt-must-match: each element has its children in their order', (t) => {
  const broken = [
    '<xs:element name="e"/><xs:include schemaLocation="a.xsd"/>',
    '<xs:schema/>',
    '<xs:nothing/>',
    '<other/>',
    '<xs:element name="e"><xs:unique name="u"><xs:selector xpath="."/></xs:unique></xs:element>',
    type('<xs:attribute name="a"/><xs:sequence/>'),
    type('<xs:anyAttribute/><xs:attribute name="a"/>'),
    type('<xs:sequence/><xs:annotation/>'),
    type('<xs:annotation/><xs:annotation/>'),
    type('<xs:sequence/><xs:choice/>'),
    type('<xs:complexContent/>'),
    type('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent><xs:sequence/>'),
    type('<xs:all><xs:sequence/></xs:all>'),
    sequence('<xs:all/>'),
    sequence('<xs:attribute name="a"/>'),
    simple(''),
    simple('<xs:list itemType="xs:int"/><xs:list itemType="xs:int"/>'),
    '<xs:group name="g"/>',
    '<xs:group name="g"><xs:sequence/><xs:sequence/></xs:group>',
    '<xs:attributeGroup name="g"><xs:sequence/></xs:attributeGroup>',
  ]
  for (const inside of broken) t.deepEqual(clausesOf(t, inside), ['s4s-elt-must-match'], inside)
  valid(
    t,
    '<xs:element name="e"/><xs:annotation/><xs:element name="f"/><xs:annotation/>',
    type('<xs:annotation/><xs:sequence/><xs:attribute name="a"/><xs:anyAttribute/>'),
    type('<xs:all><xs:element name="e"/></xs:all>'),
    '<xs:group name="g"><xs:annotation/><xs:choice/></xs:group>',
    simple('<xs:union memberTypes="xs:int"><xs:annotation/></xs:union>'),
  )
})

test('s4s-att-not-allowed: attributes of other namespaces stand anywhere, others where they belong', (t) => {
  const broken = [
    '<xs:element name="e" minOccurs="1"/>',
    '<xs:element name="e" ref="f"/>',
    '<xs:element name="e" xs:type="xs:int"/>',
    '<xs:annotation><xs:appinfo id="a"/></xs:annotation>',
    sequence('<xs:element name="e" abstract="true"/>'),
    sequence('<xs:element name="e" final="#all"/>'),
    '<xs:group name="g"><xs:sequence minOccurs="0"/></xs:group>',
    '<xs:element name="e"><xs:complexType name="T"/></xs:element>',
    '<xs:attribute name="a" use="required"/>',
    simple(
      '<xs:restriction base="xs:int"><xs:enumeration value="1" fixed="true"/></xs:restriction>',
    ),
  ]
  for (const inside of broken) t.deepEqual(clausesOf(t, inside), ['s4s-att-not-allowed'], inside)
  valid(t, '<xs:element name="e" s:minOccurs="1" xml:lang="en"/>')
})

test('s4s-att-must-appear: what is needed is there', (t) => {
  const broken = [
    '<xs:element/>',
    '<xs:include/>',
    '<xs:complexType/>',
    type('<xs:attributeGroup/>'),
    type('<xs:complexContent><xs:extension/></xs:complexContent>'),
    simple('<xs:restriction base="xs:int"><xs:pattern/></xs:restriction>'),
  ]
  for (const inside of broken) t.deepEqual(clausesOf(t, inside), ['s4s-att-must-appear'], inside)
})

test('s4s-att-invalid-value: values are of their kinds', (t) => {
  const broken = [
    '<xs:element name="s:e"/>',
    '<xs:element name="1"/>',
    '<xs:element name="e" type="a:b:c"/>',
    '<xs:element name="e" nillable="yes"/>',
    '<xs:element name="e" block="list"/>',
    '<xs:element name="e" final="#all extension"/>',
    sequence('<xs:element name="e" minOccurs="-1"/>'),
    sequence('<xs:element name="e" maxOccurs="many"/>'),
    sequence('<xs:element name="e" form="Qualified"/>'),
    sequence('<xs:any processContents="weak"/>'),
    sequence('<xs:any namespace="##other urn:a"/>'),
    type('<xs:all maxOccurs="2"/>'),
    type('<xs:all><xs:element name="e" maxOccurs="2"/></xs:all>'),
    type('<xs:attribute name="a" use="needed"/>'),
    simple('<xs:restriction base="xs:string"><xs:length value="x"/></xs:restriction>'),
    simple('<xs:restriction base="xs:int"><xs:totalDigits value="0"/></xs:restriction>'),
    simple('<xs:restriction base="xs:int"><xs:whiteSpace value="trim"/></xs:restriction>'),
    '<xs:element name="e" id="i"/><xs:element name="f" id="i"/>',
    '<xs:annotation><xs:documentation xml:lang=""/></xs:annotation>',
  ]
  for (const inside of broken) t.deepEqual(clausesOf(t, inside), ['s4s-att-invalid-value'], inside)
  valid(
    t,
    '<xs:element name=" e " nillable=" 1 " block=" extension  restriction " id="a"/>',
    sequence('<xs:any namespace=" ##local   urn:a ##targetNamespace " maxOccurs="unbounded"/>'),
    sequence('<xs:element name="e" minOccurs="+1" maxOccurs="007"/>'),
  )
  t.deepEqual(clausesOf(t, { 's.xsd': schema('', 'targetNamespace=""') }), [
    's4s-att-invalid-value',
  ])
})

test('s4s-elt-character: text stands in documentation and appinfo only', (t) => {
  const examples: readonly Example[] = [
    [
      's4s-elt-character',
      '<xs:annotation><xs:documentation>a <b xmlns="">c</b></xs:documentation></xs:annotation>',
      '<xs:annotation>a</xs:annotation>',
    ],
    [
      's4s-elt-character',
      { 's.xsd': schema('\n<!-- a -->\n', OF_S) },
      '<xs:element name="e">a</xs:element>',
    ],
  ]
  checkExamples(t, examples)
})
