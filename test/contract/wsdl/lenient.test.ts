/** WSDL documents that are wrong in the usual ways: read where one meaning is plain, or refused in one sentence with its place. */
import test from 'ava'
import { clausesOf } from '../../schema/sets.js'
import {
  binding,
  contractIn,
  definitions,
  entry,
  message,
  ORDER_MESSAGES,
  ORDER_SCHEMAS,
  operationIn,
  orders,
  PORT_TYPE,
  refusalOf,
  SERVICE,
  schema,
  types,
} from './documents.js'

test('names of messages, port types and bindings with a wrong prefix, or none, mean the only one there is', (t) => {
  for (const prefix of ['', 't:', 'unknown:']) {
    const { request } = operationIn(t, orders().replaceAll('"o:', `"${prefix}`))
    t.is(request.entry, '{urn:t}Place')
  }
})

test('an element of a part without its prefix means the only one there is', (t) => {
  const messages = ORDER_MESSAGES.replaceAll('"t:', '"')
  t.is(operationIn(t, orders({ messages })).request.entry, '{urn:t}Place')
  const second = schema(entry('Place', 'x'), 'targetNamespace="urn:u"')
  const two = orders({
    messages,
    schemas: ORDER_SCHEMAS.replace('</w:types>', `${second}</w:types>`),
  })
  t.is(refusalOf(t, two), 'orders.wsdl:6: no schema declares the element Place')
})

test('a soapAction that is left out is empty, and so is a whole soap:operation', (t) => {
  t.is(operationIn(t, orders().replace(/ soapAction="[^"]*"/, '')).soapAction, '')
  t.is(operationIn(t, orders().replace(/<s:operation [^>]*>/, '')).soapAction, '')
})

test('parts="Body" means all parts, as gSOAP writes it', (t) => {
  const text = orders({ bindings: binding('<s:body use="literal" parts="Body"/>') })
  t.is(operationIn(t, text).request.entry, '{urn:t}Place')
})

test('a style that is left out is document, a use that is left out literal', (t) => {
  const text = orders().replace(' style="document"', '').replaceAll(' use="literal"', '')
  t.like(operationIn(t, text), { style: 'document', use: 'literal' })
})

test('schemas of a WSDL document refer to each other without importing', (t) => {
  const order = `<xs:complexType name="Order"><xs:sequence><xs:element name="item" type="xs:string"/></xs:sequence></xs:complexType>`
  const schemas = `<w:types>${schema(order, 'targetNamespace="urn:u"')}${schema(
    `<xs:element name="Place" type="u:Order" xmlns:u="urn:u"/>${entry('PlaceResponse', 'number')}`,
  )}</w:types>`
  t.is(operationIn(t, orders({ schemas })).request.entry, '{urn:t}Place')
})

test('an import may stand anywhere in a schema, and a schema that is no contract keeps the order', (t) => {
  const schemas = ORDER_SCHEMAS.replace(
    '</xs:schema>',
    '<xs:import namespace="urn:u"/></xs:schema>',
  )
  t.is(operationIn(t, orders({ schemas })).request.entry, '{urn:t}Place')
  t.deepEqual(clausesOf(t, '<xs:element name="a"/><xs:import namespace="urn:u"/>'), [
    's4s-elt-must-match',
  ])
})

test('the schemas of media types and of swaRef are known, wherever a contract says that they are', (t) => {
  const schemas =
    types(`<xs:import namespace="http://www.w3.org/2005/05/xmlmime" schemaLocation="http://www.w3.org/2005/05/xmlmime"/>
    <xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>
    <xs:element name="Place" type="x:base64Binary" xmlns:x="http://www.w3.org/2005/05/xmlmime"/>
    <xs:element name="PlaceResponse" type="i:swaRef" xmlns:i="http://ws-i.org/profiles/basic/1.1/xsd"/>`)
  const { schema: compiled } = contractIn(t, orders({ schemas }))
  const type = compiled.components.elements.get('{urn:t}Place')?.type
  t.deepEqual(type?.kind === 'complex' ? [...type.attributes.keys()] : type, [
    '{http://www.w3.org/2005/05/xmlmime}contentType',
  ])
  t.true(
    clausesOf(
      t,
      '<xs:import namespace="http://www.w3.org/2005/05/xmlmime"/><xs:element name="a" type="x:hexBinary" xmlns:x="http://www.w3.org/2005/05/xmlmime"/>',
    ).includes('src-resolve'),
  )
})

test('the address of a port is read whatever its namespace', (t) => {
  const service = SERVICE.replace(
    '<s:address',
    '<h:address xmlns:h="http://schemas.xmlsoap.org/wsdl/http/"',
  )
  t.is(contractIn(t, orders({ service })).ports[0]?.address, 'http://orders.example/soap')
})

test('a schema that is imported for another namespace is taken for its own', (t) => {
  const schemas = `<w:types>${schema('<xs:import namespace="types.xsd" schemaLocation="types.xsd"/>', '')}</w:types>`
  const xsd = ORDER_SCHEMAS.replace(/<\/?w:types>/g, '').replace(
    '<xs:schema',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"',
  )
  const contract = contractIn(t, { 'orders.wsdl': orders({ schemas }), 'types.xsd': xsd })
  t.is(contract.operations[0]?.request.entry, '{urn:t}Place')
})

test('imports of what is not there, on the network or anywhere else, matter only to who needs it', (t) => {
  const locations = ['http://127.0.0.1:1/a.xsd', 'file:///etc/passwd', '/etc/passwd', 'missing.xsd']
  for (const schemas of locations) {
    const add = `<xs:import namespace="urn:x" schemaLocation="${schemas}"/>`
    const text = orders({ schemas: ORDER_SCHEMAS.replace(/(<xs:schema[^>]*>)/, `$1${add}`) })
    t.is(operationIn(t, text).request.entry, '{urn:t}Place')
    const messages = ORDER_MESSAGES.replace('"t:Place"', '"x:Place" xmlns:x="urn:x"').replace(
      't:PlaceResponse',
      't:Answer',
    )
    t.is(
      refusalOf(t, orders({ schemas: types(add), messages })),
      `orders.wsdl:6: no schema declares the element x:Place, and there is no document ${schemas}`,
    )
  }
})

test('a part that is an element and a type is an element of document, and a type of rpc', (t) => {
  const messages = ORDER_MESSAGES.replaceAll(' element="', ' type="xs:string" element="')
  t.is(operationIn(t, orders({ messages })).request.entry, '{urn:t}Place')
  const rpc = binding('<s:body use="literal" namespace="urn:r"/>', { style: 'rpc' })
  const { request } = operationIn(t, orders({ messages, bindings: rpc }))
  t.deepEqual(request.parts, [
    { name: 'parameters', type: '{http://www.w3.org/2001/XMLSchema}string' },
  ])
})

/** What is wrong, and the sentence with which it is refused. */
const REFUSED: Readonly<Record<string, readonly [text: string, sentence: string]>> = {
  'no WSDL': ['<a/>', 'orders.wsdl: <a> is no schema, and no WSDL 1.1 document'],
  'no XML': ['<a', 'orders.wsdl:1: '],
  'a DTD': [`<!DOCTYPE a [<!ENTITY x "y">]>${orders()}`, 'orders.wsdl:1: '],
  'a schema': [
    schema('').replace('<xs:schema', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"'),
    'orders.wsdl: it is a schema, and no WSDL document',
  ],
  'a schema of a draft': [
    orders({
      schemas: '<w:types><d:schema xmlns:d="http://www.w3.org/1999/XMLSchema"/></w:types>',
    }),
    'orders.wsdl:6: this schema is of http://www.w3.org/1999/XMLSchema, and only http://www.w3.org/2001/XMLSchema is read',
  ],
  'a schema that is wrong': [
    orders({ schemas: types('<xs:element name="a" type="t:Nothing"/>') }),
    'orders.wsdl:6: there is no type {urn:t}Nothing (src-resolve)',
  ],
  'nothing for SOAP': [
    definitions(ORDER_SCHEMAS + ORDER_MESSAGES + PORT_TYPE),
    'orders.wsdl: nothing in it is bound to SOAP',
  ],
  'no binding': [orders({ bindings: '' }), 'orders.wsdl:8: there is no binding o:OrdersSoap'],
  'no port type': [
    orders({ portType: '' }),
    'orders.wsdl:8: the operation Place is bound for a port type that is not there',
  ],
  'no operation in the port type': [
    orders({ portType: PORT_TYPE.replace('"Place"', '"Other"') }),
    'orders.wsdl:10: the port type Orders has no operation Place',
  ],
  'no message': [orders({ messages: '' }), 'orders.wsdl:7: there is no message o:PlaceIn'],
  'an input that names no message': [
    orders({ portType: PORT_TYPE.replace(' message="o:PlaceIn"', '') }),
    'orders.wsdl:7: <input> names no message',
  ],
  'overloaded operations': [
    orders({
      bindings: binding().replace('</w:binding>', '<w:operation name="Place"/></w:binding>'),
    }),
    'orders.wsdl:10: there is another operation Place: overloaded ones cannot be distinguished',
  ],
  'an operation of the service': [
    orders({ portType: PORT_TYPE.replace('<w:input message="o:PlaceIn"/>', '') }),
    'orders.wsdl:6: the operation Place begins with a message of the service: no node can be called so',
  ],
  'document of a type': [
    orders({ messages: ORDER_MESSAGES.replace('element="t:Place"', 'type="xs:string"') }),
    'orders.wsdl:6: the operation Place is document, and its part parameters is a type: it has to be an element',
  ],
  'document of several parts': [
    orders({
      messages: ORDER_MESSAGES.replace('</w:message>', '<w:part name="b" element="t:Place"/>$&'),
    }),
    'orders.wsdl:11: the operation Place is document, and has several parts for Body: parameters, b',
  ],
  'rpc of an element': [
    orders({ bindings: binding('<s:body use="literal"/>', { style: 'rpc' }) }),
    'orders.wsdl:6: the operation Place is rpc, and its part parameters is an element: it has to be a type',
  ],
  'a part of nothing': [
    orders({ messages: ORDER_MESSAGES.replace(' element="t:Place"', '') }),
    'orders.wsdl:6: the part parameters is neither an element nor a type',
  ],
  'parts that are not there': [
    orders({ bindings: binding('<s:body use="literal" parts="x"/>') }),
    'orders.wsdl:11: the message has no part x, which is to stand in Body',
  ],
  'a header block of no message': [
    orders({ bindings: binding('<s:body use="literal"/><s:header message="o:No" part="a"/>') }),
    'orders.wsdl:11: there is no message o:No',
  ],
  'a header block of no part': [
    orders({
      bindings: binding('<s:body use="literal"/><s:header message="o:PlaceIn" part="a"/>'),
    }),
    'orders.wsdl:11: there is no part a',
  ],
  'a fault of no part': [
    orders({
      messages: ORDER_MESSAGES + message('F', ''),
      portType: PORT_TYPE.replace('</w:operation>', '<w:fault name="f" message="o:F"/>$&'),
    }),
    'orders.wsdl:8: the message of the fault f has 0 parts: it has to have one',
  ],
  'a service without bindings': [
    definitions(ORDER_SCHEMAS + SERVICE),
    'orders.wsdl:6: there is no binding o:OrdersSoap',
  ],
}

for (const [what, [text, sentence]] of Object.entries(REFUSED)) {
  test(`refused in one sentence with its place: ${what}`, (t) => {
    const refusal = refusalOf(t, text)
    if (sentence.endsWith(': ')) t.true(refusal.startsWith(sentence), refusal)
    else t.is(refusal, sentence)
    t.notRegex(refusal, /\n/)
  })
}
