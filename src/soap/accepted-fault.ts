/** The fault of a message that is accepted and not finished: its sender waits for an answer that is not there yet. */
import { elementText, isNamed, trimXml } from '../xml/tree.js'
import { FAULT_NAMESPACE, faultEntry, SoapFault } from './fault.js'
import type { ReceivedFault } from './read-fault.js'

const ENTRY = 'Accepted'

/** It is no failure: the same message, sent again under the same identification, gets the answer as soon as there is one. */
export class AcceptedFault extends SoapFault {
  /** @param exchange  where the answer can be fetched: an address, or the id of the exchange */
  constructor(exchange: string) {
    super({
      code: 'Server',
      reason:
        'The message was accepted, and is not finished. Send it again under the same identification, or fetch its answer later.',
      detail: [faultEntry(ENTRY, exchange)],
    })
    this.name = 'AcceptedFault'
  }
}

/** The exchange that such a fault names, as it is written there; undefined for any other fault. */
export function acceptedIn({ detail = [] }: Pick<ReceivedFault, 'detail'>): string | undefined {
  const entry = detail.find((one) => isNamed(one, FAULT_NAMESPACE, ENTRY))
  return entry && trimXml(elementText(entry))
}

/** True for such a fault, whatever its text, and whoever sent it: it is known by its detail entry. */
export function isUnfinished(fault: Pick<ReceivedFault, 'detail'>): boolean {
  return acceptedIn(fault) !== undefined
}
