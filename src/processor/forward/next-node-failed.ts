/** The fault for a message that could not be sent to the next node. */
import { SoapFault } from '../../soap/fault.js'
import type { NextNodeFailure } from '../../transport.js'

/** The reason if the next node did not answer. */
export const LATE = 'The next node did not answer in time.'

/** The reason if the next node could not be reached, or its answer is no envelope. */
export const NO_ANSWER = 'No answer could be had from the next node.'

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
