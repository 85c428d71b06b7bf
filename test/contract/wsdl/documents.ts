/** WSDL documents of a few lines, for tests. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Contract, ContractOperation } from '../../../src/contract/contract.js'
import { readContracts } from '../../../src/contract/wsdl/read/index.js'
import { WaybillError } from '../../../src/errors.js'
import { folderOf } from '../../support/folder.js'

/** A document of the namespace `urn:o`, whose schema has the prefix `t`. */
export function definitions(inside: string, attributes = ''): string {
  return `<w:definitions name="Orders" targetNamespace="urn:o" xmlns:o="urn:o" xmlns:t="urn:t"
    xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/"
    xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"
    xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"
    xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"${attributes}>${inside}</w:definitions>`
}

export function schema(inside: string, attributes = 'targetNamespace="urn:t"'): string {
  return `<xs:schema elementFormDefault="qualified" ${attributes}>${inside}</xs:schema>`
}

export const types = (inside: string) => `<w:types>${schema(inside)}</w:types>`

/** An element with parameters of type `xs:string`. */
export const entry = (name: string, ...parameters: readonly string[]) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${parameters
    .map((one) => `<xs:element name="${one}" type="xs:string"/>`)
    .join('')}</xs:sequence></xs:complexType></xs:element>`

export const ORDER_SCHEMAS = types(entry('Place', 'item') + entry('PlaceResponse', 'number'))

export const message = (name: string, parts: string) =>
  `<w:message name="${name}">${parts}</w:message>`

export const ORDER_MESSAGES =
  message('PlaceIn', '<w:part name="parameters" element="t:Place"/>') +
  message('PlaceOut', '<w:part name="parameters" element="t:PlaceResponse"/>')

export const PORT_TYPE = `<w:portType name="Orders"><w:operation name="Place">
    <w:input message="o:PlaceIn"/><w:output message="o:PlaceOut"/>
  </w:operation></w:portType>`

/** @param body  the extensions of input and output */
export const binding = (
  body = '<s:body use="literal"/>',
  { style = 'document', prefix = 's', name = 'OrdersSoap', action = 'urn:o#Place' } = {},
) => `<w:binding name="${name}" type="o:Orders">
    <${prefix}:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Place"><${prefix}:operation soapAction="${action}"/>
      <w:input>${body}</w:input><w:output>${body}</w:output>
    </w:operation></w:binding>`

export const SERVICE = `<w:service name="OrdersService"><w:port name="OrdersPort" binding="o:OrdersSoap">
    <s:address location="http://orders.example/soap"/></w:port></w:service>`

/** A whole document, each part of which may be another one. */
export function orders({
  schemas = ORDER_SCHEMAS,
  messages = ORDER_MESSAGES,
  portType = PORT_TYPE,
  bindings = binding(),
  service = SERVICE,
} = {}): string {
  return definitions(schemas + messages + portType + bindings + service)
}

/** @param files  content by name; a text is that of `orders.wsdl` */
export function contractsIn(
  t: ExecutionContext,
  files: string | Readonly<Record<string, string>>,
): readonly Contract[] {
  const all = typeof files === 'string' ? { 'orders.wsdl': files } : files
  return readContracts(join(folderOf(t, all), 'orders.wsdl'))
}

/** The one contract of a document. */
export function contractIn(
  t: ExecutionContext,
  files: string | Readonly<Record<string, string>>,
): Contract {
  const [contract, ...more] = contractsIn(t, files)
  if (!contract || more.length > 0) throw new Error(`there are ${more.length + 1} contracts`)
  return contract
}

export function operationIn(t: ExecutionContext, text: string): ContractOperation {
  const [operation] = contractIn(t, text).operations
  if (!operation) throw new Error('there is no operation')
  return operation
}

/** The sentence with which a document is refused, from its file name on. */
export function refusalOf(
  t: ExecutionContext,
  files: string | Readonly<Record<string, string>>,
): string {
  const error = t.throws(() => contractsIn(t, files), { instanceOf: WaybillError })
  t.is(error?.code, 'WAYBILL_CONTRACT_INVALID')
  const message = error?.message ?? ''
  t.regex(message, /^\/.*waybill-test-/)
  return message.replace(/\/\S*\/waybill-test-[^/]*\//g, '')
}
