/** The walk: what the fold gets, where findings are, how much is done at once. */
import test from 'ava'
import { builtInType } from '../../../src/schema/simple/index.js'
import type { Assessed } from '../../../src/schema/validate/index.js'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce } from '../../../src/xml/walk.js'
import { clausesOf, findingsOf, schemaOf } from './check.js'

const SHOP = `
  <xs:element name="head" type="xs:string"/>
  <xs:element name="member" type="xs:string" substitutionGroup="t:head"/>
  <xs:simpleType name="size"><xs:union memberTypes="xs:int xs:token"/></xs:simpleType>
  <xs:element name="order"><xs:complexType mixed="true"><xs:sequence>
    <xs:element name="item" type="t:size" minOccurs="0" maxOccurs="unbounded" nillable="true"/>
    <xs:element name="d" type="xs:int" default=" 5 " minOccurs="0"/>
    <xs:element ref="t:head" minOccurs="0"/>
    <xs:any namespace="##other" processContents="skip" minOccurs="0"/></xs:sequence>
    <xs:attribute name="n" type="xs:int"/><xs:attribute name="by" type="xs:QName" default="t:x"/>
  </xs:complexType></xs:element>`

/** What a fold gets, in short. */
function inShort(assessed: Assessed<string>): string {
  const { element, declaration, type, nil, text, simple, attributes, children, valid } = assessed
  const stated = attributes.map((one) => `@${one.attribute.local}=${one.text}:${one.simple?.local}`)
  const inside = children.map((child) =>
    typeof child === 'string' ? JSON.stringify(child) : `${child.particle?.local}>${child.value}`,
  )
  const facts = [
    declaration ? 'declared' : 'open',
    type ? 'typed' : 'untyped',
    ...(nil ? ['nil'] : []),
    ...(text === undefined ? [] : [`${text}:${simple?.local}`]),
    ...(valid ? [] : ['invalid']),
    ...stated,
    ...inside,
  ]
  return `${element.local}(${facts.join(' ')})`
}

function folded(t: Parameters<typeof schemaOf>[0], text: string): string | undefined {
  return atOnce(schemaOf(t, SHOP).validating(readDocument(text), inShort)).value
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

test('a fold gets attributes, text and values of children, in document order', (t) => {
  t.is(
    folded(
      t,
      `<order xmlns="urn:t" n=" 7 ">a<item> 1 </item>b<item>x  y</item><member>m</member><o xmlns="urn:o"><p/></o></order>`,
    ),
    'order(declared typed @n=7:int @by=t:x:QName "a" item>item(declared typed 1:int) "b" ' +
      'item>item(declared typed x y:token) head>member(declared typed m:string) undefined>o(open untyped))',
  )
})

test('a fold gets defaults, and what is nil', (t) => {
  t.is(
    folded(t, `<order xmlns="urn:t" ${XSI}><item xsi:nil="true"/><d/></order>`),
    'order(declared typed @by=t:x:QName item>item(declared typed nil) d>d(declared typed 5:int))',
  )
})

test('a fold is called for what is not valid, and told so', (t) => {
  t.is(
    folded(t, `<order xmlns="urn:t" n="x"><d>y</d><z/></order>`),
    'order(declared typed invalid @n=x:undefined @by=t:x:QName d>d(declared typed y:undefined invalid) ' +
      'undefined>z(open untyped))',
  )
})

test('a fold gets the type that xsi:type says', (t) => {
  const seen: unknown[] = []
  const text = `<order xmlns="urn:t" ${XSI} xmlns:xs="http://www.w3.org/2001/XMLSchema"><member xsi:type="xs:token">m</member></order>`
  const fold = ({ type }: Assessed<undefined>) => void seen.push(type)
  atOnce(schemaOf(t, SHOP).validating(readDocument(text), fold))
  t.is(seen[0], builtInType('token'))
})

test('findings say line, column and the index among siblings of the same name', (t) => {
  const [finding] = findingsOf(
    schemaOf(
      t,
      '<xs:element name="l"><xs:complexType><xs:sequence><xs:element name="i" type="xs:int" maxOccurs="9"/></xs:sequence></xs:complexType></xs:element>',
    ),
    '<l><i>1</i>\n  <i>no</i></l>',
  )
  t.deepEqual([finding?.path, finding?.line, finding?.column], ['/l/i[2]', 2, 3])
  t.is(finding?.found, 'no')
  t.regex(finding?.sentence ?? '', /^[A-Z].*\.$/)
})

test('what was found is shortened', (t) => {
  const schema = schemaOf(t, '<xs:element name="i" type="xs:int"/>')
  const [finding] = findingsOf(schema, `<i>${'x'.repeat(5000)}</i>`)
  t.true((finding?.found?.length ?? 0) < 250)
  t.true((finding?.sentence.length ?? 0) < 500)
})

const LIST = `<xs:element name="l"><xs:complexType><xs:sequence><xs:element name="i" type="xs:int" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>`

test('at most 10 findings are given, and the walk ends early unless values are wanted', (t) => {
  const schema = schemaOf(t, LIST)
  t.is(clausesOf(schema, `<l>${'<i>x</i>'.repeat(50)}</l>`).length, 10)
  let folds = 0
  const count = () => {
    folds += 1
  }
  const root = readDocument(`<l xmlns="urn:t">${'<i>x</i>'.repeat(50)}</l>`)
  const { findings } = atOnce(schema.validating(root, count))
  t.deepEqual([findings.length, folds], [10, 51])
})

test('a short message is validated at once, a long one in portions', (t) => {
  const schema = schemaOf(t, LIST)
  const turns = (count: number) => {
    const root = readDocument(`<l xmlns="urn:t">${'<i>1</i>'.repeat(count)}</l>`)
    const walk = schema.validating(root)
    let yields = 0
    while (!walk.next().done) yields += 1
    return yields
  }
  t.is(turns(10), 0)
  t.true(turns(5000) >= 15)
})

test('a message nests as deep as the reader lets it', (t) => {
  const schema = schemaOf(t, '<xs:element name="any"/>')
  const depth = 50_000
  const limits = {
    depth,
    attributes: 9,
    namespaces: 9,
    namespacesInScope: 9,
    elements: depth,
    name: 9,
    attributeValue: 9,
  }
  const text = `<any xmlns="urn:t">${'<a>'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}</any>`
  const root = readDocument(text, limits)
  t.deepEqual(atOnce(schema.validating(root)).findings, [])
})
