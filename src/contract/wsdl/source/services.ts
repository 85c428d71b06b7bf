/** Makes the service of a contract one of this node: its ports stand at the node's addresses, and no other service is described. */
import { partsOf, type WsdlDocument } from '../../../schema/definitions/definitions.js'
import {
  SOAP_BINDING,
  SOAP12_BINDING,
  WSDL_NAMESPACE,
} from '../../../schema/definitions/vocabulary.js'
import { type Cut, putInside } from '../../../xml/splice.js'
import { childElements, type XmlElement } from '../../../xml/tree.js'
import type { Contract, ContractPort, ContractSource } from '../../contract.js'
import { type Lines, tag } from '../markup.js'
import { SOAP_PREFIXES } from '../names.js'
import type { Addition } from './additions.js'
import { leaveOut, sayAttribute } from './cuts.js'
import type { ServedPort } from './ports.js'

export interface ServedPorts {
  readonly ports: readonly ServedPort[]
  readonly additions: readonly Addition[]
}

export function serviceCuts(
  document: WsdlDocument,
  { name }: Contract,
  source: ContractSource,
  { ports, additions }: ServedPorts,
): readonly Cut[] {
  const { service, bound } = source
  const others = partsOf(document.root, 'service').filter((node) => node !== service?.node)
  const left = others.map((node) => leaveOut(document, node))
  const lines = additions.flatMap(portLines)
  if (service?.document === document) {
    const own = new Map(ports.map(({ of, port, has }) => [has === 'port' && of.port?.node, port]))
    const standing = partsOf(service.node, 'port').flatMap((node) =>
      portCuts(document, node, own.get(node)),
    )
    const references = referencesIn(service.node).map((node) => leaveOut(document, node))
    return [...left, ...standing, ...references, ...put(document, service.node, lines)]
  }
  if (service || bound[0]?.binding.source.document !== document) return left
  const made = tag('wsdl:service', { 'xmlns:wsdl': WSDL_NAMESPACE, name }, lines)
  return [...left, ...put(document, document.root, made)]
}

/** @param port  of the node; undefined where it has none */
function portCuts(
  document: WsdlDocument,
  node: XmlElement,
  port: ContractPort | undefined,
): readonly Cut[] {
  if (!port) return [leaveOut(document, node)]
  const references = referencesIn(node).map((one) => leaveOut(document, one))
  const addresses = childElements(node).filter(({ local }) => local === 'address')
  if (addresses.length === 0) return [...references, ...put(document, node, addressLines(port))]
  const cuts = addresses.map((one) => sayAttribute(document, one, 'location', port.address))
  return [...references, ...cuts]
}

/** WS-Addressing 1.0 Metadata §4.1: where the endpoint is, and how it is called there. */
function referencesIn(node: XmlElement): readonly XmlElement[] {
  return childElements(node).filter(({ local }) => local === 'EndpointReference')
}

function put({ text }: WsdlDocument, node: XmlElement, lines: Lines): readonly Cut[] {
  return lines.length === 0 ? [] : [putInside(node, text, `  ${lines.join('\n    ')}\n  `)]
}

function portLines({ served: { of, port }, port: name, binding }: Addition): Lines {
  const { namespace } = of.binding.source.document
  return tag(
    'wsdl:port',
    {
      'xmlns:wsdl': WSDL_NAMESPACE,
      'xmlns:bound': namespace === '' ? undefined : namespace,
      name,
      binding: namespace === '' ? binding : `bound:${binding}`,
    },
    addressLines(port),
  )
}

function addressLines({ soap, address }: ContractPort): Lines {
  const prefix = SOAP_PREFIXES[soap]
  const namespace = soap === '1.1' ? SOAP_BINDING : SOAP12_BINDING
  return tag(`${prefix}:address`, { [`xmlns:${prefix}`]: namespace, location: address })
}
