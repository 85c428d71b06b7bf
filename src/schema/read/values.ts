/** What the attributes of a schema element say, with white space as their types have it. */
import { attributeOf, isNamed, trimXml, type XmlElement, XSD_NAMESPACE } from '../../xml/tree.js'

/** The value of an attribute without a namespace, collapsed; undefined if it is not there. */
export function valueIn(node: XmlElement, attribute: string): string | undefined {
  const value = attributeOf(node, '', attribute)
  return value === undefined ? undefined : trimXml(value)
}

export function isSchema(root: XmlElement): boolean {
  return isNamed(root, XSD_NAMESPACE, 'schema')
}

/** The target namespace that a schema says itself; undefined if it says none. */
export function ownNamespace(root: XmlElement): string | undefined {
  return valueIn(root, 'targetNamespace')
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
  const parts: XmlElement[] = []
  for (const child of node.children) if (isPart(child)) parts.push(child)
  return parts
}

/** The first child of one of these names. */
export function partOf(node: XmlElement, ...locals: readonly string[]): XmlElement | undefined {
  for (const child of node.children) {
    if (isPart(child) && locals.includes(child.local)) return child
  }
  return undefined
}

function isPart(child: XmlElement | string): child is XmlElement {
  return (
    typeof child !== 'string' && child.local !== 'annotation' && child.namespace === XSD_NAMESPACE
  )
}
