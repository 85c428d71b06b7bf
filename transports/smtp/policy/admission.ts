/** Turns a mail away before it is handed over, if no rule admits its sender, or DNS has not said who that is. */
import { asksForProof, type Credentials, type InboundMessage, lackOf, verdictOn } from '#transport'
import { refused, SmtpRefusal } from '../status.js'

/** What decides beside the rules. */
export interface Deciding {
  /** False if there may be more domains that DNS did not report in time. Default true. */
  readonly complete?: boolean | undefined
  /** Peers that are known by such domains. Default: none. */
  readonly byMail?: Credentials['byMail'] | undefined
  /** True if a sender can say who it is, by AUTH. Default false. */
  readonly auth?: boolean | undefined
}

/**
 * A mail is one message for each of its recipients: all are looked at before any is handed over.
 *
 * @throws SmtpRefusal
 */
export function checkAdmission(
  messages: readonly InboundMessage[],
  { complete = true, byMail, auth = false }: Deciding = {},
): void {
  for (const message of messages) {
    const verdict = verdictOn(message)
    if (verdict === 'admitted') continue
    const { admission, origin } = message
    if (!complete && admission && asksForProof(admission.senders, origin.peer, byMail)) {
      throw new SmtpRefusal('451 4.4.3', 'DNS does not show who sends this, try again later')
    }
    if (verdict === 'refused') throw refused(auth ? lackOf(message) : 'forbidden')
  }
}

/** The messages, each with the peer that its sender is, by all that is proven of it. */
export function withIdentity(
  messages: readonly InboundMessage[],
  credentials: Pick<Credentials, 'peerOf'>,
): readonly InboundMessage[] {
  return messages.map((message) => {
    const { origin } = message
    const identity = credentials.peerOf(origin.peer)
    if (identity === undefined) return message
    return { ...message, origin: { ...origin, peer: { ...origin.peer, identity } } }
  })
}
