/** Tells the header blocks of the two specifications from others. */
import { isNamed, type XmlElement } from '../xml/tree.js'
import { SOAP_SEC, WSSE } from './names.js'

export function isSecurityBlock({ element }: { readonly element: XmlElement }): boolean {
  return isNamed(element, WSSE, 'Security') || isNamed(element, SOAP_SEC, 'Signature')
}
