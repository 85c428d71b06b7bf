/** What an element says about itself by the attributes of XML Schema, of 2001 and of the drafts that SOAP 1.1 was written with. */
import { attributeOf, trimXml, type XmlElement, XSI_NAMESPACE } from '../../../xml/tree.js'

const DRAFTS = [
  'http://www.w3.org/1999/XMLSchema-instance',
  'http://www.w3.org/2000/10/XMLSchema-instance',
] as const

const INSTANCES = [XSI_NAMESPACE, ...DRAFTS]

/** The text of `xsi:type`. */
export function statedType(element: XmlElement): string | undefined {
  for (const namespace of INSTANCES) {
    const text = attributeOf(element, namespace, 'type')
    if (text !== undefined) return text
  }
  return undefined
}

/** SOAP 1.1 §5.1.9: a null is `xsi:null` of 1999, and `xsi:nil` since. */
export function isNil(element: XmlElement): boolean {
  if (element.attributes.length === 0) return false
  return INSTANCES.some((namespace) =>
    ['nil', 'null'].some((local) => {
      const text = attributeOf(element, namespace, local)
      return text !== undefined && ['1', 'true'].includes(trimXml(text))
    }),
  )
}
