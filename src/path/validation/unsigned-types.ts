/** Refuses types that are not signed, where an engine checks that knows nothing of signatures. */
import { isOfSoap } from '../../contract/arrange.js'
import { attributeOf, readQName, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.js'

/** @throws UnsignedPrefix for an `xsi:type` of a signed element by a prefix that is not, unless it names a type of SOAP */
export function refuseUnsignedTypes(root: XmlElement): void {
  const left: XmlElement[] = [root]
  for (let element = left.pop(); element; element = left.pop()) {
    const { scope, children } = element
    const said = scope.signed && attributeOf(element, XSI_NAMESPACE, 'type')
    const unsigned = said === undefined ? undefined : readQName(scope, said)?.unsigned
    if (said !== undefined && unsigned && !isOfSoap(said, element)) throw unsigned
    for (const child of children) if (typeof child !== 'string') left.push(child)
  }
}
