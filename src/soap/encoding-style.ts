/** SOAP 1.2 Part 1 §5.1.1: encodingStyle is scoped, has no default, and an unknown one is a fault. */
import { trimXml, type XmlElement } from '../xml/tree.js'
import { type FaultScope, SoapFault } from './fault.js'
import type { SoapVersion } from './version.js'

/**
 * Checks every encodingStyle in an element that this node is about to read. In SOAP 1.1 the value
 * is a list of URIs, none of which binds the receiver, and `""` takes the claim back (§4.1.1). So
 * nothing is refused: the schema says what the data must look like.
 *
 * @throws SoapFault DataEncodingUnknown in SOAP 1.2 for a style this node does not know
 */
export function checkEncodingStyle(
  element: XmlElement,
  version: SoapVersion,
  scope: FaultScope,
): void {
  if (version.name !== '1.2') return
  for (const { namespace, local, value } of element.attributes) {
    if (local !== 'encodingStyle' || namespace !== version.namespace) continue
    // SOAP 1.2 Part 1 §5.4.6
    if (!version.encodings.includes(trimXml(value))) {
      throw new SoapFault({
        code: 'DataEncodingUnknown',
        reason: 'The message uses a data encoding that this node does not know.',
        scope,
      })
    }
  }
  for (const child of element.children) {
    if (typeof child !== 'string') checkEncodingStyle(child, version, scope)
  }
}
