/** Tells the attachments of a message from what people read beside its envelope. */
import type { Attachment, EnvelopeMessage, OutboundMessage } from '../../message/message.js'
import type { Document } from '../state/values.js'

/** What goes on with an envelope, byte for byte. A text that people read beside it, as in a mail, stays behind. */
export function carried(
  { packaging }: Pick<EnvelopeMessage, 'packaging'>,
  { attachments }: Pick<Document, 'attachments'>,
): Pick<OutboundMessage, 'attachments' | 'packaging'> {
  const those = packaging === undefined ? attachments.filter(belongs) : attachments
  if (packaging !== 'xop' && those.length === 0) return {}
  return { attachments: those, packaging }
}

/** False for a text that people read beside the envelope, such as the greeting in a mail. */
function belongs({ contentType, name, id }: Attachment): boolean {
  return name !== undefined || id !== undefined || !/^text\/(?:plain|html)\b/i.test(contentType)
}
