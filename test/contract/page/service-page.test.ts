/** The page of a service: what it tells, and that nothing in it comes from others as markup. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { indexPage, writingServicePage } from '../../../src/contract/page/index.js'
import { atOnce } from '../../../src/xml/walk.js'
import { ADDRESS, commandsIn, contractOf, pageOf, pageText } from '../../support/contracts/page.js'
import { shop } from '../../support/contracts/shop.js'
import { folderOf } from '../../support/folder.js'

const SHOP = pageOf(shop())
const text = pageText(SHOP).replace(/\s+/g, ' ')

/** A schema of `urn:test`. */
function schema(t: ExecutionContext, inside: string): string {
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:test" targetNamespace="urn:test" elementFormDefault="qualified">${inside}</xs:schema>`
  return join(folderOf(t, { 'test.xsd': text }), 'test.xsd')
}

test('every operation stands on it with its documentation', (t) => {
  for (const { name } of shop().operations) t.regex(text, new RegExp(`\\b${name}\\b`))
  t.true(text.includes('The goods are reserved at once'))
  t.true(text.includes('Finds what there is to buy.'))
})

test('parameters have type, occurrence, facets, default and documentation', (t) => {
  t.true(text.includes('reference Reference required length 1 to 40'))
  t.true(text.includes('line Line 1 to 100 What is ordered'))
  t.true(text.includes('@ currency Currency optional one of EUR · CHF · SEK ; default EUR'))
  t.true(
    text.includes('one of these, optional: pickUpAt dateTime deliver address Address required'),
  )
  t.true(text.includes('note string optional length at most 200'))
  t.true(text.includes('paidBy Payment required may be nil'))
  t.true(text.includes('pattern [A-Z]{2}-[0-9]{4}'))
  t.true(text.includes('one of tea · coffee · cups and pots'))
  t.true(text.includes('at least 1 ; at most 999'))
})

test('types that may stand for an abstract one are named', (t) => {
  t.true(text.includes('always given as ByCard , ByInvoice , named by xsi:type'))
  t.true(text.includes('extends Payment'))
})

test('header blocks and faults are told', (t) => {
  t.true(text.includes('Header block of urn:example:shop Session token Who is signed in.'))
  t.true(text.includes('Fault OutOfStock There are fewer than were ordered.'))
})

test('a one-way operation says that it has no answer', (t) => {
  t.true(text.includes('None: the message is accepted'))
})

test('every link within the page leads to one id', (t) => {
  const ids = [...SHOP.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  t.is(new Set(ids).size, ids.length)
  const links = [...SHOP.matchAll(/href="#([^"]*)"/g)].map(([, to = '']) => decodeURIComponent(to))
  t.true(links.length > 10)
  for (const to of links) t.true(ids.includes(to), to)
})

test('there is no script, no style attribute, no handler and nothing from elsewhere', (t) => {
  t.notRegex(SHOP, /<script|<link|<img|<iframe|\sstyle=|\son\w+=|\ssrc=/i)
})

test('an operation with simple parameters has a command line of its own, others give the entry', (t) => {
  const commands = commandsIn(SHOP)
  t.true(
    commands.includes(
      `npx waybill call ${ADDRESS} '{urn:example:shop}FindGoods' text=text kind=tea most=20`,
    ),
  )
  t.true(
    commands.some((command) =>
      command.startsWith(
        `npx waybill call ${ADDRESS} --action urn:example:shop/PlaceOrder --body - <<'XML'\n<m:PlaceOrder`,
      ),
    ),
  )
})

test('a safe operation has a GET', (t) => {
  t.true(
    commandsIn(SHOP).includes(
      `curl -sS -H 'Accept: application/json' '${ADDRESS}?op=FindGoods&text=text&kind=tea&most=20'`,
    ),
  )
})

test('names and documentation with markup are shown as they are', (t) => {
  const evil = '<script>alert(1)</script><img src=x onerror="alert(2)">\'"&'
  const escaped = evil.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const file = schema(
    t,
    `<xs:element name="Ask"><xs:annotation><xs:documentation>${escaped}</xs:documentation></xs:annotation>
    <xs:complexType><xs:sequence><xs:element name="text" default="&lt;/code>&lt;b>" type="Choice"/></xs:sequence></xs:complexType></xs:element>
    <xs:simpleType name="Choice"><xs:restriction base="xs:string"><xs:enumeration value="&lt;/code>&lt;b>"/><xs:enumeration value="'; rm -rf /; '"/></xs:restriction></xs:simpleType>`,
  )
  const contract = contractOf(file, evil)
  const page = pageOf({
    ...contract,
    name: evil,
    namespace: 'javascript:alert(1)',
    operations: contract.operations.map((operation) => ({
      ...operation,
      name: evil,
      documentation: evil,
      soapAction: evil,
      faults: [{ name: evil, element: `{${evil}}${evil}` }],
    })),
  })
  t.notRegex(page, /<script|<img|<b>|onerror="|href="javascript/)
  t.true(pageText(page).includes(evil))
  t.false(page.replace(/<style>.*?<\/style>/s, '').includes("'"))
})

test('the address and the link to all services are escaped, too', (t) => {
  const evil = 'http://a/"><script>'
  const addresses = { address: evil, further: [evil], index: evil }
  t.notRegex(atOnce(writingServicePage(shop(), addresses)), /<script/)
  t.notRegex(indexPage([{ contract: shop(), name: evil, address: evil }], addresses), /<script/)
})

test('types that hold themselves, and groups that hold each other many times over, end', (t) => {
  const groups = Array.from(
    { length: 40 },
    (_, at) =>
      `<xs:group name="g${at}"><xs:sequence><xs:sequence><xs:group ref="g${at + 1}"/></xs:sequence><xs:element name="e${at}" type="xs:int"/><xs:sequence><xs:group ref="g${at + 1}"/></xs:sequence></xs:sequence></xs:group>`,
  ).slice(0, 14)
  const file = schema(
    t,
    `${groups.join('')}<xs:group name="g14"><xs:sequence><xs:element name="leaf" type="xs:int"/></xs:sequence></xs:group>
    <xs:complexType name="Node"><xs:sequence><xs:element name="node" type="Node" minOccurs="0" maxOccurs="unbounded"/><xs:group ref="g0"/></xs:sequence></xs:complexType>
    <xs:element name="Ask" type="Node"/>`,
  )
  const page = pageOf(contractOf(file))
  t.true(pageText(page).includes('There is more than this page shows'))
  t.true(page.length < 8_000_000)
})

test('elements without a type of their own name that hold themselves, or each other, end', (t) => {
  const file = schema(
    t,
    `<xs:element name="Ask"><xs:complexType><xs:sequence>
      <xs:element ref="Ask" minOccurs="0"/><xs:element ref="Part" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Part"><xs:complexType><xs:choice><xs:element ref="Ask"/><xs:element name="n" type="xs:int"/></xs:choice></xs:complexType></xs:element>`,
  )
  const shown = pageText(pageOf(contractOf(file))).replace(/\s+/g, ' ')
  t.regex(shown, /Ask optional as above Part any number one of these: Ask as above n int/)
})

test('a message with very many elements has a sample of what it must have', (t) => {
  const many = Array.from({ length: 2_000 }, (_, at) => {
    return `<xs:element name="e${at}" type="xs:int" minOccurs="${at === 7 ? 1 : 0}"/>`
  })
  const file = schema(
    t,
    `<xs:element name="Ask"><xs:complexType><xs:sequence>${many.join('')}</xs:sequence></xs:complexType></xs:element>`,
  )
  const [call] = commandsIn(pageOf(contractOf(file)))
  t.is(call, `npx waybill call ${ADDRESS} '{urn:test}Ask' e7=1`)
})

test('the page of all services links to each', (t) => {
  const services = [{ contract: shop(), name: 'Shop', address: '/soap/shop' }]
  const page = indexPage(services, { address: 'http://127.0.0.1:8080/soap' })
  t.regex(page, /<a href="\/soap\/shop">Shop<\/a>/)
  t.true(pageText(page).includes('PlaceOrder'))
})
