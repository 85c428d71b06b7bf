/** The faults of WS-Addressing 1.0 SOAP Binding §6.4, for both SOAP versions. */
import { type ClarkName, element, type XmlElement } from '../../xml/tree.js'
import { SoapFault } from '../fault.js'
import { ADDRESSING_NAMESPACE, ADDRESSING_PREFIX, type AddressingBlock } from './addressing.js'

/** §6.4.1: what exactly is wrong with an addressing block. */
export type InvalidBlock =
  | 'InvalidAddress'
  | 'InvalidEPR'
  | 'InvalidCardinality'
  | 'MissingAddressInEPR'
  | 'DuplicateMessageID'
  | 'ActionMismatch'
  | 'OnlyAnonymousAddressSupported'
  | 'OnlyNonAnonymousAddressSupported'

/**
 * §6.4.1: a block is invalid and cannot be processed.
 *
 * @param more  what the details hold beside the name of the block
 */
export function invalidBlock(
  block: AddressingBlock,
  how: InvalidBlock | undefined,
  more: readonly XmlElement[] = [],
): SoapFault {
  return addressingFault(
    ['InvalidAddressingHeader', ...(how === undefined ? [] : [how])],
    'A header representing a Message Addressing Property is not valid and the message cannot be processed',
    [problemHeader(block), ...more],
  )
}

/** §6.4.1.6: the action in the envelope differs from the one outside. */
export function actionMismatch(action: string, soapAction: string): SoapFault {
  return invalidBlock('Action', 'ActionMismatch', [problemAction(action, soapAction)])
}

/** §6.3.3: the action that caused the problem, and the one outside the envelope, if there is one. */
function problemAction(action: string, soapAction: string | undefined): XmlElement {
  const outside = soapAction ? [wsa('SoapAction', [soapAction])] : []
  return wsa('ProblemAction', [wsa('Action', [action]), ...outside])
}

/** §6.4.2: a required block is absent. */
export function blockRequired(block: AddressingBlock): SoapFault {
  return addressingFault(
    ['MessageAddressingHeaderRequired'],
    'A required header representing a Message Addressing Property is not present',
    [problemHeader(block)],
  )
}

/**
 * §6.4.4: the operation has another action, or there is none.
 *
 * @param why  a sentence that the reason goes on with. Default: none
 */
export function actionNotSupported(
  action: string,
  soapAction: string | undefined,
  why?: string,
): SoapFault {
  const reason = 'The [action] cannot be processed at the receiver'
  return addressingFault(['ActionNotSupported'], why === undefined ? reason : `${reason}. ${why}`, [
    problemAction(action, soapAction),
  ])
}

/** §6.3.2: the IRI that caused the problem. */
export function problemIri(iri: string): XmlElement {
  return wsa('ProblemIRI', [iri])
}

/** True for a fault that WS-Addressing defines. */
export function isAddressingFault({ subcodes }: SoapFault): boolean {
  return subcodes[0]?.startsWith(`{${ADDRESSING_NAMESPACE}}`) === true
}

/** Name of a block, as `{namespace}Name`. */
export function blockName(local: AddressingBlock): ClarkName {
  return `{${ADDRESSING_NAMESPACE}}${local}`
}

/** §6.3.1; the prefix of the name in it is the one of the element itself. */
function problemHeader(block: AddressingBlock): XmlElement {
  return wsa('ProblemHeaderQName', [`${ADDRESSING_PREFIX}:${block}`])
}

function addressingFault(
  codes: readonly string[],
  reason: string,
  details: readonly XmlElement[],
): SoapFault {
  const subcodes = codes.map((code) => `{${ADDRESSING_NAMESPACE}}${code}` as const)
  return new SoapFault({
    code: 'Client',
    // §6.2: "The value of the [Subsubcode] or, if that is not specified, the value of the
    // [Subcode] property is bound as the value of the SOAP faults S11:Fault/faultcode element."
    faultcode: subcodes.at(-1),
    subcodes,
    reason,
    scope: 'header',
    binding: {
      block: `{${ADDRESSING_NAMESPACE}}FaultDetail`,
      prefix: ADDRESSING_PREFIX,
      details,
    },
  })
}

/** An element of the addressing namespace. */
export function wsa(local: string, children: readonly (XmlElement | string)[]): XmlElement {
  return element({
    name: `{${ADDRESSING_NAMESPACE}}${local}`,
    prefix: ADDRESSING_PREFIX,
    children,
  })
}
