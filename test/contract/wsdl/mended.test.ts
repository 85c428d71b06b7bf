/** What has one plain meaning in the schemas and bindings of a contract is taken, each with a warning that names the place; nothing of it is a schema's own. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { readContractSet } from '../../../src/contract/wsdl/read/index.js'
import { writeWsdl } from '../../../src/contract/wsdl/write.js'
import { Descriptions } from '../../../src/path/description/descriptions.js'
import { ofContract } from '../../../src/path/plugins/of-contract.js'
import type { Values } from '../../../src/schema/values/value.js'
import { waybillEngine } from '../../../src/schema/waybill.js'
import { readDocument } from '../../../src/xml/read.js'
import { atOnce } from '../../../src/xml/walk.js'
import { clausesOf } from '../../schema/sets.js'
import { configurationOf } from '../../support/config.js'
import { folderOf } from '../../support/folder.js'
import { makeNode } from '../../support/nodes/node.js'
import { soap11 } from '../../support/wire/envelopes.js'
import {
  binding,
  contractIn,
  entry,
  ORDER_MESSAGES,
  ORDER_SCHEMAS,
  orders,
  PORT_TYPE,
  refusalOf,
  SERVICE,
  schema,
  types,
} from './documents.js'

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"'

/** What is told of a contract, without the folder. */
function warningsIn(t: ExecutionContext, files: string | Readonly<Record<string, string>>) {
  const { warnings = [] } = contractIn(t, files)
  return warnings.map((line) => line.replace(/\/\S*\/waybill-test-[^/]*\//g, ''))
}

/** Types that may be extended, as ONVIF has them: its own elements first, then those of vendors, then an extension. */
const VIDEO = `
  <xs:complexType name="Video"><xs:sequence>
    <xs:element name="Width" type="xs:int"/>
    <xs:any namespace="##targetNamespace" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Extension" type="t:More" minOccurs="0"/>
  </xs:sequence><xs:anyAttribute processContents="lax"/></xs:complexType>
  <xs:complexType name="More"><xs:sequence>
    <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Rate" type="xs:float" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:element name="Place" type="t:Video"/>
  <xs:element name="PlaceResponse" type="t:Video"/>`

test('an element is taken before a wildcard beside it (XSD 1.1 §3.8.6.4), with a warning for each place', (t) => {
  const text = orders({ schemas: types(VIDEO) })
  t.deepEqual(warningsIn(t, text), [
    'orders.wsdl:9: the element {urn:t}Extension may be of two particles at one place of the content model: as it is declared, before the wildcard beside it',
    'orders.wsdl:13: the element {urn:t}Rate may be of two particles at one place of the content model: as it is declared, before the wildcard beside it',
  ])
  const { schema: compiled } = contractIn(t, text)
  const schemasWith = (inside: string) =>
    atOnce(
      compiled.validating(
        readDocument(`<Place xmlns="urn:t" xmlns:v="urn:v"><Width>1</Width>${inside}</Place>`),
      ),
    ).findings
  t.deepEqual(schemasWith('<Extension><v:a/><Rate>25</Rate></Extension>'), [])
  t.deepEqual(schemasWith('<Other/><Extension/>'), [])
  // It is no element of the wildcard, where it is not as it is declared.
  t.is(schemasWith('<Extension><Rate>fast</Rate></Extension>').length, 1)
  t.is(schemasWith('<Extension/><Other/>').length, 1)
})

test('two elements, and two wildcards, that overlap are refused in a contract as elsewhere', (t) => {
  const of = (inside: string) =>
    orders({
      schemas: types(
        `<xs:element name="Place"><xs:complexType><xs:sequence>${inside}</xs:sequence></xs:complexType></xs:element><xs:element name="PlaceResponse" type="xs:string"/>`,
      ),
    })
  const element = '<xs:element name="a" type="xs:int" minOccurs="0"/>'
  const any = '<xs:any minOccurs="0" processContents="lax"/>'
  t.regex(refusalOf(t, of(element + element)), /\(cos-nonambig\)$/)
  t.regex(refusalOf(t, of(any + any)), /\(cos-nonambig\)$/)
  t.regex(refusalOf(t, of(element + any + any)), /\(cos-nonambig\)$/)
  t.is(contractIn(t, of(element + any)).operations.length, 1)
})

test('a definition that is there again in the same words is taken once, whatever its prefixes and its documentation', (t) => {
  const item = (prefix: string, text: string) =>
    `<xs:complexType name="Item"><xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>
     <xs:sequence><xs:element name="a" type="${prefix}:Code"/></xs:sequence></xs:complexType>
     <xs:simpleType name="Code"><xs:restriction base="xs:string"/></xs:simpleType>`
  const again = schema(item('u', 'two'), 'targetNamespace="urn:t" xmlns:u="urn:t"')
  const schemasWith = (first: string, second: string) =>
    ORDER_SCHEMAS.replace('</xs:schema></w:types>', `${first}</xs:schema>\n${second}</w:types>`)
  const text = orders({ schemas: schemasWith(item('t', 'one'), again) })
  t.deepEqual(warningsIn(t, text), [
    'orders.wsdl:9: the complexType {urn:t}Item is declared again in the same words as at orders.wsdl:6, and so are 1 more definitions; the first is taken',
  ])
  const others: Readonly<Record<string, string>> = {
    'another type': again.replace('u:Code', 'xs:string'),
    'another namespace of a prefix': again.replace('xmlns:u="urn:t"', 'xmlns:u="urn:u"'),
    'another form of what is in it': again.replace('elementFormDefault="qualified"', ''),
    'one more attribute': again.replace('name="a"', 'name="a" minOccurs="0"'),
  }
  for (const [what, other] of Object.entries(others)) {
    const refusal = refusalOf(t, orders({ schemas: schemasWith(item('t', 'one'), other) }))
    t.regex(refusal, /there is another complexType \{urn:t\}Item \(sch-props-correct\.2\)$/, what)
  }
})

test('a schema that stands twice is served once, and is read again without a warning', (t) => {
  const text = orders({ schemas: ORDER_SCHEMAS.replace(/<xs:schema.*<\/xs:schema>/s, '$&$&') })
  const contract = contractIn(t, text)
  t.is(contract.warnings?.length, 1)
  const port = { name: 'P', soap: '1.1', transport: '', address: 'http://127.0.0.1/' } as const
  const served = writeWsdl([{ ...contract, ports: [port] }], { location: (number) => `${number}` })
  t.is(served.split('name="Place"><xs:complexType').length, 2)
})

test('a schema that imports its own namespace includes what is there', (t) => {
  const files = {
    'orders.wsdl': orders({
      schemas: types(
        `<xs:import namespace="urn:t" schemaLocation="more.xsd"/>\n<xs:import namespace="urn:t"/>${entry('Place', 'a')}`,
      ),
    }),
    'more.xsd': schema(entry('PlaceResponse', 'b')).replace('<xs:schema', `<xs:schema ${XS}`),
  }
  t.deepEqual(warningsIn(t, files), [
    'orders.wsdl:6: the schema imports its own namespace; it is included',
    'orders.wsdl:7: the schema imports its own namespace; the import is passed over',
  ])
  t.is(contractIn(t, files).operations[0]?.response?.entry, '{urn:t}PlaceResponse')
})

test('text that stands in a schema is passed over', (t) => {
  const text = orders({
    schemas: types(`${entry('Place', 'a')}\n e ${entry('PlaceResponse', 'b')}`),
  })
  t.deepEqual(warningsIn(t, text), [
    'orders.wsdl:7: text stands in <schema>: "e"; it is passed over',
  ])
  // Only there.
  const inside = types(
    entry('Place', 'a').replace('<xs:sequence>', '<xs:sequence>e') + entry('PlaceResponse', 'b'),
  )
  t.regex(refusalOf(t, orders({ schemas: inside })), /\(s4s-elt-character\)$/)
})

test('a schema that is no contract keeps to the letter, and so does a WSDL that is asked for as a schema', (t) => {
  const broken: readonly (readonly [inside: string, clause: string])[] = [
    [VIDEO, 'cos-nonambig'],
    ['<xs:element name="a"/><xs:element name="a"/>', 'sch-props-correct.2'],
    ['<xs:import namespace="urn:t"/>', 'src-import.1.1'],
    ['text', 's4s-elt-character'],
  ]
  for (const [inside, clause] of broken) {
    const own = inside.replaceAll('"t:', '"s:').replace('urn:t', 'urn:s')
    t.true(clausesOf(t, own).includes(clause), clause)
    const folder = folderOf(t, { 'it.wsdl': orders({ schemas: types(inside) }) })
    const error = t.throws(() => waybillEngine.compile(join(folder, 'it.wsdl')))
    t.regex(error?.message ?? '', new RegExp(`\\(${clause}\\)$`))
  }
})

/** A second operation, beside the one that is bound. */
const OTHER = '<w:operation name="Other"><s:operation/><w:input/></w:operation>'
const withOther = (bound = OTHER) => binding().replace('</w:binding>', `\n${bound}</w:binding>`)
const abstract = (inside: string) =>
  PORT_TYPE.replace(
    '</w:portType>',
    `<w:operation name="Other">${inside}</w:operation></w:portType>`,
  )

/** Why an operation cannot be bound, and the contract in which it is the second. */
const UNBOUND: Readonly<Record<string, readonly [text: string, sentence: RegExp]>> = {
  'not in the port type': [
    orders({ bindings: withOther() }),
    /:13: the port type Orders has no operation Other; /,
  ],
  'of a message that is not there': [
    orders({ bindings: withOther(), portType: abstract('<w:input message="o:No"/>') }),
    /:8: there is no message o:No; /,
  ],
  'begun by the service': [
    orders({ bindings: withOther(), portType: abstract('<w:output message="o:PlaceOut"/>') }),
    /:8: the operation Other begins with a message of the service: no node can be called so; /,
  ],
  'of an element that nobody declares': [
    orders({
      bindings: withOther(),
      portType: abstract('<w:input message="o:PlaceIn"/><w:fault name="f" message="o:Bad"/>'),
      messages: `${ORDER_MESSAGES}<w:message name="Bad"><w:part name="p" element="t:Bad"/></w:message>`,
    }),
    /:6: no schema declares the element t:Bad; /,
  ],
}

for (const [what, [text, sentence]] of Object.entries(UNBOUND)) {
  test(`an operation that cannot be bound is left out: ${what}`, (t) => {
    const { operations, warnings = [] } = contractIn(t, text)
    t.deepEqual(
      operations.map(({ name }) => name),
      ['Place'],
    )
    t.is(warnings.length, 1)
    t.regex(warnings[0] ?? '', sentence)
    t.regex(warnings[0] ?? '', /; the operation Other is left out$/)
  })
}

test('operations of one name in a binding are left out all, and the others stay', (t) => {
  const { operations, warnings = [] } = contractIn(
    t,
    orders({
      bindings: withOther(OTHER + OTHER),
      portType: abstract('<w:input message="o:PlaceIn"/>'),
    }),
  )
  t.is(operations.length, 1)
  t.is(warnings.length, 2)
})

test('a port whose binding is not there is left out', (t) => {
  const service = SERVICE.replace('</w:service>', '<w:port name="Second" binding="o:No"/>$&')
  const { ports, warnings = [] } = contractIn(t, orders({ service }))
  t.is(ports.length, 1)
  t.regex(
    warnings[0] ?? '',
    /orders\.wsdl:\d+: there is no binding o:No; the port Second is left out$/,
  )
})

test('a contract-first plugin of such a contract has its warnings, and the rest is called', async (t) => {
  const text = orders({ bindings: withOther(), schemas: types(VIDEO) })
  const contract = pathToFileURL(join(folderOf(t, { 'orders.wsdl': text }), 'orders.wsdl'))
  const handlers = { Place: (input: Values) => input }
  const plugin = ofContract({ contract, handlers }, 'the plugin orders')
  const contracts = { orders: plugin.contract }
  const node = makeNode({ orders: plugin.definition }, { contracts })
  const reports = plugin.contract?.warnings ?? []
  t.is(reports.length, 3)
  t.regex(reports[2] ?? '', /; the operation Other is left out$/)
  const body =
    '<Place xmlns="urn:t"><Width>7</Width><Extension><v:a xmlns:v="urn:v"/><Rate>25</Rate></Extension></Place>'
  const outcome = await node.inject(soap11(body))
  t.is(outcome.kind, 'reply')
  t.regex(
    outcome.kind === 'reply' ? String(outcome.message.body) : '',
    /Width>7<.*v:a.*Rate>25<.*Extension>/,
  )
})

test('what is left out is in no WSDL that is served', (t) => {
  const contract = contractIn(
    t,
    orders({ bindings: withOther(), portType: abstract('<w:input message="o:No"/>') }),
  )
  const { config, transports } = configurationOf({ environment: {}, settings: [] })
  const plugin = {
    name: 'orders',
    from: 'test',
    definition: { operations: [{ name: '{urn:o}Place', invoke: () => undefined }] },
    contract,
  }
  const descriptions = new Descriptions({ plugins: [plugin], transports, config })
  const request = {
    transport: 'http',
    base: 'http://127.0.0.1/soap',
    all: false,
    publicOnly: false,
  }
  const text = descriptions.wsdl('orders', request)?.text ?? ''
  t.is(text.split('<w:operation name="Place"').length, 3)
  t.notRegex(text, /Other|o:No/)
})

test('each of the schemas of a set is told with its own file', (t) => {
  const folder = folderOf(t, {
    'orders.wsdl': orders({ schemas: types('<xs:include schemaLocation="a/place.xsd"/>') }),
    'a/place.xsd': `<xs:schema ${XS} xmlns:t="urn:t" targetNamespace="urn:t">text${entry('Place', 'a')}${entry('PlaceResponse', 'b')}</xs:schema>`,
  })
  const { warnings } = readContractSet(join(folder, 'orders.wsdl'))
  t.deepEqual(warnings, [
    `${join(folder, 'a/place.xsd')}:1: text stands in <schema>: "text"; it is passed over`,
  ])
})
