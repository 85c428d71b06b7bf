/** The WS-Addressing actions that the description of an operation has to say. */
import { SOAP_FAULT } from '../soap/addressing/addressing.js'
import type { Operation } from './operation.js'

export interface Actions {
  readonly request: string | undefined
  readonly response: string | undefined
  readonly fault: string
}

/**
 * Without an action of its own an operation takes any, the default ones of its WSDL too (WS-Addressing 1.0 Metadata
 * §4.4.4), and answers by the same rule: nothing has to be said. Some clients, zeep among them, write addressing blocks
 * only where a request has an action, and then in every call.
 */
export function actionsOf({ action: accepted, replyAction }: Operation): Actions {
  const action = typeof accepted === 'string' ? accepted : accepted?.[0]
  return {
    request: action,
    response:
      replyAction ??
      (action === undefined ? undefined : `${action.replace(/Request$/, '')}Response`),
    // SOAP Binding §6: faults of this node have the same action, whatever is in them.
    fault: SOAP_FAULT,
  }
}
