/** Reads an endpoint reference (WS-Addressing 1.0 Core §2), as far as sending a message to it needs. */
import {
  childElements,
  elementText,
  hasText,
  inScope,
  isNamed,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import { SOAP_11, SOAP_12, type SoapVersion } from '../version.js'
import {
  ADDRESSING_NAMESPACE,
  type AddressingBlock,
  ANONYMOUS,
  type Endpoint,
  NONE,
} from './addressing.js'
import { invalidBlock, problemIri } from './faults.js'
import { isAbsoluteIri } from './iri.js'

/** Reference parameters of one endpoint: each becomes a header block of what is sent there. */
export const MAX_PARAMETERS = 16
/** Characters of all of them, with every namespace that is written with them. */
export const MAX_PARAMETERS_LENGTH = 64 * 1024

/** @throws SoapFault InvalidEPR, MissingAddressInEPR or InvalidAddress */
export function readEndpoint(
  element: XmlElement,
  block: AddressingBlock,
  version: SoapVersion,
): Endpoint {
  if (hasText(element)) throw invalidBlock(block, 'InvalidEPR')
  const [addressed, ...more] = partsOf(element, 'Address')
  if (!addressed) throw invalidBlock(block, 'MissingAddressInEPR')
  const [parameters, ...others] = partsOf(element, 'ReferenceParameters')
  if (more.length > 0 || others.length > 0) throw invalidBlock(block, 'InvalidEPR')
  const address = trimXml(elementText(addressed))
  if (childElements(addressed).length > 0 || !isAbsoluteIri(address)) {
    throw invalidBlock(block, 'InvalidAddress', [problemIri(address)])
  }
  return {
    kind: kindOf(address),
    address,
    referenceParameters: parameters ? readParameters(parameters, block, version) : [],
  }
}

function kindOf(address: string): Endpoint['kind'] {
  switch (address) {
    case ANONYMOUS:
      return 'anonymous'
    case NONE:
      return 'none'
    default:
      return 'elsewhere'
  }
}

function readParameters(
  element: XmlElement,
  block: AddressingBlock,
  version: SoapVersion,
): readonly XmlElement[] {
  const parameters = childElements(element)
  // SOAP Binding §7.2: "Message processors should consider elements from the soap11, soap12 and wsa
  // namespaces appearing as reference parameters in an EPR as a possible attack." One without a
  // namespace cannot be a header block (SOAP 1.1 §4).
  const refused = ['', ADDRESSING_NAMESPACE, SOAP_11.namespace, SOAP_12.namespace]
  const wrong = parameters.some(
    ({ namespace }) => refused.includes(namespace) || namespace === version.namespace,
  )
  const tooMany = parameters.length > MAX_PARAMETERS
  if (wrong || tooMany || hasText(element) || lengthOf(parameters) > MAX_PARAMETERS_LENGTH) {
    throw invalidBlock(block, 'InvalidEPR')
  }
  return parameters
}

/** Every namespace in scope is written on each of them, wherever it was declared. */
function lengthOf(parameters: readonly XmlElement[]): number {
  let length = 0
  for (const { start, end, scope } of parameters) {
    length += end - start
    for (const [prefix, namespace] of inScope(scope)) length += prefix.length + namespace.length
  }
  return length
}

function partsOf(element: XmlElement, local: string): readonly XmlElement[] {
  return childElements(element).filter((child) => isNamed(child, ADDRESSING_NAMESPACE, local))
}
