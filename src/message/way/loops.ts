/** The loop check: by the Hops block, the transport's own count, and Via. */
import type { XmlElement } from '../../xml/tree.js'
import { readHops, refuseLoop } from './hops.js'
import { refuseReturned } from './via.js'

/** What a message says about the nodes that it has passed. */
export interface Way {
  /** The Hops block; undefined without one. */
  readonly block: XmlElement | undefined
  /** Nodes of this kind that it has passed, as the transport's own header says. */
  readonly hops?: number | undefined
  readonly via?: readonly string[] | undefined
}

/** How many nodes of this kind a message has passed. */
export function nodesPassed({ block, hops = 0 }: Way): number {
  // The transport's count is right even if a node on the way has removed the block.
  return Math.max(block ? readHops(block).length : 0, hops)
}

/**
 * @param node  URI of this node
 * @param most  nodes that may send a message on; undefined: any number
 * @throws SoapFault Server that names the way, for a message that was here or has come too far
 */
export function checkWay(way: Way, node: string, most: number | undefined): void {
  const nodes = way.block ? readHops(way.block) : []
  if (most !== undefined) refuseLoop(nodes, node, most, nodesPassed(way))
  refuseReturned(way.via, node)
}
