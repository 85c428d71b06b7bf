/** Resources after the manner of FHIR: a tree of derived types, primitive values in attributes, choices of types. */
import { Random } from '../../random.js'
import { type Flaw, type Modelled, schema } from './modelled.js'

const PRIMITIVES = {
  string: [
    '<xs:restriction base="xs:string"><xs:minLength value="1"/><xs:pattern value="[\\s\\S]*\\S[\\s\\S]*"/></xs:restriction>',
    'a text',
  ],
  code: [
    '<xs:restriction base="xs:token"><xs:pattern value="[^\\s]+(\\s[^\\s]+)*"/></xs:restriction>',
    'a code',
  ],
  boolean: [
    '<xs:restriction base="xs:boolean"><xs:pattern value="true|false"/></xs:restriction>',
    'true',
  ],
  date: ['<xs:union memberTypes="xs:gYear xs:gYearMonth xs:date"/>', '2020-02'],
  decimal: [
    '<xs:union><xs:simpleType><xs:restriction base="xs:decimal"/></xs:simpleType><xs:simpleType><xs:restriction base="xs:double"/></xs:simpleType></xs:union>',
    '1e3',
  ],
  id: [
    '<xs:restriction base="xs:string"><xs:pattern value="[A-Za-z0-9\\-\\.]{1,64}"/></xs:restriction>',
    'a-1.b',
  ],
  positiveInt: [
    '<xs:restriction base="xs:positiveInteger"><xs:pattern value="[1-9][0-9]*"/></xs:restriction>',
    '7',
  ],
} as const
type Primitive = keyof typeof PRIMITIVES
const NAMES = Object.keys(PRIMITIVES) as readonly Primitive[]

interface Field {
  readonly name: string
  readonly type: Primitive
  readonly required: boolean
  readonly many: boolean
}

const NAMESPACE = 'urn:example:health'

/** @param size  how many resources it has */
export function healthSchema(seed: number, size: number): Modelled {
  const random = new Random(seed)
  const resources = Array.from({ length: size }, (_, index) => ({
    name: `Resource${index}`,
    fields: Array.from(
      { length: 3 + random.below(8) },
      (_one, at): Field => ({
        name: `field${at}`,
        type: at === 0 ? 'code' : random.pick(NAMES),
        required: at === 0 || random.chance(0.2),
        many: random.chance(0.3),
      }),
    ),
  }))
  const head = `targetNamespace="${NAMESPACE}" xmlns="${NAMESPACE}" elementFormDefault="qualified"`
  const files = {
    'resources.xsd': schema(head, [
      '<xs:include schemaLocation="base.xsd"/>',
      ...resources.map(
        ({ name, fields }) =>
          `<xs:element name="${name}" type="${name}"/><xs:complexType name="${name}"><xs:complexContent><xs:extension base="DomainResource"><xs:sequence>${fields
            .map(
              ({ name: field, type, required, many }) =>
                `<xs:element name="${field}" minOccurs="${required ? 1 : 0}" maxOccurs="${many ? 'unbounded' : 1}" type="${type}"/>`,
            )
            .join(
              '',
            )}<xs:choice minOccurs="0">${NAMES.map((type) => `<xs:element name="value${type}" type="${type}"/>`).join('')}</xs:choice></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
      ),
      `<xs:complexType name="Container"><xs:choice>${resources.map(({ name }) => `<xs:element ref="${name}"/>`).join('')}</xs:choice></xs:complexType>`,
    ]),
    'base.xsd': schema(head, [
      '<xs:complexType name="Element"><xs:sequence><xs:element name="extension" type="Extension" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="id" type="id-primitive"/></xs:complexType>',
      '<xs:complexType name="Extension"><xs:complexContent><xs:extension base="Element"><xs:sequence><xs:element name="valueString" type="string" minOccurs="0"/></xs:sequence><xs:attribute name="url" type="xs:anyURI" use="required"/></xs:extension></xs:complexContent></xs:complexType>',
      ...NAMES.flatMap((name) => [
        `<xs:simpleType name="${name}-primitive">${PRIMITIVES[name][0]}</xs:simpleType>`,
        `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="Element"><xs:attribute name="value" type="${name}-primitive"/></xs:extension></xs:complexContent></xs:complexType>`,
      ]),
      '<xs:complexType name="Resource" abstract="true"><xs:sequence><xs:element name="id" type="id" minOccurs="0"/></xs:sequence></xs:complexType>',
      '<xs:complexType name="DomainResource" abstract="true"><xs:complexContent><xs:extension base="Resource"><xs:sequence><xs:element name="text" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:any namespace="http://www.w3.org/1999/xhtml" processContents="lax" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element><xs:element name="contained" type="Container" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    ]),
  }
  const write = ({ name, fields }: (typeof resources)[number], inside: string): string => {
    const written = fields
      .filter(({ required }) => required || random.chance(0.7))
      .map(({ name: field, type }) => `<${field} value="${PRIMITIVES[type][1]}"/>`)
    return `<${name} xmlns="${NAMESPACE}"><id value="a-1"/><text>so <div xmlns="http://www.w3.org/1999/xhtml"><p>it is</p></div></text>${inside}${written.join('')}<valuedate value="2020"><extension url="urn:e"><valueString value="x"/></extension></valuedate></${name}>`
  }
  const [first, ...rest] = resources
  if (!first) throw new RangeError('a schema has at least one resource')
  const contained = rest.slice(0, 20).map((one) => `<contained>${write(one, '')}</contained>`)
  return { name: `health ${seed}`, files, valid: write(first, contained.join('\n')), flaws: FLAWS }
}

const FLAWS: readonly Flaw[] = [
  { what: 'an identifier has a blank', from: 'value="a-1"', to: 'value="a 1"' },
  { what: 'a code is empty', from: 'value="a code"', to: 'value=""' },
  { what: 'the required first field is missing', from: /<field0 [^>]*>/, to: '' },
  { what: 'two of a choice are there', from: '<valuedate', to: '<valuecode value="c"/><valuedate' },
  { what: 'an extension has no url', from: ' url="urn:e"', to: '' },
  {
    what: 'a date has a time',
    from: '<valuedate value="2020"',
    to: '<valuedate value="2020-01-01T00:00:00Z"',
  },
  { what: 'a value is a text', from: '<id value="a-1"/>', to: '<id value="a-1">text</id>' },
  { what: 'an attribute is not declared', from: '<id value', to: '<id none="1" value' },
  {
    what: 'the text is of another namespace',
    from: '<div xmlns="http://www.w3.org/1999/xhtml">',
    to: '<div xmlns="urn:none">',
  },
  {
    what: 'an abstract type is named',
    from: '<id value',
    to: '<id xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="Resource" value',
  },
]
