/** Step: checks the header blocks that the node handles itself: no loop, one of each, valid addressing. */

import { accepts, namesBoth } from '../../message/accepted-actions.js'
import { isSameAction } from '../../message/action.js'
import { checkWay, type Way } from '../../message/way/loops.js'
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import { actionMismatch, actionNotSupported, blockRequired } from '../../soap/addressing/faults.js'
import { SoapFault } from '../../soap/fault.js'
import type { XmlElement } from '../../xml/tree.js'
import type { ProcessorLimits } from '../parts/limits.js'
import { atBlock } from '../state/failure.js'
import { step } from '../state/step.js'
import type { Taken, UnderstoodBlock } from '../state/values.js'
import { refuseOldAddressing } from './old-addressing.js'

/** What it needs of the parts of the node. */
export interface Checking {
  /** URI of this node. */
  readonly node: string
  /** `hops`: nodes that may send a message on; undefined: any number. */
  readonly limits: Pick<ProcessorLimits, 'hops'>
}

/** @throws SoapFault for a loop, a repeated block, or addressing by which no answer could be sent */
export const checkOwnBlocks = step({
  name: 'own-blocks',
  takes: ['came', 'message', 'document', 'route', 'targets', 'understood', 'valid'],
  gives: undefined,
  run(taken, _exchange, { node, limits }: Checking) {
    const { came, route, understood } = taken
    // They were checked before the message was queued.
    if (came.attempt) return
    const { own, blocks } = understood
    if (route.role === 'intermediary') checkWay(wayOf(taken), node, limits.hops)
    refuseSecond(own.hops)
    refuseSecond(own.trace)
    try {
      checkAddressing(taken)
    } catch (error) {
      const isAddressing = ({ block }: UnderstoodBlock) =>
        block.element.namespace === ADDRESSING_NAMESPACE
      throw atBlock(error, blocks.find(isAddressing)?.block)
    }
    refuseOldAddressing(taken)
  },
})

/** What a message says about the nodes that it has passed. */
export function wayOf({ understood: { own }, message }: Taken<'understood' | 'message'>): Way {
  return { block: own.hops[0], hops: message.hops, via: message.via }
}

/** Of two blocks neither is the right one. */
function refuseSecond([, second]: readonly XmlElement[]): void {
  if (!second) return
  throw new SoapFault({
    code: 'Client',
    scope: 'header',
    reason: `Header holds more than one ${second.local} block.`,
  })
}

function checkAddressing({
  message,
  route,
  understood: { own },
  valid: { call },
}: Taken<'message' | 'route' | 'understood' | 'valid'>): void {
  if (!own.addressing) return
  const { addressing, fault, relative } = own.addressing
  const { action, messageId, replyTo } = addressing
  const { operation, actions } = call?.registered ?? {}
  // Core §3.1: an [action] is an absolute IRI. Clients of a contract whose soapAction is none send it all the same.
  const wrong = relative && namesBoth(actions, action, action) ? relative.otherwise : fault
  if (wrong) throw wrong
  // SOAP Binding §2.4 and §4.2: the two are equal, unless the one outside is empty. A contract may have two for one operation.
  const beside = message.action ?? ''
  if (beside !== '' && !isSameAction(beside, action) && !namesBoth(actions, beside, action)) {
    throw actionMismatch(action, beside)
  }
  if (route.role !== 'ultimate-receiver') return
  if (!accepts(actions, action)) throw actionNotSupported(action, message.action)
  // Core §3.4: "if the related message lacks a [message id] property, the processor MUST fault."
  const replies = operation?.exchange !== 'one-way' && replyTo.kind !== 'none'
  if (replies && messageId === undefined) throw blockRequired('MessageID')
}
