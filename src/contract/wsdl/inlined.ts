/** Makes the schema documents of a contract ones that stand in a WSDL: what they bring in stands beside them. */
import type { SchemaDocument } from '../../schema/document.js'
import {
  attributeOf,
  type ClarkName,
  clarkName,
  inScope,
  isNamed,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import type { Lines } from './markup.js'

/**
 * Without locations: an import finds its namespace in the WSDL, and what was included stands there as well.
 *
 * @param leftOut  global elements that are parts of messages
 */
export function inlinedSchemas(
  documents: readonly SchemaDocument[],
  leftOut: ReadonlySet<ClarkName>,
): Lines {
  return documents.flatMap((document) => {
    const root = inlined(document, leftOut)
    return isEmpty(root) ? [] : [writeElement(root)]
  })
}

const isXsd = (node: XmlElement | string, local: string): node is XmlElement =>
  typeof node !== 'string' && isNamed(node, XSD_NAMESPACE, local)

function inlined({ root, namespace }: SchemaDocument, leftOut: ReadonlySet<ClarkName>): XmlElement {
  const children: (XmlElement | string)[] = []
  for (const child of root.children) {
    const gone =
      isXsd(child, 'include') ||
      (isXsd(child, 'element') && leftOut.has(clarkName({ namespace, local: nameOf(child) })))
    if (!gone) children.push(isXsd(child, 'import') ? withoutLocation(child) : child)
    // The white space before it goes with it.
    else if (typeof children.at(-1) === 'string') children.pop()
  }
  return inNamespace({ ...root, children }, namespace)
}

const nameOf = (element: XmlElement) => attributeOf(element, '', 'name') ?? ''

function withoutLocation(node: XmlElement): XmlElement {
  return { ...node, attributes: node.attributes.filter(({ local }) => local !== 'schemaLocation') }
}

/** XSD Part 1 §4.2.1: what is included without a target namespace gets that of who includes it, its references too. */
function inNamespace(root: XmlElement, namespace: string): XmlElement {
  if (namespace === '' || attributeOf(root, '', 'targetNamespace') !== undefined) return root
  const target = { prefix: '', local: 'targetNamespace', namespace: '', value: namespace }
  const attributes = [...root.attributes, target]
  if (inScope(root.scope).has('')) return { ...root, attributes }
  const declarations = [...root.scope.declarations, { prefix: '', namespace }]
  return { ...root, attributes, scope: { ...root.scope, declarations } }
}

function isEmpty({ children }: XmlElement): boolean {
  return children.every((child) => typeof child === 'string' || isXsd(child, 'import'))
}
