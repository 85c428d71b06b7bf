/** Step: obeys the header blocks that the node handles itself: no loop, one of each, valid addressing. */
import { actionMismatch, actionNotSupported, blockRequired } from '../addressing/faults.js'
import { SoapFault } from '../soap/fault.js'
import { checkWay, type Way } from '../way/loops.js'
import type { XmlElement } from '../xml/tree.js'
import type { Valid } from './validate.js'

/**
 * @param node      URI of this node
 * @param mostHops  nodes that may send a message on; undefined: any number
 * @throws SoapFault for a message that cannot be worked on, or whose answers could not be sent
 */
export function checkOwnBlocks(valid: Valid, node: string, mostHops: number | undefined): void {
  // They were looked at before the message was put into the queue.
  if (valid.attempt) return
  const { own, route } = valid
  if (route.role === 'intermediary') checkWay(wayOf(valid), node, mostHops)
  refuseSecond(own.hops)
  refuseSecond(own.trace)
  checkAddressing(valid)
}

/** What a message says of the way that it has come. */
export function wayOf({ own, message }: Pick<Valid, 'own' | 'message'>): Way {
  return { block: own.hops[0], hops: message.hops, via: message.via }
}

/** Which of two was the true one, nobody could say. */
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
  const { addressing, fault } = own.addressing
  if (fault) throw fault
  const { action, messageId, replyTo } = addressing
  // SOAP Binding §2.4 and §4.2: the two are equal, unless the one outside says nothing.
  if (message.action && message.action !== action) throw actionMismatch(action, message.action)
  if (route.role !== 'ultimate-receiver') return
  const operation = call?.registered.operation
  if (operation?.action && operation.action !== action) throw actionNotSupported(action)
  // Core §3.4: "if the related message lacks a [message id] property, the processor MUST fault."
  const replies = operation?.exchange !== 'one-way' && replyTo.kind !== 'none'
  if (replies && messageId === undefined) throw blockRequired('MessageID')
}
