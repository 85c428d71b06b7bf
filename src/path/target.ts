/** Step: finds the header blocks for the actors that this node plays. */

import type { MessageSecurity } from '../security/message-security.js'
import { isSecurityBlock } from '../security/open.js'
import { isForNode } from '../soap/actors.js'
import { actorOf, type HeaderBlock, readHeaderBlock } from '../soap/header-block.js'
import { failedAt } from './failed-at.js'
import { learn } from './learn.js'
import type { Routed } from './route.js'

export interface Targeted extends Routed {
  /** The header blocks addressed to this node, in document order. */
  readonly targeted: readonly HeaderBlock[]
}

/**
 * @param actors    URIs of the actors that the configuration gives this node
 * @param security  whose policies say which answers this node opens. Default: none
 */
export function target(
  routed: Routed,
  actors: ReadonlySet<string>,
  security?: Pick<MessageSecurity, 'policies'>,
): Targeted {
  const { blocks, version } = routed.envelope
  const ultimate = routed.route.role === 'ultimate-receiver'
  const answered = isUnderPolicy(routed, security)
  const targeted = blocks
    .filter((block) =>
      // This node has asked by its policy: to the destination it is who gets the answer.
      isForNode(
        actorOf(block, version),
        version,
        actors,
        ultimate || (answered && isSecurityBlock({ element: block })),
      ),
    )
    .map((block) => {
      try {
        return readHeaderBlock(block, version)
      } catch (error) {
        throw failedAt(routed, { actor: actorOf(block, version) }, error)
      }
    })
  return learn(routed, { targeted })
}

/** True for an answer of a destination that has a policy. */
function isUnderPolicy(
  { route }: Routed,
  security: Pick<MessageSecurity, 'policies'> | undefined,
): boolean {
  if (route.role !== 'returning' || !security) return false
  return security.policies.ofDestination(route.answers.destination).length > 0
}
