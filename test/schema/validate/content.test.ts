/** Content of elements: text, elements, attributes, wildcards. */
import test from 'ava'
import { clausesOf, findingsOf, schemaOf } from './check.js'

const CONTENT = `
  <xs:element name="e"><xs:complexType/></xs:element>
  <xs:element name="s" type="xs:int"/>
  <xs:element name="sc"><xs:complexType><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u"/></xs:extension>
    </xs:simpleContent></xs:complexType></xs:element>
  <xs:element name="o"><xs:complexType><xs:sequence><xs:element name="x" type="xs:int"/>
    <xs:element name="y" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="m"><xs:complexType mixed="true"><xs:sequence><xs:element name="x" type="xs:int"/>
    </xs:sequence></xs:complexType></xs:element>`

test('cvc-complex-type.2.1: empty content is empty, white space included', (t) => {
  const schema = schemaOf(t, CONTENT)
  t.deepEqual(clausesOf(schema, '<e><!-- nothing --></e>'), [])
  t.deepEqual(clausesOf(schema, '<e> </e>'), ['cvc-complex-type.2.1 /e'])
  t.deepEqual(clausesOf(schema, '<e><s>1</s></e>'), ['cvc-complex-type.2.1 /e/s'])
})

test('cvc-complex-type.2.2, cvc-type.3.1: simple content has text only', (t) => {
  const schema = schemaOf(t, CONTENT)
  t.deepEqual(clausesOf(schema, '<s>1<!-- one -->2</s>'), [])
  t.deepEqual(clausesOf(schema, '<s><e/></s>'), ['cvc-type.3.1.2 /s'])
  t.deepEqual(clausesOf(schema, '<sc>1<e/></sc>'), ['cvc-complex-type.2.2 /sc'])
  t.deepEqual(clausesOf(schema, '<s a="1">1</s>'), ['cvc-type.3.1.1 /s/@a'])
  t.deepEqual(clausesOf(schema, '<sc u="1">x</sc>'), ['cvc-datatype-valid.1 /sc'])
})

test('cvc-complex-type.2.3: element-only content has white space between its elements, and mixed any text', (t) => {
  const schema = schemaOf(t, CONTENT)
  t.deepEqual(clausesOf(schema, '<o> <x>1</x>\n\t<y>2</y></o>'), [])
  t.deepEqual(clausesOf(schema, '<o><x>1</x>and<y>2</y></o>'), ['cvc-complex-type.2.3 /o'])
  t.deepEqual(clausesOf(schema, '<m>a<x>1</x>b</m>'), [])
})

test('cvc-complex-type.2.4: elements are those of the content model, and one finding says so', (t) => {
  const schema = schemaOf(t, CONTENT)
  t.deepEqual(clausesOf(schema, '<o><x>1</x></o>'), ['cvc-complex-type.2.4 /o'])
  t.deepEqual(clausesOf(schema, '<o><y>1</y></o>'), ['cvc-complex-type.2.4 /o/y'])
  t.deepEqual(clausesOf(schema, '<m/>'), ['cvc-complex-type.2.4 /m'])
  const [finding] = findingsOf(schema, '<o><x>1</x><z/></o>')
  t.is(finding?.expected, '{urn:t}y')
})

test('cvc-complex-type.2.4: what stands behind a wrong element is checked all the same', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, CONTENT), '<o><x>1</x><z/><y>two</y></o>'), [
    'cvc-complex-type.2.4 /o/z',
    'cvc-datatype-valid.1 /o/y',
  ])
})

const ATTRIBUTES = `
  <xs:attribute name="g" type="xs:int" fixed="3"/>
  <xs:attribute name="i" type="xs:ID"/><xs:attribute name="j" type="xs:ID"/>
  <xs:element name="a"><xs:complexType><xs:attribute name="r" use="required" type="xs:int"/>
    <xs:attribute name="f" fixed="1.0" type="xs:decimal"/></xs:complexType></xs:element>
  <xs:element name="strict"><xs:complexType><xs:anyAttribute namespace="##targetNamespace"/></xs:complexType></xs:element>
  <xs:element name="lax"><xs:complexType><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>
  <xs:element name="skip"><xs:complexType><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element>
  <xs:element name="id"><xs:complexType><xs:attribute name="own" type="xs:ID"/>
    <xs:anyAttribute/></xs:complexType></xs:element>`

test('cvc-complex-type.3: attributes are declared, and of their type', (t) => {
  const schema = schemaOf(t, ATTRIBUTES)
  t.deepEqual(clausesOf(schema, '<a r=" 1 "/>'), [])
  t.deepEqual(clausesOf(schema, '<a r="x"/>'), ['cvc-datatype-valid.1 /a/@r'])
  t.deepEqual(clausesOf(schema, '<a r="1" z="1"/>'), ['cvc-complex-type.3.2.1 /a/@z'])
  t.deepEqual(clausesOf(schema, '<a r="1" t:r="1"/>'), ['cvc-complex-type.3.2.1 /a/@r'])
  t.deepEqual(
    clausesOf(
      schema,
      '<a r="1" xsi:schemaLocation="urn:t nowhere.xsd" xsi:noNamespaceSchemaLocation="x"/>',
    ),
    [],
  )
  t.deepEqual(clausesOf(schema, '<a r="1" xsi:other="1"/>'), ['cvc-complex-type.3.2.1 /a/@other'])
})

test('cvc-complex-type.4: required attributes are there', (t) => {
  t.deepEqual(clausesOf(schemaOf(t, ATTRIBUTES), '<a/>'), ['cvc-complex-type.4 /a'])
})

test('cvc-au, cvc-attribute.4: a fixed attribute has its value', (t) => {
  const schema = schemaOf(t, ATTRIBUTES)
  t.deepEqual(clausesOf(schema, '<a r="1" f="1"/>'), [])
  t.deepEqual(clausesOf(schema, '<a r="1" f="2"/>'), ['cvc-au /a/@f'])
  t.deepEqual(clausesOf(schema, '<lax t:g="4"/>'), ['cvc-attribute.4 /lax/@g'])
})

test('cvc-wildcard: attributes by strict, lax and skip', (t) => {
  const schema = schemaOf(t, ATTRIBUTES)
  t.deepEqual(clausesOf(schema, '<strict t:g="3"/>'), [])
  t.deepEqual(clausesOf(schema, '<strict t:z="3"/>'), ['cvc-assess-attr.1 /strict/@z'])
  t.deepEqual(clausesOf(schema, '<strict g="3"/>'), ['cvc-complex-type.3.2.2 /strict/@g'])
  t.deepEqual(clausesOf(schema, '<lax z="1" t:z="1" t:g="3"/>'), [])
  t.deepEqual(clausesOf(schema, '<lax t:g="x"/>'), ['cvc-datatype-valid.1 /lax/@g'])
  t.deepEqual(clausesOf(schema, '<skip t:g="x"/>'), [])
})

test('cvc-complex-type.5: one ID at an element', (t) => {
  const schema = schemaOf(t, ATTRIBUTES)
  t.deepEqual(clausesOf(schema, '<lax t:i="a"/>'), [])
  t.deepEqual(clausesOf(schema, '<lax t:i="a" t:j="b"/>'), ['cvc-complex-type.5.1 /lax'])
  t.deepEqual(clausesOf(schema, '<id own="a" t:j="b"/>'), ['cvc-complex-type.5.2 /id'])
})

const WILDCARDS = `
  <xs:element name="i" type="xs:int"/>
  <xs:complexType name="T"><xs:sequence><xs:element name="x"/></xs:sequence></xs:complexType>
  ${['strict', 'lax', 'skip']
    .map(
      (process) => `<xs:element name="${process}"><xs:complexType><xs:sequence>
        <xs:any processContents="${process}"/></xs:sequence></xs:complexType></xs:element>`,
    )
    .join('')}`

test('cvc-assess-elt: elements by strict, lax and skip', (t) => {
  const schema = schemaOf(t, WILDCARDS)
  t.deepEqual(clausesOf(schema, '<strict><i>1</i></strict>'), [])
  t.deepEqual(clausesOf(schema, '<strict><i>x</i></strict>'), ['cvc-datatype-valid.1 /strict/i'])
  t.deepEqual(clausesOf(schema, '<strict><u/></strict>'), ['cvc-assess-elt.1.1 /strict/u'])
  t.deepEqual(clausesOf(schema, '<strict><u xsi:type="T"><x/></u></strict>'), [])
  t.deepEqual(clausesOf(schema, '<strict><u xsi:type="T"/></strict>'), [
    'cvc-complex-type.2.4 /strict/u',
  ])
  t.deepEqual(clausesOf(schema, '<lax><u/></lax>'), [])
  t.deepEqual(clausesOf(schema, '<skip><i>x</i></skip>'), [])
})

test('cvc-assess-elt.2: what nobody declares is assessed laxly, and so is what is in it', (t) => {
  const schema = schemaOf(t, WILDCARDS)
  t.deepEqual(clausesOf(schema, '<lax><u a="1">text<v/><i>1</i></u></lax>'), [])
  t.deepEqual(clausesOf(schema, '<lax><u><v><i>x</i></v></u></lax>'), [
    'cvc-datatype-valid.1 /lax/u/v/i',
  ])
  t.deepEqual(clausesOf(schema, '<skip><u><v><i>x</i></v></u></skip>'), [])
})
