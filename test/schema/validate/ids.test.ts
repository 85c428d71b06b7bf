/** Values that the whole element is asked about: ID, IDREF, ENTITY, NOTATION. */
import test from 'ava'
import { clausesOf, schemaOf } from './check.js'

const IDS = `
  <xs:simpleType name="key"><xs:restriction base="xs:ID"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="either"><xs:union memberTypes="xs:int xs:IDREF"/></xs:simpleType>
  <xs:simpleType name="eithers"><xs:list itemType="t:either"/></xs:simpleType>
  <xs:element name="l"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="id" type="t:key"/><xs:element name="ref" type="xs:IDREF"/>
    <xs:element name="refs" type="xs:IDREFS"/><xs:element name="either" type="t:either"/>
    <xs:element name="eithers" type="t:eithers"/>
    <xs:element name="a"><xs:complexType><xs:attribute name="id" type="xs:ID"/></xs:complexType></xs:element>
    <xs:element name="entity" type="xs:ENTITY"/><xs:element name="entities" type="xs:ENTITIES"/>
  </xs:choice><xs:attribute name="first" type="xs:IDREF"/></xs:complexType></xs:element>`

test('cvc-id.1: what refers to an ID finds it, wherever it stands', (t) => {
  const schema = schemaOf(t, IDS)
  t.deepEqual(
    clausesOf(schema, '<l first="a"><ref>b</ref><id>b</id><refs>a b</refs><a id="a"/></l>'),
    [],
  )
  t.deepEqual(clausesOf(schema, '<l first="x"><id>b</id><ref>y</ref><refs>b z</refs></l>'), [
    'cvc-id.1 /l/@first',
    'cvc-id.1 /l/ref',
    'cvc-id.1 /l/refs',
  ])
})

test('cvc-id.1: a value of a union refers to an ID if its member does', (t) => {
  const schema = schemaOf(t, IDS)
  t.deepEqual(clausesOf(schema, '<l><either>12</either><eithers>1 2</eithers></l>'), [])
  t.deepEqual(clausesOf(schema, '<l><either>x</either><eithers>1 y</eithers></l>'), [
    'cvc-id.1 /l/either',
    'cvc-id.1 /l/eithers',
  ])
})

test('cvc-id.2: an ID stands once', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, IDS), '<l><id>a</id><a id="a"/><id>b</id></l>'), [
    'cvc-id.2 /l/a/@id',
  ])
})

test('cvc-simple-type.2: without a DTD no entity is declared', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, IDS), '<l><entity>e</entity></l>'), [
    'cvc-simple-type.2.1 /l/entity',
  ])
  t.deepEqual(clausesOf(schemaOf(t, IDS), '<l><entities>e</entities></l>'), [
    'cvc-simple-type.2.1 /l/entities',
  ])
})

test('cvc-id: an attribute that is there by its default refers, too', (t) => {
  const schema = schemaOf(
    t,
    `<xs:element name="r"><xs:complexType><xs:attribute name="ref" type="xs:IDREF" default="x"/></xs:complexType></xs:element>`,
  )
  t.deepEqual(clausesOf(schema, '<r/>'), ['cvc-id.1 /r/@ref'])
})
