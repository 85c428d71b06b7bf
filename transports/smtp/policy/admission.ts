/** Turns a mail away before it is handed over, if no rule admits its sender, or DNS has not said who that is. */
import { asksForProof, type InboundMessage, verdictOn } from '#transport'
import { refused, SmtpRefusal } from '../status.js'

/**
 * A mail is one message for each of its recipients: all are looked at before any is handed over.
 *
 * @param complete  false if there may be more domains that DNS did not tell of in time
 * @throws SmtpRefusal
 */
export function checkAdmission(messages: readonly InboundMessage[], complete = true): void {
  for (const message of messages) {
    const verdict = verdictOn(message)
    if (verdict === 'admitted') continue
    const { admission, origin } = message
    if (!complete && admission && asksForProof(admission.senders, origin.peer)) {
      throw new SmtpRefusal('451 4.4.3', 'DNS does not tell who sends this, try again later')
    }
    if (verdict === 'refused') throw refused('forbidden')
  }
}
