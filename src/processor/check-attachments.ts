/** Step: refuses a message that would go on without its attachments. */
import type { Attachment } from '../message/message.js'
import { SoapFault } from '../soap/fault.js'
import type { Valid } from './validate.js'

/** @throws SoapFault Client for a message that is to be sent on, Server for the answer of another node */
export function checkAttachments({ message, route }: Valid): void {
  if (route.role === 'ultimate-receiver' || !message.attachments.some(belongs)) return
  const asked = route.role === 'intermediary'
  throw new SoapFault({
    // SOAP 1.1 §4.4.1: Client is "an indication that the message should not be resent without change".
    // The sender of a request is not to blame for what its answer has.
    code: asked ? 'Client' : 'Server',
    reason: `The ${asked ? 'message' : 'answer'} has attachments, and this node sends on envelopes alone.`,
    scope: 'header',
  })
}

/** False for a text that people read beside the envelope, such as the greeting in a mail. */
function belongs({ contentType, name, id }: Attachment): boolean {
  return name !== undefined || id !== undefined || !/^text\/(?:plain|html)\b/i.test(contentType)
}
