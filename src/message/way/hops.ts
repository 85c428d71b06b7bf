/** The Hops block: the nodes that a message has passed, which finds and ends loops. */
import type { Envelope } from '../../soap/envelope.js'
import { FAULT_NAMESPACE, faultEntry, SoapFault } from '../../soap/fault.js'
import type { Cut } from '../../xml/splice.js'
import {
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  isNamed,
  type XmlElement,
} from '../../xml/tree.js'
import { addTo, ROUTE_NAMESPACE, routeBlock, routeElement } from './block.js'

export const HOPS: ClarkName = `{${ROUTE_NAMESPACE}}Hops`
/** Names the node as the handler of the block, and the key that turns it off. */
export const HOPS_PLUGIN = 'Waybill (routing.hops)'
/** Its own schema file, because some engines read the whole file for each block. */
export const HOPS_SCHEMA = new URL('./hops.xsd', import.meta.url)

/** URIs of the nodes that a block names, oldest first. */
export function readHops(block: XmlElement): readonly string[] {
  return childElements(block)
    .filter((child) => isNamed(child, ROUTE_NAMESPACE, 'Hop'))
    .map((hop) => attributeOf(hop, '', 'node') ?? '')
}

/** A block with this node added as the last one, and the rest as it came. */
export function addHop(block: XmlElement, envelope: Envelope, node: string): Cut {
  return addTo(block, envelope, (prefix) => routeElement('Hop', { node }, prefix))
}

/** The block for a message that came without one. */
export function hopsBlock({ root, header, version }: Envelope, node: string): XmlElement {
  // An attribute in a namespace needs a prefix. If the envelope has none, the block declares the usual one.
  const prefix = (header ?? root).prefix || version.prefix
  return routeBlock('Hops', version, prefix, [routeElement('Hop', { node })])
}

/**
 * @param nodes   URIs of the nodes that the message has passed, oldest first
 * @param count   how many they are, if more than are named
 * @throws SoapFault Server that names the way, for a message that was here or has come too far
 */
export function refuseLoop(
  nodes: readonly string[],
  node: string,
  most: number,
  count: number = nodes.length,
): void {
  if (nodes.includes(node)) throw loop(`The message came back to ${node}: ${pathOf(nodes)}`)
  if (count >= most) throw loop(`The message has passed more than ${most} nodes: ${pathOf(nodes)}`)
}

/**
 * The fault of a loop is recognizable, so that senders do not try again: by a subcode in SOAP 1.2, and
 * by a header block in both versions.
 */
export function loop(reason: string): SoapFault {
  return new SoapFault({
    code: 'Server',
    subcodes: [LOOP],
    scope: 'header',
    reason,
    headers: [faultEntry('Loop', reason)],
  })
}

/** True for the envelope of such a fault. */
export function isLoop({ blocks }: Envelope): boolean {
  return blocks.some((block) => clarkName(block) === LOOP)
}

/** Subcode, and name of the header block, of the fault of a loop. */
export const LOOP: ClarkName = `{${FAULT_NAMESPACE}}Loop`

export function pathOf(nodes: readonly string[]): string {
  return nodes.length === 0 ? '(none is named)' : nodes.join(' > ')
}
