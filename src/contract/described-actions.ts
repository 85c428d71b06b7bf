/** The WS-Addressing actions of an operation that is described: those that this node takes and writes. */
import { SOAP_FAULT } from '../addressing/addressing.js'
import type { Operation } from './operation.js'

export interface Actions {
  readonly request: string
  readonly response: string
  readonly fault: string
}

/**
 * @param namespace  target namespace of the definitions
 * @param portType   name of the port type
 * @param name       of the operation in it
 */
export function actionsOf(
  { action, replyAction, exchange }: Operation,
  namespace: string,
  portType: string,
  name: string,
): Actions {
  const start = startOf(namespace, portType)
  // WS-Addressing 1.0 Metadata §4.4.4: a one-way input has the name of its operation.
  const input = exchange === 'one-way' ? name : `${name}Request`
  const request = action ?? start + input
  return {
    request,
    response: replyAction ?? `${request.replace(/Request$/, '')}Response`,
    // SOAP Binding §6: faults of this node have the same action, whatever is in them.
    fault: SOAP_FAULT,
  }
}

/** §4.4.4: "[delimiter] is ":" when the [target namespace] is a URN, otherwise "/"." */
function startOf(namespace: string, portType: string): string {
  const delimiter = /^urn:/i.test(namespace) ? ':' : '/'
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter
  return `${start}${portType}${delimiter}`
}
