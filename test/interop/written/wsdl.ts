/** Contracts of our own making, in a few words: a WSDL is written from operations, and a call by zeep goes with each. */
import type { WrittenContract } from './contract.js'

const XMLNS = `xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"
  xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"`
const BINDINGS = {
  '1.1': 'http://schemas.xmlsoap.org/wsdl/soap/',
  '1.2': 'http://schemas.xmlsoap.org/wsdl/soap12/',
}

/** A part of a message, as attributes: `element="t:Echo"` or `type="xs:int"`, by its name. */
export type Parts = Readonly<Record<string, string>>

export interface WrittenOperation {
  readonly name: string
  readonly request: Parts
  /** Undefined for one-way. */
  readonly answer?: Parts
  /** Header blocks of the request: elements. */
  readonly headers?: readonly string[]
  /** Elements in the detail of faults. */
  readonly faults?: readonly string[]
  readonly soapAction?: string
  /** `wsam:Action` of the request. */
  readonly action?: string
}

export interface WrittenService {
  readonly operations: readonly WrittenOperation[]
  readonly style?: 'document' | 'rpc'
  readonly soap?: readonly ('1.1' | '1.2')[]
  /** What stands in its bindings. */
  readonly assertions?: string
}

export const namespaceOf = (name: string) => `urn:example:written:${name}`

/** @param inside  what stands in it; `t:` is its own namespace */
export function schema(name: string, inside: string, more = ''): string {
  const namespace = namespaceOf(name)
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified" ${more}>${inside}</xs:schema>`
}

export const sequence = (inside: string, more = '') =>
  `<xs:complexType><xs:sequence>${inside}</xs:sequence>${more}</xs:complexType>`

export const element = (name: string, type: string, more = '') =>
  `<xs:element name="${name}" type="${type}" ${more}/>`

/** A request, and an answer of the same content: who is called gives back what came. */
export const pair = (name: string, inside: string, more = '') =>
  ['', 'Response']
    .map((end) => `<xs:element name="${name}${end}">${sequence(inside, more)}</xs:element>`)
    .join('')

export const wrapped = (name: string, more: Partial<WrittenOperation> = {}): WrittenOperation => ({
  name,
  request: { parameters: `element="t:${name}"` },
  answer: { parameters: `element="t:${name}Response"` },
  ...more,
})

/**
 * @param types     what stands in `types`
 * @param services  by their names
 * @param more      what stands before the messages, such as policies and imports
 */
export function wsdl(
  name: string,
  types: string,
  services: Readonly<Record<string, WrittenService>>,
  more = '',
): string {
  const namespace = namespaceOf(name)
  return `<?xml version="1.0" encoding="UTF-8"?>
<w:definitions ${XMLNS} xmlns:t="${namespace}" targetNamespace="${namespace}" name="${name}">
${more}<w:types>${types}</w:types>
${Object.entries(services)
  .map(([service, one]) => `${interfaceOf(service, one)}${bound(name, service, one)}`)
  .join('\n')}
</w:definitions>`
}

/** The messages and the port type of a service. */
export function interfaceOf(service: string, { operations }: WrittenService): string {
  const messages = operations.flatMap(({ name, request, answer, headers = [], faults = [] }) => [
    message(`${service}.${name}`, request),
    ...(answer ? [message(`${service}.${name}.answer`, answer)] : []),
    ...headers.map((one, at) => message(`${service}.${name}.header${at}`, only(one))),
    ...faults.map((one, at) => message(`${service}.${name}.fault${at}`, only(one))),
  ])
  const all = operations.map(({ name, answer, faults = [], action }) => {
    const text = action === undefined ? '' : ` wsam:Action="${action}" wsaw:Action="${action}"`
    return `<w:operation name="${name}"><w:input message="t:${service}.${name}"${text}/>${answer ? `<w:output message="t:${service}.${name}.answer"/>` : ''}${faults.map((_, at) => `<w:fault name="fault${at}" message="t:${service}.${name}.fault${at}"/>`).join('')}</w:operation>`
  })
  return `${messages.join('\n')}\n<w:portType name="${service}Type">${all.join('\n')}</w:portType>\n`
}

/** Its bindings, and the service. */
export function bound(
  name: string,
  service: string,
  { operations, style = 'document', soap = ['1.1'], assertions = '' }: WrittenService,
): string {
  const bindings = soap.map((version) => {
    const all = operations.map(
      ({ name: called, answer, headers = [], faults = [], soapAction = '' }) => {
        const body = `<s:body use="literal"${style === 'rpc' ? ` namespace="${namespaceOf(name)}"` : ''}/>`
        const blocks = headers.map(
          (_, at) =>
            `<s:header message="t:${service}.${called}.header${at}" part="parameters" use="literal"/>`,
        )
        const failures = faults.map(
          (_, at) =>
            `<w:fault name="fault${at}"><s:fault name="fault${at}" use="literal"/></w:fault>`,
        )
        return `<w:operation name="${called}"><s:operation soapAction="${soapAction}"/><w:input>${blocks.join('')}${body}</w:input>${answer ? `<w:output>${body}</w:output>` : ''}${failures.join('')}</w:operation>`
      },
    )
    return `<w:binding name="${service}${version.replace('.', '')}" type="t:${service}Type" xmlns:s="${BINDINGS[version]}">${assertions}<s:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${all.join('\n')}</w:binding>`
  })
  const ports = soap.map(
    (version) =>
      `<w:port name="${service}${version.replace('.', '')}Port" binding="t:${service}${version.replace('.', '')}"><s:address xmlns:s="${BINDINGS[version]}" location="http://written.example/${service}"/></w:port>`,
  )
  return `${bindings.join('\n')}\n<w:service name="${service}">${ports.join('')}</w:service>`
}

const only = (element: string): Parts => ({ parameters: `element="${element}"` })

const message = (name: string, parts: Parts) =>
  `<w:message name="${name}">${Object.entries(parts)
    .map(([part, as]) => `<w:part name="${part}" ${as}/>`)
    .join('')}</w:message>`

/** One service of wrapped operations in one document, each with what it is called with. */
export function simple(
  name: string,
  inside: string,
  calls: Readonly<Record<string, WrittenContract['calls'][number]['values']>>,
  { more = {}, service = {}, attributes = '', before = '' }: Varied = {},
): WrittenContract {
  const operations = Object.keys(calls).map((operation) => wrapped(operation, more[operation]))
  return {
    name,
    files: {
      'service.wsdl': wsdl(
        name,
        schema(name, inside, attributes),
        { Service: { operations, ...service } },
        before,
      ),
    },
    calls: Object.entries(calls).map(([operation, values]) => ({ operation, values })),
  }
}

interface Varied {
  /** What differs of an operation. */
  readonly more?: Readonly<Record<string, Partial<WrittenOperation>>>
  readonly service?: Omit<WrittenService, 'operations'>
  /** Attributes of the schema. */
  readonly attributes?: string
  /** What stands before `types`. */
  readonly before?: string
}
