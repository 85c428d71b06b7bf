/** Step: finds the header blocks for the actors that this node plays. */

import { isForNode } from '../soap/actors.js'
import { actorOf, type HeaderBlock, readHeaderBlock } from '../soap/header-block.js'
import { failedAt } from './failed-at.js'
import { learn } from './learn.js'
import type { Routed } from './route.js'

export interface Targeted extends Routed {
  /** The header blocks addressed to this node, in document order. */
  readonly targeted: readonly HeaderBlock[]
}

/** @param actors  URIs of the actors that the configuration gives this node */
export function target(routed: Routed, actors: ReadonlySet<string>): Targeted {
  const { blocks, version } = routed.envelope
  const ultimate = routed.route.role === 'ultimate-receiver'
  const targeted = blocks
    .filter((block) => isForNode(actorOf(block, version), version, actors, ultimate))
    .map((block) => {
      try {
        return readHeaderBlock(block, version)
      } catch (error) {
        throw failedAt(routed, { actor: actorOf(block, version) }, error)
      }
    })
  return learn(routed, { targeted })
}
