/** Turns a mail away before it is handed over, if no rule admits its sender, or DNS has not said who that is. */
import {
  asksForProof,
  type Credentials,
  type InboundMessage,
  lackOf,
  NO_CREDENTIALS,
  verdictOn,
} from '#transport'
import { refused, SmtpRefusal } from '../status.js'

/**
 * A mail is one message for each of its recipients: all are looked at before any is handed over.
 *
 * @param complete  false if there may be more domains that DNS did not tell of in time
 * @param byMail    peers that are known by such domains. Default: none
 * @throws SmtpRefusal
 */
export function checkAdmission(
  messages: readonly InboundMessage[],
  complete = true,
  byMail: Credentials['byMail'] = NO_CREDENTIALS.byMail,
): void {
  for (const message of messages) {
    const verdict = verdictOn(message)
    if (verdict === 'admitted') continue
    const { admission, origin } = message
    if (!complete && admission && asksForProof(admission.senders, origin.peer, byMail)) {
      throw new SmtpRefusal('451 4.4.3', 'DNS does not tell who sends this, try again later')
    }
    if (verdict === 'refused') throw refused(lackOf(message))
  }
}

/** The messages, each with the peer that its sender is, by all that is proven of it. */
export function withKnown(
  messages: readonly InboundMessage[],
  credentials: Pick<Credentials, 'peerOf'>,
): readonly InboundMessage[] {
  return messages.map((message) => {
    const { origin } = message
    const known = credentials.peerOf(origin.peer)
    if (known === undefined) return message
    return { ...message, origin: { ...origin, peer: { ...origin.peer, known } } }
  })
}
