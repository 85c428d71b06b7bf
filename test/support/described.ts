/** Plugins that are described: the shipped ones, and one with all that a description can tell. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Contract, ContractPort } from '../../src/contract/contract.js'
import { describe } from '../../src/contract/describe.js'
import { writeWsdl } from '../../src/contract/wsdl/write.js'
import type { HeaderHandler, Operation, Plugin } from '../../src/plugin.js'
import { NO_XML_LIMITS } from '../../src/xml/limits.js'
import { readDocument } from '../../src/xml/read.js'
import type { XmlElement } from '../../src/xml/tree.js'

const xsd = (namespace: string, content: string, more = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}" ${more}>${content}</xs:schema>`

/** Files of a plugin whose schemas include and import each other. */
export const FILES: Readonly<Record<string, string>> = {
  'orders.xsd': xsd(
    'urn:test:orders',
    `<xs:include schemaLocation="common.xsd"/>
     <xs:import namespace="urn:test:parties" schemaLocation="parties.xsd"/>
     <xs:element name="Place"><xs:annotation><xs:documentation>Places an order &amp; tells its number.</xs:documentation></xs:annotation>
       <xs:complexType><xs:sequence><xs:element name="item" type="t:Item" maxOccurs="unbounded"/>
       <xs:element name="to" type="p:Party" xmlns:p="urn:test:parties"/></xs:sequence></xs:complexType></xs:element>
     <xs:element name="PlaceResponse"><xs:complexType><xs:sequence><xs:element name="number" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
     <xs:element name="Forget" type="xs:int"/>
     <xs:element name="SoldOut" type="t:Item"/>
     <xs:element name="Session" type="xs:token"/>
     <xs:element name="Quota" type="xs:int"/>`,
    'elementFormDefault="qualified"',
  ),
  // It gets the namespace of what includes it.
  'common.xsd':
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"><xs:complexType name="Item"><xs:sequence><xs:element name="code" type="Code"/></xs:sequence></xs:complexType><xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="8"/></xs:restriction></xs:simpleType></xs:schema>',
  'parties.xsd': xsd(
    'urn:test:parties',
    '<xs:complexType name="Party"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>',
  ),
  'rpc.xsd': xsd(
    'urn:test:rpc',
    `<xs:complexType name="Point"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
     <xs:element name="Move"><xs:complexType><xs:sequence><xs:element name="point" type="t:Point"/><xs:element name="by" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
     <xs:element name="MoveResponse"><xs:complexType><xs:sequence><xs:element name="result" type="t:Point"/></xs:sequence></xs:complexType></xs:element>`,
  ),
}

/** Writes them into a folder, for which `close` is called. */
export function ordersPlugin(): { plugin: Plugin; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-described-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const schemaIn = (name: string) => pathToFileURL(join(folder, name))
  const schema = schemaIn('orders.xsd')
  const invoke = () => undefined
  const operations: readonly Operation[] = [
    {
      name: '{urn:test:orders}Place',
      schema,
      action: 'urn:test:orders:Place',
      faults: ['{urn:test:orders}SoldOut'],
      requestHeaders: ['{urn:test:orders}Session'],
      responseHeaders: ['{urn:test:orders}Quota'],
      invoke,
    },
    { name: '{urn:test:orders}Forget', schema, exchange: 'one-way', public: true, invoke },
    { name: '{urn:test:orders}Untyped', documentation: 'Takes <anything>.', invoke },
    { name: '{urn:test:rpc}Move', schema: schemaIn('rpc.xsd'), style: 'rpc', invoke },
  ]
  const headers: readonly HeaderHandler[] = [
    { name: '{urn:test:orders}Session', schema, process: () => undefined },
  ]
  const close = () => rmSync(folder, { recursive: true, force: true })
  return { plugin: { operations, headers }, close }
}

export const PORTS: readonly ContractPort[] = (['1.1', '1.2'] as const).map((soap) => ({
  name: `Soap${soap.replace('.', '')}`,
  soap,
  transport: 'http://schemas.xmlsoap.org/soap/http',
  address: 'http://example.org/soap/orders',
}))

export function contractOf(name: string, { operations = [], headers = [] }: Plugin): Contract {
  return { ...describe({ name, operations, headers }), ports: PORTS }
}

const LOG = { debug() {}, info() {}, warn() {}, error() {} }

/** The contracts of the plugins that come along. */
export async function shippedContracts(): Promise<readonly Contract[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-described-'))
  const contracts: Contract[] = []
  try {
    for (const name of ['calculator', 'echo', 'ledger', 'trace']) {
      const file = fileURLToPath(new URL(`../../plugins/${name}/index.js`, import.meta.url))
      const { default: factory } = await import(pathToFileURL(file).href)
      const plugin: Plugin = await factory({
        options: { file: join(folder, 'ledger') },
        folder,
        log: LOG,
      })
      contracts.push(contractOf(name, plugin))
      await plugin.close?.()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return contracts
}

export const LOCATION = (number: number) => `http://example.org/soap/orders?xsd=${number}`

export function written(...contracts: readonly Contract[]): string {
  const namespace = contracts.length > 1 ? 'urn:test:all' : undefined
  return writeWsdl(contracts, { location: LOCATION, namespace })
}

export function rootOf(text: string): XmlElement {
  return readDocument(text, NO_XML_LIMITS, 'ignored')
}
