/** Contracts read from WSDL 1.1 documents: services, ports, operations, messages and their schema. */
import test from 'ava'
import {
  binding,
  contractIn,
  contractsIn,
  definitions,
  entry,
  message,
  ORDER_MESSAGES,
  ORDER_SCHEMAS,
  operationIn,
  orders,
  PORT_TYPE,
  SERVICE,
  types,
} from './documents.js'

test('a service is read with its port, its operation and its schema', (t) => {
  const contract = contractIn(t, orders())
  t.is(contract.name, 'OrdersService')
  t.is(contract.namespace, 'urn:o')
  t.deepEqual(contract.ports, [
    {
      name: 'OrdersPort',
      soap: '1.1',
      transport: 'http://schemas.xmlsoap.org/soap/http',
      address: 'http://orders.example/soap',
    },
  ])
  const [schemas] = contract.operations
  t.like(schemas, {
    name: 'Place',
    exchange: 'request-response',
    style: 'document',
    use: 'literal',
    soapAction: 'urn:o#Place',
    faults: [],
  })
  t.like(schemas?.request, {
    entry: '{urn:t}Place',
    wrapped: true,
    parts: [{ name: 'parameters', element: '{urn:t}Place' }],
    headers: [],
    attachments: [],
  })
  t.like(schemas?.response, { entry: '{urn:t}PlaceResponse', wrapped: true })
  t.true(contract.schema.components.elements.has('{urn:t}Place'))
})

test('ports of both versions of SOAP belong to one contract, and those of HTTP are passed over', (t) => {
  const http = `<w:binding name="Get" type="o:Orders"><h:binding xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" verb="GET"/>
    <w:operation name="Place"><w:input/></w:operation></w:binding>`
  const service = SERVICE.replace(
    '</w:service>',
    `<w:port name="Orders12" binding="o:Orders12"><s12:address location="http://orders.example/12"/></w:port>
     <w:port name="Get" binding="o:Get"/></w:service>`,
  )
  const twelve = binding('<s12:body use="literal"/>', { prefix: 's12', name: 'Orders12' })
  const contract = contractIn(t, orders({ bindings: binding() + twelve + http, service }))
  t.deepEqual(
    contract.ports.map(({ name, soap, address }) => [name, soap, address]),
    [
      ['OrdersPort', '1.1', 'http://orders.example/soap'],
      ['Orders12', '1.2', 'http://orders.example/12'],
    ],
  )
  t.is(contract.operations.length, 1)
})

test('ports whose messages differ make contracts of their own, named as the port', (t) => {
  const rpc = binding('<s:body use="literal" namespace="urn:r" parts=""/>', {
    style: 'rpc',
    name: 'Rpc',
  })
  const service = SERVICE.replace(
    '</w:service>',
    '<w:port name="RpcPort" binding="o:Rpc"/></w:service>',
  )
  const contracts = contractsIn(t, orders({ bindings: binding() + rpc, service }))
  t.deepEqual(
    contracts.map(({ name, operations }) => [name, operations[0]?.request.entry]),
    [
      ['OrdersService', '{urn:t}Place'],
      ['RpcPort', '{urn:r}Place'],
    ],
  )
})

test('each service is a contract, and a binding that no service has is one, too', (t) => {
  const service = SERVICE + SERVICE.replace('OrdersService', 'Second')
  t.deepEqual(
    contractsIn(t, orders({ service })).map(({ name }) => name),
    ['OrdersService', 'Second'],
  )
  const [alone] = contractsIn(t, orders({ service: '' }))
  t.is(alone?.name, 'OrdersSoap')
  t.deepEqual(alone?.ports, [])
})

const RPC_MESSAGES =
  message('PlaceIn', '<w:part name="item" type="xs:string"/><w:part name="count" type="xs:int"/>') +
  message('PlaceOut', '<w:part name="number" type="t:Number"/>')

const NUMBER = types(
  '<xs:complexType name="Number"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>',
)

test('WSDL 1.1 §3.5: the entry of rpc is named as the operation, and its children as the parts', (t) => {
  const body = '<s:body use="literal" namespace="urn:r"/>'
  const text = orders({
    schemas: NUMBER,
    messages: RPC_MESSAGES,
    bindings: binding(body, { style: 'rpc' }),
  })
  const contract = contractIn(t, text)
  const [schemas] = contract.operations
  t.is(schemas?.style, 'rpc')
  t.like(schemas?.request, {
    entry: '{urn:r}Place',
    wrapped: true,
    parts: [
      { name: 'item', type: '{http://www.w3.org/2001/XMLSchema}string' },
      { name: 'count', type: '{http://www.w3.org/2001/XMLSchema}int' },
    ],
  })
  t.is(schemas?.response?.entry, '{urn:r}PlaceResponse')
  const declared = contract.schema.components.elements.get('{urn:r}Place')
  const type = declared?.type.kind === 'complex' ? declared.type : undefined
  const term = type && 'particle' in type.content ? type.content.particle.term : undefined
  const children = term && 'particles' in term ? term.particles : []
  t.deepEqual(
    children.map((child) => 'name' in child.term && child.term.name),
    ['item', 'count'],
  )
})

test('Basic Profile 1.1 R2717: rpc without a namespace has that of the document', (t) => {
  const text = orders({
    schemas: NUMBER,
    messages: RPC_MESSAGES,
    bindings: binding('<s:body use="literal"/>', { style: 'rpc' }),
  })
  t.is(operationIn(t, text).request.entry, '{urn:o}Place')
})

test('rpc/encoded is read with its encoding, its soapenc types without a document and an import', (t) => {
  const schemas = types(`<xs:complexType name="Items"><xs:complexContent>
      <xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[]"/></xs:restriction>
    </xs:complexContent></xs:complexType>`)
  const messages =
    message(
      'PlaceIn',
      '<w:part name="items" type="t:Items"/><w:part name="note" type="e:string"/>',
    ) + message('PlaceOut', '')
  const body =
    '<s:body use="encoded" namespace="urn:r" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>'
  const operation = operationIn(
    t,
    orders({ schemas, messages, bindings: binding(body, { style: 'rpc' }) }),
  )
  t.is(operation.use, 'encoded')
  t.is(operation.request.encodingStyle, 'http://schemas.xmlsoap.org/soap/encoding/')
  t.deepEqual(
    operation.request.parts.map(({ type }) => type),
    ['{urn:t}Items', '{http://schemas.xmlsoap.org/soap/encoding/}string'],
  )
  t.deepEqual(operation.response?.parts, [])
})

test('types of the drafts of XML Schema are those of today', (t) => {
  const messages =
    message(
      'PlaceIn',
      '<w:part xmlns:d="http://www.w3.org/1999/XMLSchema" name="at" type="d:timeInstant"/>',
    ) + message('PlaceOut', '')
  const body = '<s:body use="literal" namespace="urn:r"/>'
  const operation = operationIn(t, orders({ messages, bindings: binding(body, { style: 'rpc' }) }))
  t.is(operation.request.parts[0]?.type, '{http://www.w3.org/2001/XMLSchema}dateTime')
})

test('WSDL 1.1 §3.6, §3.7: faults, header blocks and their faults are elements', (t) => {
  const schemas = ORDER_SCHEMAS.replace(
    '</xs:schema>',
    `${entry('Customer', 'id')}${entry('NoCustomer', 'id')}${entry('OutOfStock', 'item')}</xs:schema>`,
  )
  const messages =
    ORDER_MESSAGES +
    message('Head', '<w:part name="customer" element="t:Customer"/>') +
    message('HeadFault', '<w:part name="fault" element="t:NoCustomer"/>') +
    message('Out', '<w:part name="fault" element="t:OutOfStock"/>')
  const portType = PORT_TYPE.replace(
    '</w:operation>',
    '<w:fault name="OutOfStock" message="o:Out"/></w:operation>',
  )
  const bindings = binding(`<s:body use="literal"/>
    <s:header message="o:Head" part="customer" use="literal">
      <s:headerfault message="o:HeadFault" part="fault" use="literal"/>
    </s:header>`)
  const operation = operationIn(t, orders({ schemas, messages, portType, bindings }))
  t.deepEqual(operation.request.headers, [
    { element: '{urn:t}Customer', faults: ['{urn:t}NoCustomer'] },
  ])
  t.deepEqual(operation.faults, [
    {
      name: 'OutOfStock',
      element: '{urn:t}OutOfStock',
      action: 'urn:o:Orders:Place:Fault:OutOfStock',
    },
  ])
})

test('header blocks and faults that are given as types are elements named as their parts', (t) => {
  const messages =
    ORDER_MESSAGES +
    message('Head', '<w:part name="customer" type="xs:int"/>') +
    message('Out', '<w:part name="stock" type="xs:int"/>')
  const portType = PORT_TYPE.replace(
    '</w:operation>',
    '<w:fault name="OutOfStock" message="o:Out"/></w:operation>',
  )
  const bindings = binding(
    '<s:body use="literal"/><s:header message="o:Head" part="customer" namespace="urn:h"/>',
  )
  const contract = contractIn(t, orders({ messages, portType, bindings }))
  const [operation] = contract.operations
  t.is(operation?.request.headers[0]?.element, '{urn:h}customer')
  t.is(operation?.faults[0]?.element, '{urn:o}stock')
  t.true(contract.schema.components.elements.has('{urn:h}customer'))
})

test('a part of the same message that is a header block is not in Body, even if parts does not say so', (t) => {
  const schemas = ORDER_SCHEMAS.replace('</xs:schema>', `${entry('Customer', 'id')}</xs:schema>`)
  const messages = ORDER_MESSAGES.replace(
    '<w:part name="parameters" element="t:Place"/>',
    '<w:part name="customer" element="t:Customer"/>$&',
  )
  const bindings = binding().replace(
    '<s:body use="literal"/>',
    '<s:body use="literal"/><s:header message="o:PlaceIn" part="customer" use="literal"/>',
  )
  const { request } = operationIn(t, orders({ schemas, messages, bindings }))
  t.is(request.entry, '{urn:t}Place')
  t.is(request.headers[0]?.element, '{urn:t}Customer')
})

test('WSDL 1.1 §5: parts beside the envelope are attachments, with their media types', (t) => {
  const messages = ORDER_MESSAGES.replace(
    '</w:message>',
    '<w:part name="photo" type="xs:base64Binary"/></w:message>',
  )
  const related = `<m:multipartRelated>
      <m:part><s:body use="literal" parts="parameters"/></m:part>
      <m:part><m:content part="photo" type="image/png"/><m:content part="photo" type="image/jpeg"/></m:part>
    </m:multipartRelated>`
  const bindings = binding().replace('<s:body use="literal"/>', related)
  const { request } = operationIn(t, orders({ messages, bindings }))
  t.is(request.entry, '{urn:t}Place')
  t.deepEqual(request.attachments, [{ name: 'photo', types: ['image/png', 'image/jpeg'] }])
})

test('an operation without an output is one-way, and one without parts has an empty Body', (t) => {
  const portType = PORT_TYPE.replace('<w:output message="o:PlaceOut"/>', '')
  const messages = message('PlaceIn', '') + message('PlaceOut', '')
  const operation = operationIn(t, orders({ portType, messages }))
  t.is(operation.exchange, 'one-way')
  t.is(operation.response, undefined)
  t.is(operation.request.entry, undefined)
})

test('document bare: the entry is the one parameter, unless it is named as the operation and is a sequence', (t) => {
  const wrapped = (schemas: string, messages = ORDER_MESSAGES) =>
    operationIn(t, orders({ schemas: types(schemas), messages })).request.wrapped
  const answer = entry('PlaceResponse', 'number')
  t.true(wrapped(entry('Place', 'item') + answer))
  t.true(wrapped(`<xs:element name="Place"><xs:complexType/></xs:element>${answer}`))
  t.false(wrapped(`<xs:element name="Place" type="xs:string"/>${answer}`))
  t.false(
    wrapped(
      entry('Other', 'item') + answer,
      ORDER_MESSAGES.replace('element="t:Place"', 'element="t:Other"'),
    ),
  )
  const choice = entry('Place', 'item').replaceAll('sequence', 'choice')
  t.false(wrapped(choice + answer))
})

test('what people are told stands in wsdl:documentation', (t) => {
  const documentation = '<w:documentation>Places <b>an</b> order.</w:documentation>'
  const portType = PORT_TYPE.replace('<w:operation name="Place">', `$&${documentation}`)
  const service = SERVICE.replace(
    '<w:port ',
    '<w:documentation> Orders. </w:documentation><w:port ',
  )
  const contract = contractIn(t, orders({ portType, service }))
  t.is(contract.documentation, 'Orders.')
  t.is(contract.operations[0]?.documentation, 'Places an order.')
})

test('WS-Addressing 1.0 Metadata §4.4.1: an explicit action counts before the SOAPAction', (t) => {
  for (const prefix of ['wsaw', 'wsam']) {
    const portType = PORT_TYPE.replace('o:PlaceIn"', `o:PlaceIn" ${prefix}:Action="urn:said"`)
    t.is(operationIn(t, orders({ portType })).request.action, 'urn:said')
  }
  t.is(operationIn(t, orders()).request.action, 'urn:o#Place')
})

test('WS-Addressing 1.0 Core §3.1: an action is an absolute URI, so that no other SOAPAction and no other namespace makes one', (t) => {
  const bindings = binding('<s:body use="literal"/>', { action: 'Place' })
  t.is(operationIn(t, orders({ bindings })).request.action, 'urn:o:Orders:PlaceRequest')
  const relative = orders({ bindings }).replaceAll('"urn:o"', '"orders"')
  t.is(operationIn(t, relative).request.action, undefined)
})

test('WS-Addressing 1.0 Metadata §4.4.4: the default action is made of the names', (t) => {
  const bindings = binding('<s:body use="literal"/>', { action: '' })
  const { request, response } = operationIn(t, orders({ bindings }))
  t.is(request.action, 'urn:o:Orders:PlaceRequest')
  t.is(response?.action, 'urn:o:Orders:PlaceResponse')
  const named = PORT_TYPE.replace('<w:output', '<w:output name="Done"')
  t.is(operationIn(t, orders({ portType: named })).response?.action, 'urn:o:Orders:Done')
  const http = orders({ bindings }).replaceAll('"urn:o"', '"http://o.example/a"')
  t.is(operationIn(t, http).request.action, 'http://o.example/a/Orders/PlaceRequest')
  const oneWay = PORT_TYPE.replace('<w:output message="o:PlaceOut"/>', '')
  t.is(operationIn(t, orders({ bindings, portType: oneWay })).request.action, 'urn:o:Orders:Place')
})

test('WSDL 1.1 §2.1.1: what is imported is read from files, WSDL documents and schemas, in circles too', (t) => {
  const inner = definitions(
    `<w:import namespace="urn:o" location="../orders.wsdl"/><w:import namespace="urn:t" location="types.xsd"/>${ORDER_MESSAGES}${PORT_TYPE}`,
  )
  const imports = '<w:import namespace="urn:o" location="inner/abstract.wsdl"/>'
  const contract = contractIn(t, {
    'orders.wsdl': definitions(imports + binding() + SERVICE),
    'inner/abstract.wsdl': inner,
    'inner/types.xsd': ORDER_SCHEMAS.replace(/<\/?w:types>/g, '').replace(
      '<xs:schema',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"',
    ),
  })
  t.is(contract.operations[0]?.request.entry, '{urn:t}Place')
})
