/** Takes the ids of a message from what a schema is to judge. */
import type { TypeDefinition } from '../schema/components.js'
import { allows } from '../schema/wildcards.js'
import { PART_IDS } from '../soap/part-ids.js'
import { type ClarkName, clarkName, type XmlElement } from '../xml/tree.js'

/**
 * WSS 1.1.1 §4.2: "wsu:Id" may stand on any element whose type lets it, and senders put it on all that they sign.
 *
 * @param element  a header block, or an entry of Body
 * @param type     what its schema says; undefined if that is not known
 * @returns the element without those of its ids that the type does not have
 */
export function withoutIds(element: XmlElement, type: TypeDefinition | undefined): XmlElement {
  const { attributes } = element
  if (attributes.length === 0) return element
  const kept = attributes.filter((attribute) => {
    const name = clarkName(attribute)
    return !PART_IDS.has(name) || hasAttribute(type, name, attribute.namespace)
  })
  return kept.length === attributes.length ? element : { ...element, attributes: kept }
}

function hasAttribute(
  type: TypeDefinition | undefined,
  name: ClarkName,
  namespace: string,
): boolean {
  if (type?.kind !== 'complex') return false
  const { attributes, anyAttribute } = type
  if (attributes.has(name)) return true
  // A strict one asks for a declaration, which hardly any schema has.
  return (
    anyAttribute !== undefined &&
    anyAttribute.process !== 'strict' &&
    allows(anyAttribute.namespaces, namespace)
  )
}
