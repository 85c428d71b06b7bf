/** Finds an element that a wildcard lets in. */
import { element, type XmlElement } from '../../xml/tree.js'
import type { ElementDeclaration, SchemaComponents, Wildcard } from '../components.js'
import { allows } from '../wildcards.js'

const FOREIGN = 'urn:example:any'

/** An element that nobody declares; undefined if the wildcard wants one that is declared. */
export function undeclaredElement({ namespaces, process }: Wildcard): XmlElement | undefined {
  if (process === 'strict') return undefined
  const candidates = [FOREIGN, '', ...(namespaces.kind === 'in' ? namespaces.namespaces : [])]
  const namespace = candidates.find((candidate) => allows(namespaces, candidate))
  if (namespace === undefined) return undefined
  return element({ name: namespace === '' ? 'any' : `{${namespace}}any` })
}

/** The global elements that a wildcard lets in. */
export function declaredElements(
  { namespaces }: Wildcard,
  { elements }: SchemaComponents,
): readonly ElementDeclaration[] {
  return [...elements.values()].filter(
    ({ namespace, abstract }) => !abstract && allows(namespaces, namespace),
  )
}
