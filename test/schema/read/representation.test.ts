/** XML Representation Constraints: what one element may say, beside the schema for schemas. */
import test from 'ava'
import { checkExamples, schema } from '../sets.js'

const within = (inside: string) =>
  `<xs:complexType name="T"><xs:sequence>${inside}</xs:sequence></xs:complexType>`
const attribute = (inside: string) =>
  `<xs:attribute name="g" type="xs:int"/><xs:complexType name="T">${inside}</xs:complexType>`
const simple = (inside: string) => `<xs:simpleType name="S">${inside}</xs:simpleType>`
const INT = '<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>'

test('src-element: a declaration says each thing once', (t) => {
  checkExamples(t, [
    [
      'src-element.1',
      '<xs:element name="e" type="xs:int" default="1"/>',
      '<xs:element name="e" type="xs:int" default="1" fixed="1"/>',
    ],
    [
      'src-element.2.1',
      within('<xs:element name="e"/>'),
      within('<xs:element name="e" ref="s:f"/>'),
    ],
    ['src-element.2.1', within('<xs:any/>'), within('<xs:element/>')],
    [
      'src-element.2.2',
      `<xs:element name="f"/>${within('<xs:element ref="f" minOccurs="0"/>')}`,
      `<xs:element name="f"/>${within('<xs:element ref="f" nillable="true"/>')}`,
    ],
    [
      'src-element.2.2',
      `<xs:element name="f"/>${within('<xs:element ref="f"><xs:annotation/></xs:element>')}`,
      `<xs:element name="f"/>${within('<xs:element ref="f"><xs:complexType/></xs:element>')}`,
    ],
    [
      'src-element.3',
      `<xs:element name="e">${INT}</xs:element>`,
      `<xs:element name="e" type="xs:int">${INT}</xs:element>`,
    ],
  ])
})

test('src-attribute: a declaration says each thing once', (t) => {
  checkExamples(t, [
    [
      'src-attribute.1',
      '<xs:attribute name="a" fixed="1"/>',
      '<xs:attribute name="a" default="1" fixed="1"/>',
    ],
    [
      'src-attribute.2',
      attribute('<xs:attribute name="a" use="optional" default="1"/>'),
      attribute('<xs:attribute name="a" use="required" default="1"/>'),
    ],
    [
      'src-attribute.3.1',
      attribute('<xs:attribute ref="g"/>'),
      attribute('<xs:attribute ref="g" name="a"/>'),
    ],
    [
      'src-attribute.3.2',
      attribute('<xs:attribute ref="g" use="required"/>'),
      attribute('<xs:attribute ref="g" type="xs:int"/>'),
    ],
    [
      'src-attribute.4',
      `<xs:attribute name="a">${INT}</xs:attribute>`,
      `<xs:attribute name="a" type="xs:int">${INT}</xs:attribute>`,
    ],
  ])
})

test('src-simple-type: a type comes from what is named, or from what is in it', (t) => {
  checkExamples(t, [
    [
      'src-simple-type.2',
      simple(`<xs:restriction>${INT}</xs:restriction>`),
      simple(`<xs:restriction base="xs:int">${INT}</xs:restriction>`),
    ],
    ['src-simple-type.2', simple('<xs:restriction base="xs:int"/>'), simple('<xs:restriction/>')],
    ['src-simple-type.3', simple(`<xs:list>${INT}</xs:list>`), simple('<xs:list/>')],
    [
      'src-union-memberTypes-or-simpleTypes',
      simple(`<xs:union memberTypes="xs:string">${INT}</xs:union>`),
      simple('<xs:union memberTypes=" "/>'),
    ],
  ])
})

test('p-props-correct.2.1: minOccurs is at most maxOccurs', (t) => {
  const occurs = (least: string, most: string) =>
    within(`<xs:element name="e" minOccurs="${least}" maxOccurs="${most}"/>`)
  checkExamples(t, [
    ['p-props-correct.2.1', occurs('2', '2'), occurs('2', '1')],
    ['p-props-correct.2.1', occurs('9', '10'), within('<xs:any minOccurs="2"/>')],
    [
      'p-props-correct.2.1',
      occurs('99999999999999999999', 'unbounded'),
      occurs('99999999999999999999', '99999999999999999998'),
    ],
  ])
})

test('src-import.1: another namespace than that of the document is imported', (t) => {
  const none = (inside: string) => ({ 's.xsd': schema(inside, '') })
  checkExamples(t, [
    ['src-import.1.1', '<xs:import namespace="urn:o"/>', '<xs:import namespace="urn:s"/>'],
    ['src-import.1.2', '<xs:import/>', none('<xs:import/>')],
  ])
})

test('n-props-correct: a notation has an identifier', (t) => {
  checkExamples(t, [
    ['n-props-correct', '<xs:notation name="n" public="p"/>', '<xs:notation name="n"/>'],
  ])
})
