/** The fault for a message that could not be sent to the next node. */
import type { Log } from '../../base/log.js'
import { SoapFault } from '../../soap/fault.js'
import type { Undeliverable } from '../../transport.js'

/** The reason if the next node did not answer. */
export const LATE = 'The next node did not answer in time.'

/** The reason if the next node could not be reached, or its answer is no envelope. */
export const NO_ANSWER = 'No answer is available from the next node.'

/** The reason if it was not sent at all, since the protocol to the next node has no form for it. */
const UNSENT =
  'The message cannot be sent on: its action is not a URI, or an attachment has what no header field can say.'

/** The fault for the sender of a message that was not delivered. */
export function undelivered(error: Undeliverable): SoapFault {
  const cause = { cause: error }
  // SOAP 1.1 §4.4.1: "the message was incorrectly formed".
  if (error.unsent) return new SoapFault({ code: 'Client', reason: UNSENT, scope: 'header' }, cause)
  return error.late ? nextNodeFailed(LATE, cause) : nextNodeFailed(NO_ANSWER, cause)
}

/** Logs an address of a destination that did not take a message, which then goes to the next one. */
export function passedOver(log: Pick<Log, 'info'>): (address: URL, error: Error) => void {
  return (address, err) =>
    log.info(
      { to: address.href, err },
      'an address did not take the message: the next one is tried',
    )
}

/**
 * SOAP 1.1 §4.4.1: the contents of the message are not to blame.
 *
 * @param reason  for the sender; it must not name an internal address
 */
export function nextNodeFailed(reason: string, options: ErrorOptions): SoapFault {
  return new SoapFault({ code: 'Server', reason, scope: 'header' }, options)
}
