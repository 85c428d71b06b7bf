/** Writes the bindings and the ports of a contract: how its messages are written, and where they go (WSDL 1.1 §3). */
import { parseClarkName } from '../../xml/tree.js'
import type { ContractMessage, ContractOperation, ContractPort, Use } from '../contract.js'
import { encodingStyleFor } from './encoding-style.js'
import { type Lines, tag, textTag } from './markup.js'
import { type OperationGroup, SOAP_PREFIXES } from './names.js'
import { headerParts, type Writing } from './write-port-type.js'

export function binding(group: OperationGroup, port: ContractPort, writing: Writing): Lines {
  const { own, names, contract, policies } = writing
  const name = names.binding(group, port)
  const prefix = SOAP_PREFIXES[port.soap]
  const { style } = group
  return tag(
    'wsdl:binding',
    { name, type: own(names.portType(group)) },
    textTag('wsdl:documentation', policies.spokenAt(contract, port)),
    policies.ofBinding(contract, port, name),
    // BP 1.1 R2701: the transport is told.
    tag(`${prefix}:binding`, { style, transport: port.transport }),
    ...group.operations.map((operation) => boundOperation(operation, { port, name }, writing)),
  )
}

export function port(group: OperationGroup, served: ContractPort, { names, own }: Writing): Lines {
  const prefix = SOAP_PREFIXES[served.soap]
  return tag(
    'wsdl:port',
    {
      name: names.port(group, served),
      binding: own(names.binding(group, served)),
    },
    tag(`${prefix}:address`, { location: served.address }),
  )
}

/** A port, and the binding that is written for it. */
interface Bound {
  readonly port: ContractPort
  readonly name: string
}

function boundOperation(operation: ContractOperation, bound: Bound, writing: Writing): Lines {
  const { contract, policies } = writing
  const { port } = bound
  const prefix = SOAP_PREFIXES[port.soap]
  const { name, soapAction, request, response, faults, use } = operation
  const content = (direction: 'request' | 'response', message: ContractMessage) => [
    policies.ofMessage(contract, port, operation, direction),
    ...inside(message, operation, port, writing),
  ]
  return tag(
    'wsdl:operation',
    { name },
    policies.ofOperation(contract, port, operation, bound.name),
    // BP 1.1 R2744, R2745: always there, so that tools do not make up one of their own.
    tag(`${prefix}:operation`, { soapAction, style: operation.style }),
    tag('wsdl:input', {}, ...content('request', request)),
    response ? tag('wsdl:output', {}, ...content('response', response)) : [],
    // BP 1.1 R2754: both have the same name.
    ...faults.map((fault) =>
      tag(
        'wsdl:fault',
        { name: fault.name },
        tag(`${prefix}:fault`, { name: fault.name, ...coded(use, request, port) }),
      ),
    ),
  )
}

function inside(
  message: ContractMessage,
  operation: ContractOperation,
  port: ContractPort,
  { names, own }: Writing,
): readonly Lines[] {
  const prefix = SOAP_PREFIXES[port.soap]
  const { style, use } = operation
  const faultsOf = new Map(message.headers.map(({ element, faults }) => [element, faults]))
  const parts = headerParts(message)
  const headerText = own(names.headers(operation, message))
  const header = (kind: 'header' | 'headerfault', part: string, ...content: readonly Lines[]) =>
    tag(
      `${prefix}:${kind}`,
      { message: headerText, part, ...coded(use, message, port) },
      ...content,
    )
  const body = tag(`${prefix}:body`, {
    // BP 1.1 R2201: the one part of Body, where the message has others.
    parts:
      message.attachments.length > 0 ? message.parts.map(({ name }) => name).join(' ') : undefined,
    ...coded(use, message, port),
    // BP 1.1 R2716, R2717: for rpc, and only for rpc.
    namespace: style === 'rpc' ? parseClarkName(message.entry ?? '').namespace : undefined,
  })
  const headers = parts
    .filter(({ element }) => faultsOf.has(element))
    .map(({ name, element }) =>
      header(
        'header',
        name,
        ...parts
          .filter((part) => faultsOf.get(element)?.includes(part.element))
          .map((part) => header('headerfault', part.name)),
      ),
    )
  return withAttachments([body, ...headers], message)
}

/** WSDL 1.1 §5.2: the envelope is the first part of the message, and each attachment one behind it. */
function withAttachments(envelope: readonly Lines[], { attachments }: ContractMessage) {
  if (attachments.length === 0) return envelope
  const contents = attachments.map(({ name, types }) =>
    tag(
      'mime:part',
      {},
      ...(types.length === 0 ? [undefined] : types).map((type) =>
        tag('mime:content', { part: name, type }),
      ),
    ),
  )
  return [tag('mime:multipartRelated', {}, tag('mime:part', {}, ...envelope), ...contents)]
}

function coded(use: Use, { encodingStyle }: ContractMessage, { soap }: ContractPort) {
  return {
    use,
    encodingStyle: use === 'encoded' ? encodingStyleFor(soap, encodingStyle) : undefined,
  }
}
