/** Elements: declarations, `xsi:type`, `xsi:nil`, fixed values and defaults. */
import test from 'ava'
import { clausesOf, schemaOf } from './check.js'

test('cvc-elt.1: an element must be declared, or say its type', (t) => {
  const schema = schemaOf(t, '<xs:complexType name="T"/>')
  t.deepEqual(clausesOf(schema, '<a/>'), ['cvc-elt.1 /a'])
  t.deepEqual(clausesOf(schema, '<a xsi:type="T"/>'), [])
  t.deepEqual(clausesOf(schema, '<a xsi:type="T">x</a>'), ['cvc-complex-type.2.1 /a'])
})

test('cvc-elt.2: an abstract element may not stand in a message', (t) => {
  const schema = schemaOf(
    t,
    `<xs:element name="head" abstract="true" type="xs:string"/>
     <xs:element name="member" substitutionGroup="t:head"/>
     <xs:element name="a"><xs:complexType><xs:sequence><xs:element ref="t:head"/></xs:sequence></xs:complexType></xs:element>`,
  )
  t.deepEqual(clausesOf(schema, '<head/>'), ['cvc-elt.2 /head'])
  t.deepEqual(clausesOf(schema, '<a><head/></a>')[0], 'cvc-complex-type.2.4 /a/head')
  t.deepEqual(clausesOf(schema, '<a><member/></a>'), [])
})

const NILLABLE = `
  <xs:element name="n" type="xs:int" nillable="true"/>
  <xs:element name="f" type="xs:int" nillable="true" fixed="1"/>
  <xs:element name="i" type="xs:int"/>
  <xs:element name="c" nillable="true"><xs:complexType><xs:sequence><xs:element ref="t:i"/></xs:sequence>
    <xs:attribute name="a" use="required"/></xs:complexType></xs:element>`

test('cvc-elt.3.1: xsi:nil may stand at a nillable element only', (t) => {
  const schema = schemaOf(t, NILLABLE)
  t.deepEqual(clausesOf(schema, '<i xsi:nil="false">1</i>'), ['cvc-elt.3.1 /i/@nil'])
  t.deepEqual(clausesOf(schema, '<n xsi:nil="false">1</n>'), [])
  t.deepEqual(clausesOf(schema, '<n xsi:nil="maybe">1</n>'), ['cvc-datatype-valid.1 /n/@nil'])
})

test('cvc-elt.3.2.1: a nil element is empty, and its content is not missed', (t) => {
  const schema = schemaOf(t, NILLABLE)
  t.deepEqual(clausesOf(schema, '<n xsi:nil=" 1 "/>'), [])
  t.deepEqual(clausesOf(schema, '<n xsi:nil="true">1</n>'), ['cvc-elt.3.2.1 /n'])
  t.deepEqual(clausesOf(schema, '<n/>'), ['cvc-datatype-valid.1 /n'])
  t.deepEqual(clausesOf(schema, '<c a="1" xsi:nil="true"/>'), [])
  t.deepEqual(clausesOf(schema, '<c xsi:nil="true"/>'), ['cvc-complex-type.4 /c'])
})

test('cvc-elt.3.2.2: an element with a fixed value is never nil', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, NILLABLE), '<f xsi:nil="true"/>'), ['cvc-elt.3.2.2 /f'])
})

const TYPES = `
  <xs:complexType name="B"><xs:sequence/></xs:complexType>
  <xs:complexType name="E"><xs:complexContent><xs:extension base="t:B"><xs:attribute name="e"/></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="R"><xs:complexContent><xs:restriction base="t:B"/></xs:complexContent></xs:complexType>
  <xs:complexType name="A" abstract="true"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType>
  <xs:complexType name="P" block="extension"/>
  <xs:complexType name="Q"><xs:complexContent><xs:extension base="t:P"/></xs:complexContent></xs:complexType>
  <xs:complexType name="O"/>
  <xs:element name="b" type="t:B"/>
  <xs:element name="r" type="t:B" block="restriction"/>
  <xs:element name="p" type="t:P"/>
  <xs:element name="s" type="xs:integer"/>
  <xs:element name="any"/>`

test('cvc-elt.4.1: xsi:type is a name whose prefix is bound', (t) => {
  const schema = schemaOf(t, TYPES)
  t.deepEqual(clausesOf(schema, '<b xsi:type="q:E"/>'), ['cvc-elt.4.1 /b/@type'])
  t.deepEqual(clausesOf(schema, '<b xsi:type="t:"/>'), ['cvc-elt.4.1 /b/@type'])
  t.deepEqual(clausesOf(schema, '<b xsi:type=""/>'), ['cvc-elt.4.1 /b/@type'])
})

test('cvc-elt.4.2: xsi:type names a type that there is', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, TYPES), '<b xsi:type="t:X"/>'), ['cvc-elt.4.2 /b/@type'])
})

test('cvc-elt.4.3: xsi:type names a type derived from the declared one, by no blocked way', (t) => {
  const schema = schemaOf(t, TYPES)
  t.deepEqual(clausesOf(schema, '<b xsi:type=" t:E " e="1"/>'), [])
  t.deepEqual(clausesOf(schema, '<b xsi:type="E"/>'), [])
  t.deepEqual(clausesOf(schema, '<b e="1"/>'), ['cvc-complex-type.3.2.1 /b/@e'])
  t.deepEqual(clausesOf(schema, '<b xsi:type="O"/>'), ['cvc-elt.4.3 /b/@type'])
  t.deepEqual(clausesOf(schema, '<r xsi:type="E"/>'), [])
  t.deepEqual(clausesOf(schema, '<r xsi:type="R"/>'), ['cvc-elt.4.3 /r/@type'])
  t.deepEqual(clausesOf(schema, '<p xsi:type="Q"/>'), ['cvc-elt.4.3 /p/@type'])
  t.deepEqual(
    clausesOf(
      schema,
      '<s xmlns:x="http://www.w3.org/2001/XMLSchema" xsi:type="x:int">3000000000</s>',
    ).length,
    1,
  )
  t.deepEqual(clausesOf(schema, '<any xsi:type="B">x</any>'), ['cvc-complex-type.2.1 /any'])
})

test('cvc-elt.4: the same xsi:type at another declaration is judged anew', (t) => {
  const schema = schemaOf(
    t,
    `${TYPES}<xs:element name="l"><xs:complexType><xs:sequence><xs:element ref="t:b"/><xs:element ref="t:r"/>
      </xs:sequence></xs:complexType></xs:element>`,
  )
  t.deepEqual(clausesOf(schema, '<l><b xsi:type="R"/><r xsi:type="R"/></l>'), [
    'cvc-elt.4.3 /l/r/@type',
  ])
})

test('cvc-type.2: an abstract type needs one derived from it', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, TYPES), '<b xsi:type="A"/>'), ['cvc-type.2 /b'])
})

const VALUES = `
  <xs:element name="d" type="xs:int" default="7"/>
  <xs:element name="f" type="xs:decimal" fixed="1.50"/>
  <xs:element name="m" fixed="so it is"><xs:complexType mixed="true"><xs:sequence>
    <xs:element name="x" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="q" type="xs:QName" fixed="t:a"/>`

test('cvc-elt.5.1: an empty element has its default', (t) => {
  const schema = schemaOf(t, VALUES)
  t.deepEqual(clausesOf(schema, '<d/>'), [])
  t.deepEqual(clausesOf(schema, '<d></d>'), [])
  t.deepEqual(clausesOf(schema, '<d> </d>'), ['cvc-datatype-valid.1 /d'])
  t.deepEqual(clausesOf(schema, '<f/>'), [])
})

test('cvc-elt.5.2.2: a fixed value is compared as a value, fixed mixed text as text', (t) => {
  const schema = schemaOf(t, VALUES)
  t.deepEqual(clausesOf(schema, '<f> +01.5 </f>'), [])
  t.deepEqual(clausesOf(schema, '<f>1.51</f>'), ['cvc-elt.5.2.2.2.2 /f'])
  t.deepEqual(clausesOf(schema, '<m>so it is</m>'), [])
  t.deepEqual(clausesOf(schema, '<m/>'), [])
  t.deepEqual(clausesOf(schema, '<m>so it was</m>'), ['cvc-elt.5.2.2.2.1 /m'])
  t.deepEqual(clausesOf(schema, '<m>so it is<x/></m>'), ['cvc-elt.5.2.2.2.1 /m'])
  t.deepEqual(clausesOf(schema, '<q xmlns:z="urn:t">z:a</q>'), [])
  t.deepEqual(clausesOf(schema, '<q xmlns:z="urn:z">z:a</q>'), ['cvc-elt.5.2.2.2.2 /q'])
})

test('cvc-elt.5.2.2.2.2: a type that has not the fixed value gives no element that has it', (t) => {
  const schema = schemaOf(t, '<xs:element name="a" fixed="tea"/>')
  const typed = (type: string, text: string) =>
    clausesOf(
      schema,
      `<a xmlns:x="http://www.w3.org/2001/XMLSchema" xsi:type="x:${type}">${text}</a>`,
    )
  t.deepEqual(typed('string', 'tea'), [])
  t.deepEqual(typed('date', '2026-01-01'), ['cvc-elt.5.2.2.2.2 /a'])
  t.deepEqual(typed('date', ''), ['cvc-datatype-valid.1 /a'])
})
