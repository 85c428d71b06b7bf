/** The fault of a message that could not be brought to the next node on its way. */
import { SoapFault } from '../../soap/fault.js'
import type { NextNodeFailure } from '../../transport.js'

/** What the sender is told of a next node that is silent. */
export const LATE = 'The next node did not answer in time.'

/** What the sender is told where the next node could not be reached, or gave what is no envelope. */
export const NO_ANSWER = 'No answer could be had from the next node.'

/** Thrown by the steps that send a message on. SOAP 1.1 §4.4.1: its contents are not to blame. */
export class NextNodeFailed extends SoapFault {
  readonly how: NextNodeFailure

  /** @param reason  what the sender is told; names no address inside */
  constructor(how: NextNodeFailure, reason: string, options?: ErrorOptions) {
    super({ code: 'Server', reason, scope: 'header' }, options)
    this.name = 'NextNodeFailed'
    this.how = how
  }
}
