/** Standard schemas that contracts import from the network are built in, by namespace and by location; an XML catalog names files for the rest. */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type ReadContracts, readContractSet } from '../../../src/contract/wsdl/read/index.js'
import { filesWith } from '../../../src/contract/wsdl/read/library.js'
import { writeWsdl } from '../../../src/contract/wsdl/write.js'
import { WaybillError } from '../../../src/errors.js'
import type { CompiledSchema } from '../../../src/schema/validate/index.js'
import { readDocument } from '../../../src/xml/read.js'
import {
  attributeOf,
  childElements,
  XML_NAMESPACE,
  type XmlElement,
} from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { clausesOf } from '../../schema/sets.js'
import { folderOf } from '../../support/folder.js'
import { contractIn, orders, refusalOf, schema, types } from './documents.js'

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity'

/** A component of each, by namespace, and where contracts say that it is. */
const STANDARD: readonly (readonly [namespace: string, uses: string, location: string])[] = [
  [XML_NAMESPACE, 'attribute ref="xml:lang"', 'http://www.w3.org/2001/xml.xsd'],
  [
    'http://www.w3.org/2005/08/addressing',
    'element ref="x:EndpointReference"',
    'http://www.w3.org/2006/03/addressing/ws-addr.xsd',
  ],
  [
    'http://schemas.xmlsoap.org/ws/2004/08/addressing',
    'element ref="x:EndpointReference"',
    'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  ],
  [
    'http://www.w3.org/2004/08/xop/include',
    'element ref="x:Include"',
    'http://www.w3.org/2004/08/xop/include',
  ],
  [
    'http://www.w3.org/2005/05/xmlmime',
    'attribute ref="x:contentType"',
    'http://www.w3.org/2005/05/xmlmime',
  ],
  [
    'http://www.w3.org/2004/11/xmlmime',
    'attribute ref="x:contentType"',
    'http://www.w3.org/2004/11/xmlmime',
  ],
  [
    'http://ws-i.org/profiles/basic/1.1/xsd',
    'element name="a" type="x:swaRef"',
    'http://ws-i.org/profiles/basic/1.1/swaref.xsd',
  ],
  [`${WSS}-secext-1.0.xsd`, 'element ref="x:Security"', `${WSS}-secext-1.0.xsd`],
  [`${WSS}-utility-1.0.xsd`, 'element ref="x:Timestamp"', `${WSS}-utility-1.0.xsd`],
  [
    'http://www.w3.org/2000/09/xmldsig#',
    'element ref="x:KeyInfo"',
    'http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd',
  ],
  [
    'http://www.w3.org/2001/04/xmlenc#',
    'element ref="x:EncryptedData"',
    'http://www.w3.org/TR/xmlenc-core/xenc-schema.xsd',
  ],
  [
    'http://schemas.xmlsoap.org/soap/envelope/',
    'attribute ref="x:mustUnderstand"',
    'http://schemas.xmlsoap.org/soap/envelope/',
  ],
  [
    'http://www.w3.org/2003/05/soap-envelope',
    'attribute ref="x:role"',
    'http://www.w3.org/2003/05/soap-envelope',
  ],
  [
    'http://schemas.xmlsoap.org/soap/encoding/',
    'element name="a" type="x:int"',
    'http://schemas.xmlsoap.org/soap/encoding/',
  ],
]

/** An entry that has something of a namespace in it. */
function using(namespace: string, uses: string): string {
  const bound = namespace === XML_NAMESPACE ? '' : ` xmlns:x="${namespace}"`
  const inside = uses.startsWith('element')
    ? `<xs:sequence><xs:${uses}${bound}/></xs:sequence>`
    : `<xs:${uses}${bound}/>`
  return `<xs:element name="Place"><xs:complexType>${inside}</xs:complexType></xs:element><xs:element name="PlaceResponse" type="xs:string"/>`
}

const findingsIn = (compiled: CompiledSchema, element: XmlElement) =>
  atOnce(compiled.validating(element)).findings

const contractOf = (schemas: string) => orders({ schemas: types(schemas) })

for (const [namespace, uses, location] of STANDARD) {
  test(`built in, by its namespace and at its location over http and https: ${namespace}`, (t) => {
    const entry = using(namespace, uses)
    const imports = [
      `<xs:import namespace="${namespace}"/>`,
      `<xs:import namespace="${namespace}" schemaLocation="${location}"/>`,
      `<xs:import namespace="${namespace}" schemaLocation="${location.replace('http:', 'https:')}"/>`,
      `<xs:import namespace="${namespace}" schemaLocation="http://elsewhere.example/it.xsd"/>`,
    ]
    for (const one of imports) {
      const { operations } = contractIn(t, contractOf(one + entry))
      t.is(operations[0]?.request.entry, '{urn:t}Place')
    }
  })
}

test('an import of a usual location that names no namespace is of that location', (t) => {
  const [namespace, uses, location] = STANDARD[1] ?? ['', '', '']
  const entry = using(namespace, uses)
  const of = (location: string) => contractOf(`<xs:import schemaLocation="${location}"/>${entry}`)
  t.is(contractIn(t, of(location)).operations.length, 1)
  t.is(contractIn(t, of(location.replace('http', 'https'))).operations.length, 1)
  t.regex(refusalOf(t, of('http://elsewhere.example/it.xsd')), /there is no element/)
})

test('what is built in is checked as any other schema is', (t) => {
  const namespace = 'http://www.w3.org/2005/08/addressing'
  const { schema: compiled } = contractIn(
    t,
    contractOf(
      `<xs:import namespace="${namespace}"/>${using(namespace, 'element ref="x:EndpointReference"')}`,
    ),
  )
  const schemasOf = (inside: string) =>
    readDocument(
      `<Place xmlns="urn:t"><x:EndpointReference xmlns:x="${namespace}">${inside}</x:EndpointReference></Place>`,
    )
  t.deepEqual(findingsIn(compiled, schemasOf('<x:Address>urn:a</x:Address>')), [])
  t.is(findingsIn(compiled, schemasOf('<x:Adress>urn:a</x:Adress>')).length, 1)
})

test('a schema of the set is taken before the one of its namespace that is built in', (t) => {
  const namespace = 'http://www.w3.org/2005/08/addressing'
  const own = schema('<xs:element name="Mine" type="xs:string"/>', `targetNamespace="${namespace}"`)
  const schemasOf = (uses: string) =>
    `<w:types>${schema(`<xs:import namespace="${namespace}"/>${using(namespace, uses)}`)}${own}</w:types>`
  t.is(contractIn(t, orders({ schemas: schemasOf('element ref="x:Mine"') })).operations.length, 1)
  const refusal = refusalOf(t, orders({ schemas: schemasOf('element ref="x:EndpointReference"') }))
  t.regex(refusal, /there is no element \{http:\/\/www\.w3\.org\/2005\/08\/addressing\}Endpoint/)
})

test('a schema of an operation, which is no contract, has none of them but that of xml:', (t) => {
  for (const [namespace, uses] of STANDARD.slice(1, 12)) {
    const text = `<xs:import namespace="${namespace}"/>${using(namespace, uses)}`
    t.true(clausesOf(t, text).includes('src-resolve'), namespace)
  }
  t.deepEqual(
    clausesOf(
      t,
      `<xs:import namespace="${XML_NAMESPACE}"/>${using(XML_NAMESPACE, 'attribute ref="xml:lang"')}`,
    ),
    [],
  )
})

test('what is served has all of them, each behind what it imports, and nobody has to fetch one', (t) => {
  const all = STANDARD.map(([namespace]) => `<xs:import namespace="${namespace}"/>`)
  const secext = `${WSS}-secext-1.0.xsd`
  const contract = contractIn(
    t,
    contractOf(all.join('') + using(secext, 'element ref="x:Security"')),
  )
  const port = {
    name: 'Soap11',
    soap: '1.1',
    transport: 'http://schemas.xmlsoap.org/soap/http',
    address: 'http://example.org/',
  } as const
  const text = writeWsdl([{ ...contract, ports: [port] }], { location: (number) => `${number}` })
  const [inside] = childElements(readDocument(text)).filter(({ local }) => local === 'types')
  const namespaces = (inside ? childElements(inside) : []).map((one) =>
    attributeOf(one, '', 'targetNamespace'),
  )
  t.is(namespaces.length, 14)
  t.is(namespaces[0], XML_NAMESPACE)
  t.is(namespaces.at(-1), 'urn:t')
  const at = (namespace: string) => namespaces.indexOf(namespace)
  const dsig = at('http://www.w3.org/2000/09/xmldsig#')
  t.true(0 < dsig && dsig < at(secext) && at(`${WSS}-utility-1.0.xsd`) < at(secext))
  t.notRegex(text, /schemaLocation="http/)
})

/** WS-Trust 1.3, as its WSDL and its types import each other's standards from the network. */
const TRUST = schema(
  `<xs:import namespace="${WSS}-utility-1.0.xsd" schemaLocation="${WSS}-utility-1.0.xsd"/>
   <xs:import namespace="${WSS}-secext-1.0.xsd" schemaLocation="${WSS}-secext-1.0.xsd"/>
   <xs:import namespace="http://www.w3.org/2005/08/addressing" schemaLocation="http://www.w3.org/2006/03/addressing/ws-addr.xsd"/>
   <xs:element name="Place"><xs:complexType>
     <xs:sequence>
       <xs:element name="RequestType" type="xs:anyURI"/>
       <xs:element name="OnBehalfOf" minOccurs="0"><xs:complexType><xs:choice>
         <xs:element ref="wsse:SecurityTokenReference"/><xs:element ref="wsa:EndpointReference"/>
       </xs:choice></xs:complexType></xs:element>
       <xs:element name="Lifetime" minOccurs="0"><xs:complexType><xs:sequence>
         <xs:element ref="wsu:Created" minOccurs="0"/><xs:element ref="wsu:Expires" minOccurs="0"/>
       </xs:sequence></xs:complexType></xs:element>
       <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
     </xs:sequence>
     <xs:attribute name="Context" type="xs:anyURI"/><xs:anyAttribute namespace="##other" processContents="lax"/>
   </xs:complexType></xs:element>
   <xs:element name="PlaceResponse"><xs:complexType><xs:sequence>
     <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`,
  `targetNamespace="urn:t" xmlns:wsse="${WSS}-secext-1.0.xsd" xmlns:wsu="${WSS}-utility-1.0.xsd"
   xmlns:wsa="http://www.w3.org/2005/08/addressing"`,
)

test('a contract in the manner of WS-Trust is read, and its optional elements come before its wildcard', (t) => {
  const contract = contractIn(t, orders({ schemas: `<w:types>${TRUST}</w:types>` }))
  t.regex(contract.warnings?.join('\n') ?? '', /OnBehalfOf.*before the wildcard/)
  const request = (inside: string) =>
    findingsIn(
      contract.schema,
      readDocument(
        `<t:Place xmlns:t="urn:t" xmlns:u="${WSS}-utility-1.0.xsd"><t:RequestType>urn:issue</t:RequestType>${inside}</t:Place>`,
      ),
    )
  t.deepEqual(
    request('<t:Lifetime><u:Created>2026-11-27T01:00:00Z</u:Created></t:Lifetime><u:Free/>'),
    [],
  )
  t.is(request('<t:Lifetime><u:Nonsense/></t:Lifetime>').length, 1)
})

/** What an XML catalog leads to. */
const LOCATION_XSD = schema(
  '<xs:include schemaLocation="more.xsd"/><xs:element name="Place" type="t:Item"/>',
  'targetNamespace="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
)
const MORE_XSD = schema(
  '<xs:simpleType name="Item"><xs:restriction base="xs:string"/></xs:simpleType><xs:element name="PlaceResponse" type="xs:string"/>',
  'targetNamespace="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
)

const catalog = (inside: string) =>
  `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${inside}</catalog>`

function readWith(t: ExecutionContext, inside: string, imports: string): ReadContracts {
  const folder = folderOf(t, {
    'orders.wsdl': orders({
      schemas: `<w:types>${schema(imports, 'targetNamespace="urn:w"')}</w:types>`,
    }),
    'catalogs/main.xml': catalog(inside),
    'catalogs/other.xml': catalog(
      '<uri name="http://far.example/x.xsd" uri="../types/place.xsd"/>',
    ),
    'types/place.xsd': LOCATION_XSD,
    'types/more.xsd': MORE_XSD,
  })
  return readContractSet(join(folder, 'orders.wsdl'), filesWith(join(folder, 'catalogs/main.xml')))
}

const FAR = '<xs:import namespace="urn:t" schemaLocation="http://far.example/x.xsd"/>'
const NEAR = '<xs:import namespace="urn:t" schemaLocation="../gone/x.xsd"/>'
const BARE = '<xs:import namespace="urn:t"/>'

/** OASIS XML Catalogs 1.1 §7.2: entries, and what of a contract each is for. */
const CATALOGS: readonly (readonly [what: string, inside: string, imports: string])[] = [
  ['uri, of a location', '<uri name="http://far.example/x.xsd" uri="../types/place.xsd"/>', FAR],
  ['uri, of a namespace', '<uri name="urn:t" uri="../types/place.xsd"/>', BARE],
  ['uri, of a relative location', '<uri name="../gone/x.xsd" uri="../types/place.xsd"/>', NEAR],
  ['system', '<system systemId="http://far.example/x.xsd" uri="../types/place.xsd"/>', FAR],
  ['public, of a namespace', '<public publicId="urn:t" uri="../types/place.xsd"/>', BARE],
  [
    'rewriteURI, the longest beginning of two',
    '<rewriteURI uriStartString="http://far" rewritePrefix="nowhere"/><rewriteURI uriStartString="http://far.example/x" rewritePrefix="../types/place"/>',
    FAR,
  ],
  [
    'rewriteSystem',
    '<rewriteSystem systemIdStartString="http://far.example/x" rewritePrefix="../types/place"/>',
    FAR,
  ],
  ['uriSuffix', '<uriSuffix uriSuffix="example/x.xsd" uri="../types/place.xsd"/>', FAR],
  ['systemSuffix', '<systemSuffix systemIdSuffix="/gone/x.xsd" uri="../types/place.xsd"/>', NEAR],
  ['nextCatalog', '<nextCatalog catalog="main.xml"/><nextCatalog catalog="other.xml"/>', FAR],
  ['delegateURI', '<delegateURI uriStartString="http://far" catalog="other.xml"/>', FAR],
  [
    'group and xml:base',
    '<group xml:base="../types/"><uri name="http://far.example/x.xsd" uri="place.xsd"/></group>',
    FAR,
  ],
]

for (const [what, inside, imports] of CATALOGS) {
  test(`an entry of an XML catalog leads to a file, and that to what stands beside it: ${what}`, (t) => {
    const { contracts, documents } = readWith(t, inside, imports)
    t.is(contracts[0].operations[0]?.request.entry, '{urn:t}Place')
    t.deepEqual(
      documents.map(({ file }) => file.slice(file.lastIndexOf('/') + 1)),
      ['orders.wsdl', 'place.xsd', 'more.xsd'],
    )
  })
}

test('an entry is asked before the file that a location leads to, and before what is built in', (t) => {
  const files = {
    'orders.wsdl': orders({ schemas: types('<xs:include schemaLocation="place.xsd"/>') }),
    'catalog.xml': catalog('<uri name="place.xsd" uri="other/place.xsd"/>'),
    'place.xsd': schema('', 'targetNamespace="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema"'),
    'other/place.xsd': LOCATION_XSD,
    'other/more.xsd': MORE_XSD,
  }
  const folder = folderOf(t, files)
  const library = filesWith(join(folder, 'catalog.xml'))
  t.is(readContractSet(join(folder, 'orders.wsdl'), library).contracts[0].operations.length, 1)
})

function refusedWith(t: ExecutionContext, inside: string, imports = FAR): string {
  const error = t.throws(() => readWith(t, inside, imports), { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_CONTRACT_INVALID')
  return (error?.message ?? '').replace(/\/\S*\/waybill-test-[^/]*\//g, '')
}

test('a catalog that is none, or leads to a file that is not there, is refused with its place', (t) => {
  t.regex(
    refusedWith(t, '<uri name="http://far.example/x.xsd" uri="gone.xsd"/>'),
    /^catalogs\/main\.xml:1: the catalog says that catalogs\/gone\.xsd stands for http:\/\/far\.example\/x\.xsd, and it is not there$/,
  )
  t.regex(refusedWith(t, '<uri'), /^catalogs\/main\.xml:1: /)
  t.regex(
    refusedWith(t, '<nextCatalog catalog="../orders.wsdl"/>'),
    /^orders\.wsdl: <definitions> is no XML catalog/,
  )
  t.regex(
    refusedWith(t, '<nextCatalog catalog="no.xml"/>'),
    /^catalogs\/no\.xml: the catalog cannot be read/,
  )
  // Nothing is fetched, whatever an entry says.
  t.regex(
    refusedWith(t, '<uri name="http://far.example/x.xsd" uri="http://127.0.0.1:1/x.xsd"/>'),
    /^orders\.wsdl:6: no schema declares the element t:Place, and there is no document http:\/\/far/,
  )
})
