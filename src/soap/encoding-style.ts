/** SOAP 1.2 Part 1 §5.1.1: encodingStyle is scoped, has no default, and an unknown one is a fault. */
import { attributeOf, trimXml, type XmlElement } from '../xml/tree.js'
import type { Envelope } from './envelope.js'
import { type FaultScope, SoapFault } from './fault.js'
import type { SoapVersion } from './version.js'

/**
 * Checks every encodingStyle in an element that this node is about to read. In SOAP 1.1 the value
 * is a list of URIs, none of which binds the receiver, and `""` takes the claim back (§4.1.1). So
 * nothing is refused: the schema says what the data must look like.
 *
 * @param element  a header block or a body entry
 * @throws SoapFault DataEncodingUnknown in SOAP 1.2 for a style this node does not know
 */
export function checkEncodingStyle(
  element: XmlElement,
  { version, root, header, body }: Envelope,
  scope: FaultScope,
): void {
  if (version.name !== '1.2') return
  checkStyles(element, version, scope)
  const around = styleOf(scope === 'body' ? body : header, version) ?? styleOf(root, version)
  // Where it is taken it says nothing of an element that has a style of its own, or uses none.
  if (around === undefined || isSupported(around, version) || styleOf(element, version)) return
  if (hasAttributeOf(element, around)) throw unknownEncoding(scope)
}

function checkStyles(element: XmlElement, version: SoapVersion, scope: FaultScope): void {
  for (const { namespace, local, value } of element.attributes) {
    if (local !== 'encodingStyle' || namespace !== version.namespace) continue
    // SOAP 1.2 Part 1 §5.4.6
    if (!isSupported(trimXml(value), version)) throw unknownEncoding(scope)
  }
  for (const child of element.children) {
    if (typeof child !== 'string') checkStyles(child, version, scope)
  }
}

function styleOf(element: XmlElement | undefined, { namespace }: SoapVersion): string | undefined {
  const style = element && attributeOf(element, namespace, 'encodingStyle')
  return style === undefined ? undefined : trimXml(style)
}

function isSupported(style: string, { encodings }: SoapVersion): boolean {
  return encodings.includes(style)
}

/** True for an element with data that is written by the rules of an encoding, such as an array. */
function hasAttributeOf({ attributes, children }: XmlElement, style: string): boolean {
  if (attributes.some(({ namespace }) => namespace !== '' && namespace === style)) return true
  return children.some((child) => typeof child !== 'string' && hasAttributeOf(child, style))
}

function unknownEncoding(scope: FaultScope): SoapFault {
  return new SoapFault({
    code: 'DataEncodingUnknown',
    reason: 'The message uses a data encoding that this node does not know.',
    scope,
  })
}
