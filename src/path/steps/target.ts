/** Step: finds the header blocks for the actors that this node plays. */
import type { MessageSecurity } from '../../security/message-security.js'
import { isSecurityBlock } from '../../security/open.js'
import { isForNode } from '../../soap/actors.js'
import { actorOf, readHeaderBlock } from '../../soap/header-block.js'
import { atBlock } from '../state/failure.js'
import { step } from '../state/step.js'
import type { Route } from '../state/values.js'

/** What it needs of the parts of the node. */
export interface Targeting {
  /** URIs of the actors that the configuration gives this node. */
  readonly actors: ReadonlySet<string>
  /** Its policies say which answers this node opens. */
  readonly security: Pick<MessageSecurity, 'policies'> | undefined
}

export const target = step({
  name: 'target',
  takes: ['document', 'route'],
  gives: 'targets',
  run({ document, route }, _exchange, { actors, security }: Targeting) {
    const { blocks, version } = document.envelope
    const ultimate = route.role === 'ultimate-receiver'
    const answered = isUnderPolicy(route, security)
    return blocks
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
          throw atBlock(error, { actor: actorOf(block, version) })
        }
      })
  },
})

/** True for an answer of a destination that has a policy. */
function isUnderPolicy(route: Route, security: Targeting['security']): boolean {
  if (route.role !== 'returning' || !security) return false
  return security.policies.ofDestination(route.answers.destination).length > 0
}
