/** Tells the header blocks of the two specifications from others. */
import { isNamed, type XmlElement } from '../xml/tree.js'
import { SecurityFailure } from './failure.js'
import { SOAP_SEC, WSSE } from './names.js'

export function isSecurityBlock({ element }: { readonly element: XmlElement }): boolean {
  return isNamed(element, WSSE, 'Security') || isNamed(element, SOAP_SEC, 'Signature')
}

/**
 * What is encrypted to a node anybody can have written: no block comes to light that nobody opens.
 *
 * @throws SecurityFailure
 */
export function refuseEncryptedBlocks(
  blocks: readonly XmlElement[],
  before: readonly XmlElement[],
): void {
  if (securityBlocks(blocks) !== securityBlocks(before)) {
    throw new SecurityFailure('InvalidSecurity', 'a security block came encrypted')
  }
}

function securityBlocks(blocks: readonly XmlElement[]): number {
  return blocks.filter((element) => isSecurityBlock({ element })).length
}
