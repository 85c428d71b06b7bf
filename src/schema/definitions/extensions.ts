/** The elements by which SOAP and MIME extend WSDL (WSDL 1.1 §3 and §5). */
import { childElements, type XmlElement } from '../../xml/tree.js'
import { MIME_BINDING, SOAP_BINDING, SOAP12_BINDING } from './vocabulary.js'

/** The child of a name in the namespace of a SOAP binding. */
export function extensionOf(node: XmlElement, local: string): XmlElement | undefined {
  return childElements(node).find((child) => isOfSoap(child) && child.local === local)
}

/** Of a port. Some give that of a SOAP port in the namespace of another binding. */
export function addressOf(port: XmlElement): XmlElement | undefined {
  return (
    extensionOf(port, 'address') ?? childElements(port).find(({ local }) => local === 'address')
  )
}

/** True for what either binding to SOAP extends WSDL by. */
export function isOfSoap({ namespace }: XmlElement): boolean {
  return namespace === SOAP_BINDING || namespace === SOAP12_BINDING
}

/** Every child of a name in the namespace of a SOAP binding. */
export function extensionsOf(node: XmlElement, local: string): readonly XmlElement[] {
  return childElements(node).filter((child) => isOfSoap(child) && child.local === local)
}

/** The children of a name of the MIME binding. */
export function mimeOf(node: XmlElement, local: string): readonly XmlElement[] {
  return childElements(node).filter(
    (child) => child.namespace === MIME_BINDING && child.local === local,
  )
}
