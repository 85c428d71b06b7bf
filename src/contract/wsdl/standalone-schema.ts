/** Makes a schema document one that stands in a WSDL or beside it: what it brings in is found there, not where it was read. */
import type { SchemaDocument } from '../../schema/document.js'
import {
  attributeOf,
  type ClarkName,
  clarkName,
  inScope,
  isNamed,
  type XmlAttribute,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'

/**
 * Where a document is that another one brings in; undefined for one that is not described.
 *
 * @param document  undefined for one that was not there
 * @param node      what brings it in
 */
export type Whereabouts = (
  document: SchemaDocument | undefined,
  node: XmlElement,
) => string | undefined

/**
 * @param leftOut  global elements that it shall not declare
 * @param where    of what stands in one WSDL with it there is no location: an import finds its namespace there, and what
 *   was included stands there as well
 */
export function standing(
  { root, namespace, brings }: SchemaDocument,
  leftOut: ReadonlySet<ClarkName>,
  where: Whereabouts,
): XmlElement {
  const children: (XmlElement | string)[] = []
  const keep = (child: XmlElement | string | undefined) => {
    if (child !== undefined) children.push(child)
    // The white space before it goes with it.
    else if (typeof children.at(-1) === 'string') children.pop()
  }
  for (const child of root.children) {
    if (isXsd(child, 'include', 'import', 'redefine')) {
      const location = where(brings.get(child), child)
      // Included is what stands beside it.
      keep(
        child.local === 'import' || location !== undefined ? located(child, location) : undefined,
      )
    } else if (isXsd(child, 'element')) {
      const local = attributeOf(child, '', 'name') ?? ''
      keep(leftOut.has(clarkName({ namespace, local })) ? undefined : child)
    } else keep(child)
  }
  return inNamespace({ ...root, children }, namespace)
}

/** True if nothing is declared in it. */
export function isEmpty({ children }: XmlElement): boolean {
  return children.every((child) => typeof child === 'string' || isXsd(child, 'import'))
}

export function isXsd(node: XmlElement | string, ...locals: readonly string[]): node is XmlElement {
  return typeof node !== 'string' && locals.some((local) => isNamed(node, XSD_NAMESPACE, local))
}

function located(node: XmlElement, location: string | undefined): XmlElement {
  const others = node.attributes.filter(({ local }) => local !== 'schemaLocation')
  const attributes =
    location === undefined ? others : [...others, unqualified('schemaLocation', location)]
  return { ...node, attributes }
}

function unqualified(local: string, value: string): XmlAttribute {
  return { prefix: '', local, namespace: '', value }
}

/** XSD Part 1 §4.2.1: what is included without a target namespace gets that of who includes it, its references too. */
function inNamespace(root: XmlElement, namespace: string): XmlElement {
  if (namespace === '' || attributeOf(root, '', 'targetNamespace') !== undefined) return root
  const attributes = [...root.attributes, unqualified('targetNamespace', namespace)]
  if (inScope(root.scope).has('')) return { ...root, attributes }
  const declarations = [...root.scope.declarations, { prefix: '', namespace }]
  return { ...root, attributes, scope: { ...root.scope, declarations } }
}
