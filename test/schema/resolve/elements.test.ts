/** Element declarations: their properties, and substitution groups. */
import test from 'ava'
import { checkExamples, componentsOf } from '../sets.js'

const types = (block = '') =>
  `<xs:complexType name="B" ${block}/>
   <xs:complexType name="X"><xs:complexContent><xs:extension base="B"/></xs:complexContent></xs:complexType>
   <xs:complexType name="R"><xs:complexContent><xs:restriction base="B"/></xs:complexContent></xs:complexType>
   <xs:complexType name="RX"><xs:complexContent><xs:restriction base="X"/></xs:complexContent></xs:complexType>`

const MEMBERS = `<xs:element name="x" type="X" substitutionGroup="h"/>
   <xs:element name="r" type="R" substitutionGroup="h"/>
   <xs:element name="rx" type="RX" substitutionGroup="x"/>
   <xs:element name="b" substitutionGroup="h" abstract="true"/>`

const substitutes = (t: Parameters<typeof componentsOf>[0], inside: string) =>
  componentsOf(t, inside)
    .elements.get('{urn:s}h')
    ?.substitutes.map(({ local }) => local)

test('§3.3.2: the type is that in it, that it names, that of its head, or anyType', (t) => {
  const { elements } = componentsOf(
    t,
    `<xs:element name="a" substitutionGroup="b"/><xs:element name="b" substitutionGroup="c"/>
     <xs:element name="c" type="xs:int"/><xs:element name="d"/>
     <xs:element name="e"><xs:complexType/></xs:element>`,
  )
  const type = (name: string) => elements.get(`{urn:s}${name}`)?.type
  t.is(type('a')?.local, 'int')
  t.is(type('b')?.local, 'int')
  t.is(type('d')?.local, 'anyType')
  t.is(type('e')?.local, '')
})

test('form, block, final and nillable have the defaults of the schema', (t) => {
  const { elements, types } = componentsOf(t, {
    's.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:s"
        elementFormDefault="qualified" blockDefault="substitution extension" finalDefault="#all">
      <xs:element name="e" nillable="1"/><xs:element name="f" block="" final="extension"/>
      <xs:complexType name="T"><xs:sequence>
        <xs:element name="q"/><xs:element name="u" form="unqualified"/>
      </xs:sequence></xs:complexType></xs:schema>`,
  })
  const [e, f] = [...elements.values()]
  t.deepEqual([...(e?.block ?? [])], ['extension', 'substitution'])
  t.deepEqual([...(e?.final ?? [])], ['extension', 'restriction'])
  t.true(e?.nillable)
  t.deepEqual([...(f?.block ?? [])], [])
  t.deepEqual([...(f?.final ?? [])], ['extension'])
  const type = types.get('{urn:s}T')
  t.deepEqual(type?.kind === 'complex' && [...type.block], ['extension'])
  const content = type?.kind === 'complex' ? type.content : undefined
  const particle = content?.kind === 'element-only' ? content.particle : undefined
  const names =
    particle?.term.kind === 'sequence'
      ? particle.term.particles.map(({ term }) => (term.kind === 'element' ? term.name : ''))
      : []
  t.deepEqual(names, ['{urn:s}q', 'u'])
})

test('cos-equiv-derived-ok-rec: those whose way to the head is open may stand for it', (t) => {
  const head = (attributes: string) => `<xs:element name="h" type="B" ${attributes}/>`
  t.deepEqual(substitutes(t, types() + MEMBERS + head('')), ['h', 'x', 'rx', 'r'])
  t.deepEqual(substitutes(t, types() + MEMBERS + head('abstract="true"')), ['x', 'rx', 'r'])
  t.deepEqual(substitutes(t, types() + MEMBERS + head('block="substitution"')), ['h'])
  t.deepEqual(substitutes(t, types() + MEMBERS + head('block="extension"')), ['h', 'r'])
  t.deepEqual(substitutes(t, types() + MEMBERS + head('block="restriction"')), ['h', 'x'])
  t.deepEqual(substitutes(t, types('block="extension"') + MEMBERS + head('')), ['h', 'r'])
})

test('e-props-correct: a head, a type and a value go together', (t) => {
  checkExamples(t, [
    [
      'e-props-correct.4',
      `${types()}<xs:element name="h" type="B"/><xs:element name="m" type="X" substitutionGroup="h"/>`,
      `${types()}<xs:element name="h" type="X"/><xs:element name="m" type="B" substitutionGroup="h"/>`,
    ],
    [
      'e-props-correct.4',
      `${types()}<xs:element name="h" type="B" final="restriction"/><xs:element name="m" type="X" substitutionGroup="h"/>`,
      `${types()}<xs:element name="h" type="B" final="extension"/><xs:element name="m" type="X" substitutionGroup="h"/>`,
    ],
    [
      'e-props-correct.6',
      '<xs:element name="a" substitutionGroup="b"/><xs:element name="b"/>',
      '<xs:element name="a" substitutionGroup="b"/><xs:element name="b" substitutionGroup="a"/>',
    ],
    [
      'e-props-correct.2',
      '<xs:element name="e" type="xs:int" default=" 1 "/>',
      '<xs:element name="e" type="xs:int" default="x"/>',
    ],
    [
      'e-props-correct.5',
      '<xs:element name="e" type="xs:ID"/>',
      '<xs:element name="e" type="xs:ID" fixed="a"/>',
    ],
  ])
})

test('cos-valid-default.2: only content that text alone is enough for has a default', (t) => {
  const element = (type: string) =>
    `<xs:element name="e" default="x"><xs:complexType ${type}</xs:complexType></xs:element>`
  const child = (least: number) =>
    `<xs:sequence><xs:element name="c" minOccurs="${least}"/></xs:sequence>`
  checkExamples(t, [
    ['cos-valid-default.2.1', element('mixed="true">'), element('>')],
    [
      'cos-valid-default.2.2.2',
      element(`mixed="true">${child(0)}`),
      element(`mixed="true">${child(1)}`),
    ],
  ])
})

test('c-props-correct.2: a keyref has as many fields as its key', (t) => {
  const field = '<xs:field xpath="@a"/>'
  const set = (fields: string) =>
    `<xs:element name="e"><xs:key name="k"><xs:selector xpath="."/>${field}</xs:key>
     <xs:keyref name="r" refer="k"><xs:selector xpath="."/>${fields}</xs:keyref></xs:element>`
  const { constraints } = componentsOf(t, set(field))
  t.is(constraints.get('{urn:s}r')?.refer, constraints.get('{urn:s}k'))
  checkExamples(t, [['c-props-correct.2', set(field), set(field + field)]])
})
