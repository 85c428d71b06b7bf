/** The addressing blocks of an answer, and the endpoint that it goes to. */
import { attribute, inScope, type XmlElement } from '../../xml/tree.js'
import type { SoapFault } from '../fault.js'
import type { FaultCode } from '../version.js'
import {
  ADDRESSING_FAULT,
  ADDRESSING_NAMESPACE,
  ADDRESSING_PREFIX,
  type Addressing,
  ANONYMOUS_ENDPOINT,
  type Endpoint,
  SOAP_FAULT,
} from './addressing.js'
import { isAddressingFault, wsa } from './faults.js'

export type Answer =
  /** What the operation returned; `action` is the one that it declares for its reply. */
  | { readonly kind: 'reply'; readonly action: string | undefined }
  | { readonly kind: 'fault'; readonly fault: SoapFault }

/**
 * Core §3.4: where an answer goes. The address is what the peer wrote, not checked by any policy.
 *
 * @param what  the reply, or a fault of that code
 */
export function endpointOf({ replyTo, faultTo }: Addressing, what: 'reply' | FaultCode): Endpoint {
  switch (what) {
    case 'reply':
      return replyTo
    // BP 1.2 R1035 and R1036: these faults go back on the connection.
    case 'MustUnderstand':
    case 'VersionMismatch':
      return ANONYMOUS_ENDPOINT
    case 'Client':
    case 'Server':
    case 'DataEncodingUnknown':
      return faultTo ?? replyTo
  }
}

/** The action of an answer; also its SOAPAction, if it goes elsewhere. */
export function actionOf({ action }: Addressing, answer: Answer): string {
  if (answer.kind === 'reply') return answer.action ?? replyAction(action)
  // SOAP Binding §6: the first is for the faults of WS-Addressing, the second for those of SOAP and
  // of applications that define no action.
  if (isAddressingFault(answer.fault)) return ADDRESSING_FAULT
  return answer.fault.action ?? SOAP_FAULT
}

/** The default of WS-Addressing 1.0 Metadata §4.4.4: the reply to AddRequest is AddResponse. */
function replyAction(action: string): string {
  return `${action.replace(/Request$/, '')}Response`
}

/**
 * Core §3.3 and §3.4: the addressing blocks of an answer. Depends on its arguments alone.
 *
 * @param addressing  of the request
 * @param messageId   the answer's own, an absolute IRI
 * @returns header blocks, the reference parameters of the endpoint last
 */
export function answerHeaders(
  addressing: Addressing,
  answer: Answer,
  messageId: string,
): readonly XmlElement[] {
  const what = answer.kind === 'reply' ? 'reply' : answer.fault.code
  const { address, referenceParameters } = endpointOf(addressing, what)
  const blocks = [
    wsa('To', [address]),
    wsa('Action', [actionOf(addressing, answer)]),
    wsa('MessageID', [messageId]),
  ]
  // Core §3.4: the relationship "MUST include a pair of IRIs": its kind, which is the default one of a
  // reply and so not written, and the message id of the request.
  if (addressing.messageId !== undefined) blocks.push(wsa('RelatesTo', [addressing.messageId]))
  return [...blocks, ...referenceParameters.map(asHeaderBlock)]
}

/**
 * SOAP Binding §3.4: each reference parameter, "including all of its [children], [attributes] and
 * [in-scope namespaces]", is a block "annotated with a wsa:IsReferenceParameter attribute ... Any
 * existing wsa:IsReferenceParameter attribute on the header block is replaced."
 */
function asHeaderBlock(parameter: XmlElement): XmlElement {
  const name = `{${ADDRESSING_NAMESPACE}}IsReferenceParameter`
  const kept = parameter.attributes.filter(
    ({ namespace, local }) =>
      namespace !== ADDRESSING_NAMESPACE || local !== 'IsReferenceParameter',
  )
  const mark = attribute(name, 'true', freePrefix(inScope(parameter.scope)))
  return { ...parameter, attributes: [...kept, mark] }
}

/** Names in the content of a parameter may need every prefix in scope as it is. */
function freePrefix(bound: ReadonlyMap<string, string>): string {
  let prefix = ADDRESSING_PREFIX
  for (let n = 1; (bound.get(prefix) ?? ADDRESSING_NAMESPACE) !== ADDRESSING_NAMESPACE; n += 1) {
    prefix = ADDRESSING_PREFIX + n
  }
  return prefix
}
