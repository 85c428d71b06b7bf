/** Step: refuses a message that would go on without its attachments. */
import type { OutboundMessage } from '../../message/message.js'
import { SoapFault } from '../../soap/fault.js'
import { carried } from '../facts/carried.js'
import type { ProcessorParts } from '../parts/parts.js'
import { step } from '../state/step.js'

/**
 * @throws SoapFault Client for a message whose next node is reached by a protocol that has no place for attachments
 * @throws SoapFault Server for an answer on a connection that the sender would get without its attachments
 */
export const checkAttachments = step({
  name: 'attachments',
  takes: ['arrival', 'message', 'document', 'route'],
  gives: undefined,
  run({ arrival, message, document, route }, _exchange, parts: Pick<ProcessorParts, 'carries'>) {
    if (arrival.request) checkAnswered(carried(message, document), arrival.request.transport, parts)
    if (route.role !== 'intermediary' || !hasAttachments(carried(message, document))) return
    if (parts.carries(route.onward.to.protocol.slice(0, -1))) return
    // SOAP 1.1 §4.4.1: Client is "an indication that the message should not be resent without change".
    throw refused('Client', 'The message has attachments, and its next node takes envelopes alone.')
  },
})

/**
 * @param answer  of the next node
 * @param to      the transport that it goes back over
 * @throws SoapFault Server for an answer that the sender would get without its attachments
 */
export function checkAnswered(
  answer: Pick<OutboundMessage, 'attachments' | 'packaging'>,
  to: string,
  { carries }: Pick<ProcessorParts, 'carries'>,
): void {
  if (!hasAttachments(answer) || carries(to)) return
  // SOAP 1.1 §4.4.1: Server is for what is not attributable to "the contents of the message itself".
  throw refused('Server', 'The answer has attachments, and its sender takes envelopes alone.')
}

function hasAttachments({ attachments = [] }: Pick<OutboundMessage, 'attachments'>): boolean {
  return attachments.length > 0
}

function refused(code: 'Client' | 'Server', reason: string): SoapFault {
  return new SoapFault({ code, reason, scope: 'header' })
}
