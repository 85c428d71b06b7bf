/** The fault for a message that could not be sent to the next node. */
import { SoapFault } from '../../soap/fault.js'
import type { NextNodeFailure, Undeliverable } from '../../transport.js'

/** The reason if the next node did not answer. */
export const LATE = 'The next node did not answer in time.'

/** The reason if the next node could not be reached, or its answer is no envelope. */
export const NO_ANSWER = 'No answer could be had from the next node.'

/** The reason if it was not sent at all, since the protocol to the next node has no form for it. */
const UNSENT =
  'The message cannot be sent on: its action is not a URI, or an attachment has what no header field can say.'

/** The fault for the sender of a message that was not delivered. */
export function undelivered(error: Undeliverable): SoapFault {
  const cause = { cause: error }
  // SOAP 1.1 §4.4.1: "the message was incorrectly formed".
  if (error.unsent) return new SoapFault({ code: 'Client', reason: UNSENT, scope: 'header' }, cause)
  return error.late
    ? new NextNodeFailed('late', LATE, cause)
    : new NextNodeFailed('unreachable', NO_ANSWER, cause)
}

/** Thrown by the steps that send a message on. SOAP 1.1 §4.4.1: its contents are not to blame. */
export class NextNodeFailed extends SoapFault {
  readonly how: NextNodeFailure

  /** @param reason  for the sender; it must not name an internal address */
  constructor(how: NextNodeFailure, reason: string, options?: ErrorOptions) {
    super({ code: 'Server', reason, scope: 'header' }, options)
    this.name = 'NextNodeFailed'
    this.how = how
  }
}
