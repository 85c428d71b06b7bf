/** WSDLs that are written: valid by its schema, clean by the Basic Profile, and read again as what they were. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { Contract, ContractMessage } from '../../../src/contract/contract.js'
import { describe } from '../../../src/contract/describe.js'
import { Undescribable } from '../../../src/contract/undescribable.js'
import type { Needs } from '../../../src/contract/wsdl/policy/needs.js'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { writeSchema, writeWsdl } from '../../../src/contract/wsdl/write.js'
import { libxmljs2Engine } from '../../../src/schema/libxmljs2.js'
import {
  attributeOf,
  childElements,
  namespaceOf,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../../src/xml/tree.js'
import {
  contractOf,
  LOCATION,
  ordersPlugin,
  rootOf,
  shippedContracts,
  written,
} from '../../support/described.js'
import { folderOf } from '../../support/folder.js'
import { conformanceFolder } from '../../support/shared.js'

const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/'

const { plugin, close } = ordersPlugin()
const orders = contractOf('orders', plugin)
test.after.always(close)

let texts: readonly string[] = []
test.before(async () => {
  const shipped = await shippedContracts()
  const all = [...shipped, orders]
  texts = [...all.map((contract) => written(contract)), written(...all)]
})

const roots = () => texts.map(rootOf)

function within(element: XmlElement): readonly XmlElement[] {
  return childElements(element).flatMap((child) => [child, ...within(child)])
}

/** All elements of a name in all of the documents. */
function every(namespace: string, local: string): readonly XmlElement[] {
  const found = roots()
    .flatMap(within)
    .filter((one) => one.namespace === namespace && one.local === local)
  return found
}

const stated = (element: XmlElement, name: string) => attributeOf(element, '', name)

test('WSDL 1.1: each is valid by the schema of WSDL', (t) => {
  const folder = conformanceFolder()
  if (!folder) {
    t.log('There is no schema of WSDL beside this checkout: none was validated.')
    t.pass()
    return
  }
  const schema = libxmljs2Engine.compile(join(folder, 'xsd', 'wsdl.xsd'))
  for (const root of roots()) t.deepEqual(schema.validate(root), [])
})

test('BP 1.1 R2105: a schema in a WSDL has a target namespace', (t) => {
  const schemas = every(XSD_NAMESPACE, 'schema')
  t.true(schemas.length > 5)
  for (const schema of schemas) t.truthy(stated(schema, 'targetNamespace'))
})

test('BP 1.1 R2003, R2004: no schema in a WSDL is looked for elsewhere, and no WSDL imports one', (t) => {
  t.is(every(WSDL, 'import').length, 0)
  for (const local of ['import', 'include']) {
    for (const node of every(XSD_NAMESPACE, local)) t.is(stated(node, 'schemaLocation'), undefined)
  }
  t.is(every(XSD_NAMESPACE, 'include').length, 0)
  t.true(every(XSD_NAMESPACE, 'import').length > 0)
})

test('schemas of one namespace are one schema in a WSDL', (t) => {
  for (const root of roots()) {
    const namespaces = within(root)
      .filter(({ namespace, local }) => namespace === XSD_NAMESPACE && local === 'schema')
      .map((schema) => stated(schema, 'targetNamespace'))
    t.is(new Set(namespaces).size, namespaces.length)
  }
})

test('BP 1.1 R2203, R2204: parts of document are elements, those of rpc are types', (t) => {
  const parts = every(WSDL, 'part')
  for (const part of parts) {
    t.is([stated(part, 'element'), stated(part, 'type')].filter(Boolean).length, 1)
  }
  const typed = parts.filter((part) => stated(part, 'type') !== undefined)
  t.deepEqual([...new Set(typed.map((part) => stated(part, 'name')))], ['point', 'by', 'result'])
})

test('BP 1.1 R2210, R2201: a document message has one part', (t) => {
  for (const message of every(WSDL, 'message')) {
    const parts = childElements(message)
    if (parts.some((part) => stated(part, 'name') === 'parameters')) t.is(parts.length, 1)
  }
})

test('BP 1.1 R2304: operations of a port type have names of their own', (t) => {
  for (const portType of every(WSDL, 'portType')) {
    const names = childElements(portType).map((operation) => stated(operation, 'name'))
    t.is(new Set(names).size, names.length)
  }
})

test('BP 1.1 R2303: an operation begins with its input', (t) => {
  for (const portType of every(WSDL, 'portType')) {
    for (const operation of childElements(portType)) {
      const [first, ...more] = childElements(operation).filter(
        ({ local }) => local !== 'documentation',
      )
      t.is(first?.local, 'input')
      t.false(more.some(({ local }) => local === 'input'))
    }
  }
})

test('BP 1.1 R2701, R2702: a binding names the transport, which is HTTP', (t) => {
  const bindings = every(SOAP, 'binding')
  t.true(bindings.length > 5)
  for (const binding of bindings) {
    t.is(stated(binding, 'transport'), 'http://schemas.xmlsoap.org/soap/http')
  }
})

test('BP 1.1 R2705: all operations of a binding have one style', (t) => {
  for (const binding of every(WSDL, 'binding')) {
    const own = childElements(binding).find(({ local }) => local === 'binding')
    const styles = within(binding)
      .filter(({ namespace, local }) => namespace !== WSDL && local === 'operation')
      .map((operation) => stated(operation, 'style'))
    t.true(styles.every((style) => own && style === stated(own, 'style')))
  }
})

test('BP 1.1 R2706: body, header and fault are literal', (t) => {
  for (const local of ['body', 'header', 'headerfault', 'fault']) {
    for (const one of every(SOAP, local)) t.is(stated(one, 'use'), 'literal')
  }
})

test('BP 1.1 R2716, R2717: a namespace for the body of rpc, and for no other', (t) => {
  const withOne = every(SOAP, 'body').filter((body) => stated(body, 'namespace') !== undefined)
  t.deepEqual([...new Set(withOne.map((body) => stated(body, 'namespace')))], ['urn:test:rpc'])
  const [rpc] = roots()
    .flatMap(within)
    .filter((one) => one.local === 'binding' && stated(one, 'style') === 'rpc')
  t.truthy(rpc)
})

test('BP 1.1 R2716, R2726: no namespace for header, headerfault and fault', (t) => {
  for (const local of ['header', 'headerfault', 'fault']) {
    for (const one of every(SOAP, local)) t.is(stated(one, 'namespace'), undefined)
  }
})

test('BP 1.1 R2718: a binding has the operations of its port type', (t) => {
  for (const root of roots()) {
    const all = within(root).filter(({ namespace }) => namespace === WSDL)
    const namesIn = (one: XmlElement | undefined) =>
      one &&
      childElements(one).flatMap((child) =>
        child.local === 'operation' ? [stated(child, 'name')] : [],
      )
    for (const binding of all.filter(({ local }) => local === 'binding')) {
      const type = stated(binding, 'type')?.split(':')[1]
      const portType = all.find((one) => one.local === 'portType' && stated(one, 'name') === type)
      t.deepEqual(namesIn(binding), namesIn(portType))
    }
  }
})

test('BP 1.1 R2205, R2749: a header is one part that is an element', (t) => {
  const headers = every(SOAP, 'header')
  t.true(headers.length > 0)
  for (const header of headers) {
    t.truthy(stated(header, 'part'))
    t.is(stated(header, 'parts'), undefined)
  }
})

test('BP 1.1 R2721, R2754: a soap:fault is named as the wsdl:fault around it', (t) => {
  const faults = every(WSDL, 'fault')
  for (const fault of faults) {
    for (const inside of childElements(fault)) t.is(stated(inside, 'name'), stated(fault, 'name'))
  }
  t.true(faults.some((fault) => stated(fault, 'name') === 'SoldOut'))
  t.true(faults.some((fault) => stated(fault, 'name') === 'DivisionByZero'))
})

test('BP 1.1 R2744, R2745: a soapAction is always told', (t) => {
  for (const operation of every(SOAP, 'operation'))
    t.not(stated(operation, 'soapAction'), undefined)
})

test('BP 1.1 R2102: all that names refer to has a prefix that is declared', (t) => {
  for (const element of roots().flatMap(within)) {
    for (const name of ['message', 'type', 'element', 'binding', 'base', 'ref']) {
      const value = stated(element, name)
      const [prefix = '', local] = value?.split(':') ?? []
      if (local !== undefined) t.not(namespaceOf(element.scope, prefix), undefined)
    }
  }
})

test('BP 1.1 R2026: nothing that extends WSDL is required', (t) => {
  for (const element of roots().flatMap(within))
    t.is(attributeOf(element, WSDL, 'required'), undefined)
})

test('BP 1.1 R2110, R2111: no literal type is an array of the SOAP encoding', (t) => {
  for (const text of texts) t.notRegex(text, /arrayType|soap\/encoding/)
})

test('WSDL 1.1 §2.6: ports have names of their own in a document', (t) => {
  for (const root of roots()) {
    const names = within(root).flatMap((one) => (one.local === 'port' ? [stated(one, 'name')] : []))
    t.is(new Set(names).size, names.length)
  }
})

const actionsOf = (elements: readonly XmlElement[]) =>
  elements.flatMap(
    (one) => attributeOf(one, 'http://www.w3.org/2007/05/addressing/metadata', 'Action') ?? [],
  )

test('WS-Addressing 1.0 Metadata §4.4.4: an action that follows from the names is not said', (t) => {
  // Some clients, zeep among them, write addressing blocks in every call where an input has one.
  t.deepEqual(actionsOf(every(WSDL, 'input')), [])
  t.true(actionsOf(every(WSDL, 'fault')).length > 0)
})

test('WS-Addressing 1.0 Metadata §4.4.1: the action of an input is its soapAction, or is said', (t) => {
  const [operation] = orders.operations.filter(({ name }) => name === 'Place')
  t.is(operation?.request.action, operation?.soapAction)
  if (!operation) return
  const request = { ...operation.request, action: 'urn:test:another' }
  const text = written({ ...orders, operations: [{ ...operation, request }] })
  const inputs = within(rootOf(text)).filter(({ local }) => local === 'input')
  t.deepEqual(actionsOf(inputs), ['urn:test:another'])
})

test('a one-way operation has an input alone', (t) => {
  const forget = every(WSDL, 'operation').filter((one) => stated(one, 'name') === 'Forget')
  t.true(forget.length > 0)
  for (const one of forget)
    t.deepEqual(
      [...new Set(childElements(one).map(({ local }) => local))].filter(
        (local) => local !== 'operation',
      ),
      ['input'],
    )
})

test('documentation comes from the operation, or from the annotation of its entry', (t) => {
  const all = every(WSDL, 'documentation').flatMap(({ children }) => children)
  t.true(all.includes('Takes <anything>.'))
  t.true(all.includes('Places an order & tells its number.'))
})

/** Without what a WSDL does not say: its operations are safe, or not, and actions that follow from its names. */
function comparable({ name, namespace, operations, ports }: Contract): unknown {
  const implied = (action: string | undefined) => action?.startsWith(`${namespace}:${name}:`)
  const saying = (message: ContractMessage) =>
    implied(message.action) ? { ...message, action: undefined } : message
  const stated = operations.map(({ safe: _, actions: __, request, response, ...operation }) => ({
    ...operation,
    request: saying(request),
    response: response && saying(response),
  }))
  return JSON.parse(JSON.stringify({ name, namespace, operations: stated, ports }))
}

for (const name of ['orders', 'calculator', 'echo', 'ledger', 'trace']) {
  test(`the WSDL of ${name} is read again as the contract that it was written of`, async (t) => {
    const contracts = [orders, ...(await shippedContracts())]
    const [contract] = contracts.filter((one) => one.name === name)
    t.truthy(contract)
    if (!contract) return
    const file = join(folderOf(t, {}), 'one.wsdl')
    // One style: those of another are ports of their own.
    const operations = contract.operations.filter(({ style }) => style === 'document')
    const document = { ...contract, operations }
    writeFileSync(file, written(document))
    const [again] = readContracts(file)
    t.deepEqual(again && comparable(again), comparable(document))
    const kept = new Set(again?.schema.components.elements.keys())
    t.true(operations.every(({ request }) => kept.has(request.entry ?? '')))
  })
}

test('the operations of the calculator are document wrapped, so that tools unwrap them', async (t) => {
  const [contract] = (await shippedContracts()).filter(({ name }) => name === 'calculator')
  t.deepEqual(
    contract?.operations.map(({ name, request, response }) => [
      name,
      request.wrapped,
      response?.wrapped,
    ]),
    ['Add', 'Subtract', 'Divide'].map((name) => [name, true, true]),
  )
})

test('the parts of an rpc operation are read again as its entry', (t) => {
  const file = join(folderOf(t, {}), 'rpc.wsdl')
  const operations = orders.operations.filter(({ style }) => style === 'rpc')
  const rpc = { ...orders, operations }
  const text = written(rpc)
  t.notRegex(text, /<xs:element name="Move"/)
  writeFileSync(file, text)
  const [again] = readContracts(file)
  t.deepEqual(again && comparable({ ...again, ports: [] }), comparable({ ...rpc, ports: [] }))
  t.true(again?.schema.components.elements.has('{urn:test:rpc}Move'))
})

test('what is redefined stands beside the WSDL, at locations that lead to each other', (t) => {
  const folder = folderOf(t, {
    'base.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:r" targetNamespace="urn:r"><xs:simpleType name="T"><xs:restriction base="xs:string"/></xs:simpleType></xs:schema>',
    'new.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:r" targetNamespace="urn:r"><xs:redefine schemaLocation="base.xsd"><xs:simpleType name="T"><xs:restriction base="T"><xs:maxLength value="3"/></xs:restriction></xs:simpleType></xs:redefine><xs:element name="Go" type="T"/><xs:element name="GoResponse" type="T"/></xs:schema>',
  })
  const schema = new URL(`file://${join(folder, 'new.xsd')}`)
  const operations = [{ name: '{urn:r}Go', schema, invoke: () => undefined }]
  const contract = contractOf('redefined', { operations })
  const text = written(contract)
  t.regex(
    text,
    /<xs:import namespace="urn:r" schemaLocation="http:\/\/example.org\/soap\/orders\?xsd=1"\/>/,
  )
  t.notRegex(text, /xsd=2/)
  t.regex(String(writeSchema([contract], 1, LOCATION)), /redefine schemaLocation="[^"]*\?xsd=2"/)
  t.regex(String(writeSchema([contract], 2, LOCATION)), /<xs:simpleType name="T"/)
  t.is(writeSchema([contract], 3, LOCATION), undefined)
})

test('WS-SecurityPolicy 1.2 §6.3: what is encrypted before it is signed is told', (t) => {
  const text = (encryptsFirst: boolean) =>
    writeWsdl([orders], {
      location: LOCATION,
      needs: () => ({
        ...{ transport: undefined, password: false, signature: true, timestamps: true },
        ...{ secure: false, encryptsFirst, token: true, confirms: false, suite: undefined },
        request: { signed: ['Body'], encrypted: ['Body'] },
        response: { signed: ['Body'], encrypted: ['Body'] },
      }),
    })
  t.regex(text(true), /<sp:EncryptBeforeSigning\/>/)
  t.notRegex(text(false), /EncryptBeforeSigning/)
})

/** The WSDL of a node whose messages are signed, request and answer. */
function signedBy(more: Partial<Needs>): string {
  return writeWsdl([orders], {
    location: LOCATION,
    needs: () => ({
      ...{ transport: undefined, password: false, signature: true, timestamps: true },
      ...{ secure: false, token: true, confirms: true, suite: undefined },
      request: { signed: ['Body'], encrypted: [] },
      response: { signed: ['Body'], encrypted: [] },
      ...more,
    }),
  }).replace(/>\s+</g, '><')
}

test('WS-SecurityPolicy 1.2 §5.1.1: whether an answer has its certificate in it is told', (t) => {
  const recipient = (token: boolean) =>
    /<sp:RecipientToken>.*?IncludeToken="[^"]*\/(\w+)"/.exec(signedBy({ token }))?.[1]
  t.is(recipient(true), 'AlwaysToInitiator')
  t.is(recipient(false), 'Never')
  const initiator = /<sp:InitiatorToken>.*?IncludeToken="[^"]*\/(\w+)"/.exec(signedBy({}))
  t.is(initiator?.[1], 'AlwaysToRecipient')
})

test('WS-SecurityPolicy 1.2 §10.2: key references, and whether answers confirm, are told', (t) => {
  const inside = (more: Partial<Needs>) =>
    /<sp:Wss11><wsp:Policy>(.*?)<\/wsp:Policy><\/sp:Wss11>/.exec(signedBy(more))?.[1]
  const references =
    '<sp:MustSupportRefKeyIdentifier/><sp:MustSupportRefIssuerSerial/><sp:MustSupportRefThumbprint/>'
  t.is(inside({ confirms: false }), references)
  t.is(inside({ confirms: true }), `${references}<sp:RequireSignatureConfirmation/>`)
  t.is(inside({ signature: false }), undefined)
  t.is(inside({ signature: false, password: true }), undefined)
})

test('WS-SecurityPolicy 1.2 §6.1: a suite stands there by its name, those of Apache CXF in its namespace', (t) => {
  const suite = (name: string | undefined) =>
    /<sp:AlgorithmSuite><wsp:Policy>(.*?)<\/wsp:Policy>/.exec(signedBy({ suite: name }))?.[1]
  t.is(suite('Basic128'), '<sp:Basic128/>')
  t.is(suite('Basic192Sha256'), '<sp:Basic192Sha256/>')
  t.is(suite(undefined), '<sp:Basic256Sha256/>')
  t.is(
    suite('Basic256GCM'),
    '<cxf:Basic256GCM xmlns:cxf="http://cxf.apache.org/custom/security-policy"/>',
  )
})

test('a policy without a suite says what is spoken, and one with a suite needs no such words', (t) => {
  const words = /<wsdl:documentation>The suite Basic256Sha256 of the policy is the nearest one/
  t.regex(signedBy({}), words)
  t.notRegex(signedBy({ suite: 'Basic256Sha256' }), words)
  t.notRegex(signedBy({ signature: false, password: true }), words)
})

test('WS-SecurityPolicy 1.2: a signature, and parts that are signed and encrypted', (t) => {
  const text = writeWsdl([orders], {
    location: LOCATION,
    needs: (_contract, _port, { name }) => ({
      transport: 'tls',
      password: name === 'Place',
      signature: true,
      request: { signed: ['Body', 'Addressing', 'Timestamp'], encrypted: ['{urn:x}Secret'] },
      response: { signed: [], encrypted: [] },
      timestamps: true,
      token: false,
      confirms: false,
      suite: undefined,
      secure: false,
    }),
  })
  const policies = within(rootOf(text)).filter(({ local }) => local === 'Policy')
  const named = policies.filter(({ attributes }) => attributes.some(({ local }) => local === 'Id'))
  const holding = (local: string) =>
    named.filter((policy) => within(policy).some((one) => one.local === local))
  // Place asks for more than the others, so each says its own.
  t.is(holding('AsymmetricBinding').length, 2)
  t.is(holding('HashPassword').length, 1)
  t.is(holding('TransportBinding').length, 0)
  const [parts] = holding('SignedParts')
  const inside = parts
    ? within(parts).map(({ local, attributes }) =>
        [local, ...attributes.map(({ value }) => value)].join(' '),
      )
    : []
  t.deepEqual(inside.slice(2), [
    'SignedParts',
    'Body',
    'Header http://www.w3.org/2005/08/addressing',
    'EncryptedParts',
    'Header Secret urn:x',
  ])
  const outputs = within(rootOf(text)).filter(({ local }) => local === 'output')
  t.false(outputs.flatMap(within).some(({ local }) => local === 'PolicyReference'))
  const inputs = within(rootOf(text)).filter(
    (one) => one.local === 'input' && stated(one, 'message') === undefined,
  )
  t.true(inputs.every((one) => childElements(one)[0]?.local === 'PolicyReference'))
  const folder = conformanceFolder()
  if (!folder) return
  const schema = libxmljs2Engine.compile(join(folder, 'xsd', 'wsdl.xsd'))
  t.deepEqual(schema.validate(rootOf(text)), [])
})

test('an rpc operation whose part has a type without name cannot be described', (t) => {
  const folder = folderOf(t, {
    'rpc.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:r"><xs:element name="Go"><xs:complexType><xs:sequence><xs:element name="a"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>',
  })
  const schema = new URL(`file://${join(folder, 'rpc.xsd')}`)
  const operations = [
    {
      name: '{urn:r}Go',
      schema,
      style: 'rpc' as const,
      exchange: 'one-way' as const,
      invoke: () => undefined,
    },
  ]
  const error = t.throws(() => describe({ name: 'rpc', operations, headers: [] }), {
    instanceOf: Undescribable,
  })
  t.is(
    error?.message,
    'the rpc entry {urn:r}Go has the part a of a type without name: give the type a name',
  )
})
