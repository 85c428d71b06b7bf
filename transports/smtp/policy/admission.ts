/** Decides whose a mail is, once it is read: a known sender's, a stranger's, or one that is refused. */
import type { InboundMessage } from '#transport'
import type { Recipient } from '../address.js'
import { refused, SmtpRefusal } from '../status.js'
import { admits, asksForProof, type Sender } from './senders.js'

/**
 * @param sender    what is known of it now that the mail is in
 * @param complete  false if there may be more domains that DNS did not tell of in time
 * @returns the message; marked, if no rule admits its sender and the address has something for anybody
 * @throws SmtpRefusal
 */
export function admit(
  message: InboundMessage,
  sender: Sender,
  { senders, open }: Pick<Recipient, 'senders' | 'open'>,
  complete = true,
): InboundMessage {
  const { report, inReplyTo } = message
  // Whoever knows an id of this node's has had its mail, and can end nothing but its exchange.
  if (report && inReplyTo?.some((id) => !id.startsWith('<'))) return message
  if (admits(senders, sender, 'mail')) return message
  if (!complete && asksForProof(senders, sender)) {
    throw new SmtpRefusal('451 4.4.3', 'DNS does not tell who sends this, try again later')
  }
  if (report || !open) throw refused('forbidden')
  // It may ask, and answers nothing of ours.
  return { ...message, stranger: true, inReplyTo: [] }
}
