/** The types of contracts in TypeScript: those of operations, faults and header blocks, whatever they are called. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pluginFiles } from '../../src/contract/import/plugin.js'
import { writeContractTypes } from '../../src/contract/write-types.js'
import { readContractSet } from '../../src/contract/wsdl/read/index.js'
import { folderOf } from '../support/folder.js'
import { compile, ROOT } from '../types/compile.js'
import {
  binding,
  definitions,
  entry,
  message,
  ORDER_MESSAGES,
  orders,
  PORT_TYPE,
  SERVICE,
  types,
} from './wsdl/documents.js'

const OPTIONS = { module: 'waybill/plugin', from: 'orders.wsdl' }

function contractsOf(t: ExecutionContext, text: string) {
  return readContractSet(join(folderOf(t, { 'orders.wsdl': text }), 'orders.wsdl')).contracts
}

/** The interface of the operations, without what stands before it. */
function operationsText(t: ExecutionContext, text: string): string {
  const all = writeContractTypes(contractsOf(t, text), OPTIONS).text
  return all.slice(all.lastIndexOf('export interface'))
}

test('the types of the contract-first example are current', (t) => {
  const { contracts } = readContractSet(join(ROOT, 'examples/orders/orders.wsdl'))
  t.is(
    readFileSync(join(ROOT, 'examples/orders/orders.types.ts'), 'utf8'),
    writeContractTypes(contracts, OPTIONS).text,
    'npx waybill types examples/orders/orders.wsdl -o examples/orders/orders.types.ts',
  )
})

test('an entry of simple type is a value, one of any type holds anything, and an empty Body nothing', (t) => {
  const schemas = types(
    '<xs:element name="Place" type="xs:int"/><xs:element name="PlaceResponse" type="xs:anyType"/>',
  )
  t.is(
    operationsText(t, orders({ schemas })),
    `export interface OrdersService {
  readonly Place: {
    readonly request: { readonly value: Place }
    readonly response: { readonly value: PlaceResponse }
  }
}
`,
  )
  const messages = message('PlaceIn', '') + message('PlaceOut', '')
  const text = operationsText(t, orders({ messages }))
  t.true(text.includes('readonly request: { readonly [name: string]: never }'), text)
})

test('operations, services and types may be called as anything, and their module compiles', (t) => {
  const names = ['Record', 'Readonly', 'Map', 'OpenValues', 'EncodedValue', 'Partial', 'SoapFault']
  const schemas = types(
    names.map((name) => entry(name, 'delete', 'a-b')).join('') +
      '<xs:element name="Place" type="xs:anyType"/><xs:element name="PlaceResponse"><xs:complexType/></xs:element>',
  )
  const files: Record<string, string> = {}
  for (const service of ['SoapFault', 'URL', 'definePlugin', 'record', 'a.b']) {
    for (const operation of ['Place', 'constructor', 'a-b', 'delete']) {
      const text = orders({
        schemas,
        service: SERVICE.replace('OrdersService', service),
      }).replaceAll('operation name="Place"', `operation name="${operation}"`)
      const contracts = contractsOf(t, text)
      const [contract] = contracts
      for (const { path, content } of pluginFiles({
        called: [contract],
        contracts,
        name: 'o',
        module: 'waybill/plugin',
      })) {
        files[`${service}-${operation}/${path}`] = String(content)
      }
    }
  }
  t.is(Object.keys(files).length, 60)
  t.deepEqual(compile(t, files, { noEmit: true }).errors, [])
})

test('a service without operations has no handlers, and its module compiles', (t) => {
  const contracts = contractsOf(
    t,
    definitions(
      '<w:portType name="Orders"/><w:binding name="B" type="o:Orders"><s:binding/></w:binding>',
    ),
  )
  const [contract] = contracts
  const files = pluginFiles({ called: [contract], contracts, name: 'o', module: 'waybill/plugin' })
  const texts = Object.fromEntries(files.map(({ path, content }) => [path, String(content)]))
  t.deepEqual(compile(t, texts, { noEmit: true }).errors, [])
})

test('faults and header blocks are called by their names, and by their whole names where two are alike', (t) => {
  const other = `<xs:schema targetNamespace="urn:u"><xs:element name="Id" type="xs:int"/></xs:schema>`
  const schemas = types(
    entry('Place', 'item') +
      entry('PlaceResponse', 'number') +
      entry('Id', 'id') +
      entry('Out', 'item'),
  ).replace('</w:types>', `${other}</w:types>`)
  const messages =
    ORDER_MESSAGES +
    message(
      'Head',
      '<w:part name="a" element="t:Id"/><w:part name="b" element="u:Id" xmlns:u="urn:u"/>',
    ) +
    message('F', '<w:part name="f" element="t:Out"/>')
  const portType = PORT_TYPE.replace('</w:operation>', '<w:fault name="out-of" message="o:F"/>$&')
  const bindings = binding(
    '<s:body use="literal"/><s:header message="o:Head" part="a"/><s:header message="o:Head" part="b"/>',
  )
  const text = operationsText(t, orders({ schemas, messages, portType, bindings }))
  t.true(text.includes("readonly faults: { readonly 'out-of': Out }"), text)
  t.true(
    text.includes("readonly requestHeaders: { readonly Id: Id; readonly '{urn:u}Id': IdElement }"),
    text,
  )
})
