/** Writes the bindings and the ports of a contract: how its messages are written, and where they go (WSDL 1.1 §3). */

import { isSoapEncoding, SOAP_ENCODINGS } from '../../schema/resolve/soap-encoding.js'
import { parseClarkName } from '../../xml/tree.js'
import type { ContractMessage, ContractOperation, ContractPort, Use } from '../contract.js'
import { type Lines, tag } from './markup.js'
import { type OperationGroup, SOAP_PREFIXES } from './names.js'
import { headerParts, type Writing } from './write-port-type.js'

type Soap = ContractPort['soap']

export function binding(group: OperationGroup, port: ContractPort, writing: Writing): Lines {
  const { own, names } = writing
  const prefix = SOAP_PREFIXES[port.soap]
  const { style } = group
  return tag(
    'wsdl:binding',
    { name: names.binding(group, port), type: own(names.portType(group)) },
    // BP 1.1 R2701: the transport is told.
    tag(`${prefix}:binding`, { style, transport: port.transport }),
    ...group.operations.map((operation) => boundOperation(operation, port.soap, writing)),
  )
}

export function port(group: OperationGroup, given: ContractPort, { names, own }: Writing): Lines {
  const prefix = SOAP_PREFIXES[given.soap]
  return tag(
    'wsdl:port',
    {
      name: names.port(group, given),
      binding: own(names.binding(group, given)),
    },
    tag(`${prefix}:address`, { location: given.address }),
  )
}

function boundOperation(operation: ContractOperation, soap: Soap, writing: Writing): Lines {
  const prefix = SOAP_PREFIXES[soap]
  const { name, soapAction, request, response, faults, use } = operation
  return tag(
    'wsdl:operation',
    { name },
    // BP 1.1 R2744, R2745: always there, so that tools do not make up one of their own.
    tag(`${prefix}:operation`, { soapAction, style: operation.style }),
    tag('wsdl:input', {}, ...inside(request, operation, soap, writing)),
    response ? tag('wsdl:output', {}, ...inside(response, operation, soap, writing)) : [],
    // BP 1.1 R2754: both have the same name.
    ...faults.map((fault) =>
      tag(
        'wsdl:fault',
        { name: fault.name },
        tag(`${prefix}:fault`, { name: fault.name, ...coded(use, request, soap) }),
      ),
    ),
  )
}

function inside(
  message: ContractMessage,
  operation: ContractOperation,
  soap: Soap,
  { names, own }: Writing,
): readonly Lines[] {
  const prefix = SOAP_PREFIXES[soap]
  const { style, use } = operation
  const faultsOf = new Map(message.headers.map(({ element, faults }) => [element, faults]))
  const parts = headerParts(message)
  const said = own(names.headers(operation, message))
  const header = (kind: 'header' | 'headerfault', part: string, ...content: readonly Lines[]) =>
    tag(`${prefix}:${kind}`, { message: said, part, ...coded(use, message, soap) }, ...content)
  return [
    tag(`${prefix}:body`, {
      ...coded(use, message, soap),
      // BP 1.1 R2716, R2717: for rpc, and only for rpc.
      namespace: style === 'rpc' ? parseClarkName(message.entry ?? '').namespace : undefined,
    }),
    ...parts
      .filter(({ element }) => faultsOf.has(element))
      .map(({ name, element }) =>
        header(
          'header',
          name,
          ...parts
            .filter((part) => faultsOf.get(element)?.includes(part.element))
            .map((part) => header('headerfault', part.name)),
        ),
      ),
  ]
}

/** Each version of SOAP has an encoding of its own: tools write what a binding says, with the references of its version. */
function coded(use: Use, { encodingStyle = '' }: ContractMessage, soap: Soap) {
  const own = isSoapEncoding(encodingStyle) ? SOAP_ENCODINGS[soap] : encodingStyle
  return { use, encodingStyle: use === 'encoded' ? own : undefined }
}
