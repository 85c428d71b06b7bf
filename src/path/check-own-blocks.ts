/** Step: checks the header blocks that the node handles itself: no loop, one of each, valid addressing. */
import { ADDRESSING_NAMESPACE } from '../addressing/addressing.js'
import { actionMismatch, actionNotSupported, blockRequired } from '../addressing/faults.js'
import { accepts, namesBoth } from '../message/accepted-actions.js'
import { isSameAction } from '../message/action.js'
import { SoapFault } from '../soap/fault.js'
import { checkWay, type Way } from '../way/loops.js'
import type { XmlElement } from '../xml/tree.js'
import { failedAt } from './failed-at.js'
import { refuseOldAddressing } from './old-addressing.js'
import type { UnderstoodBlock } from './understand.js'
import type { Valid } from './validate.js'

/**
 * @param node      URI of this node
 * @param mostHops  nodes that may send a message on; undefined: any number
 * @throws SoapFault for a loop, a repeated block, or addressing by which no answer could be sent
 */
export function checkOwnBlocks(valid: Valid, node: string, mostHops: number | undefined): void {
  // They were checked before the message was queued.
  if (valid.attempt) return
  const { own, route } = valid
  if (route.role === 'intermediary') checkWay(wayOf(valid), node, mostHops)
  refuseSecond(own.hops)
  refuseSecond(own.trace)
  try {
    checkAddressing(valid)
  } catch (error) {
    const isAddressing = ({ block }: UnderstoodBlock) =>
      block.element.namespace === ADDRESSING_NAMESPACE
    throw failedAt(valid, valid.understood.find(isAddressing)?.block, error)
  }
  refuseOldAddressing(valid)
}

/** What a message says about the nodes that it has passed. */
export function wayOf({ own, message }: Pick<Valid, 'own' | 'message'>): Way {
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

function checkAddressing({ own, message, call, route }: Valid): void {
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
