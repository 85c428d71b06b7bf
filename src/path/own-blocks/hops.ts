/** The Hops block, as a node handles it itself: it counts the nodes that a message has passed, and ends loops. */
import type { EnvelopeMessage } from '../../message/message.js'
import { addHop, HOPS, HOPS_PLUGIN, HOPS_SCHEMA, hopsBlock } from '../../message/way/hops.js'
import { checkWay, type Way } from '../../message/way/loops.js'
import { NEXT } from '../../plugin.js'
import type { XmlElement } from '../../xml/tree.js'
import { type OwnRow, refuseSecond } from './row.js'

export const HOPS_ROW: OwnRow<readonly XmlElement[]> = {
  names: [HOPS],
  actor: NEXT,
  schema: HOPS_SCHEMA,
  owner: HOPS_PLUGIN,
  kept: true,
  read: (blocks) => blocks.map(({ element }) => element),
  check(blocks, { message, goesOn, node, maxHops }) {
    if (goesOn) checkWay(wayOf(blocks, message), node, maxHops)
    refuseSecond(blocks)
  },
  onward([block], { envelope, node, counts }) {
    if (!counts) return {}
    return block
      ? { cuts: [addHop(block, envelope, node)] }
      : { added: [hopsBlock(envelope, node)] }
  },
}

/** What a message says about the nodes that it has passed. */
export function wayOf([block]: readonly XmlElement[], { hops, via }: EnvelopeMessage): Way {
  return { block, hops, via }
}
