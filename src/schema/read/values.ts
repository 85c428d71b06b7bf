/** What the attributes of a schema element say, with white space as their types have it. */
import {
  attributeOf,
  childElements,
  trimXml,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'

/** The value of an attribute without a namespace, collapsed; undefined if it is not there. */
export function valueIn(node: XmlElement, attribute: string): string | undefined {
  const value = attributeOf(node, '', attribute)
  return value === undefined ? undefined : trimXml(value)
}

/** The items of a list; none if the attribute is not there. */
export function listIn(node: XmlElement, attribute: string): readonly string[] {
  return itemsOf(attributeOf(node, '', attribute) ?? '')
}

export function itemsOf(list: string): readonly string[] {
  return list.split(/[ \t\r\n]+/).filter((item) => item !== '')
}

/** A boolean attribute; undefined if it is not there. */
export function flagIn(node: XmlElement, attribute: string): boolean | undefined {
  const value = valueIn(node, attribute)
  return value === undefined ? undefined : value === 'true' || value === '1'
}

/** The children that XML Schema defines, annotations aside. */
export function partsOf(node: XmlElement): readonly XmlElement[] {
  return childElements(node).filter(
    ({ namespace, local }) => namespace === XSD_NAMESPACE && local !== 'annotation',
  )
}

/** The first child of one of these names. */
export function partOf(node: XmlElement, ...locals: readonly string[]): XmlElement | undefined {
  return partsOf(node).find(({ local }) => locals.includes(local))
}
