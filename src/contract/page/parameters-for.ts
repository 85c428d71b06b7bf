/** Finds the named parameters by which an element can be given on a command line or in a query. */
import { childElements, hasText, textOf, type XmlElement } from '../../xml/tree.js'
import type { Parameter } from '../parameters.js'

/** Below this depth nobody writes parameters. */
const DEEPEST = 16

/**
 * The parameters that stand for the children of an element.
 *
 * @returns undefined if there are none that do, as for attributes
 */
export function parametersFor(element: XmlElement): readonly Parameter[] | undefined {
  const found: Parameter[] = []
  return collect(element, '', found, 0) ? found : undefined
}

function collect(element: XmlElement, path: string, found: Parameter[], depth: number): boolean {
  const children = childElements(element)
  if (element.attributes.length > 0 || depth > DEEPEST) return false
  if (children.length > 0 && hasText(element)) return false
  for (const child of children) {
    const named = children.filter(({ local }) => local === child.local)
    const name = path + child.local.replaceAll('.', '\\.')
    if (childElements(child).length === 0) {
      if (child.attributes.length > 0) return false
      found.push([name, textOf(child)])
      continue
    }
    const place = named.length > 1 ? `${name}.${named.indexOf(child)}.` : `${name}.`
    if (!collect(child, place, found, depth + 1)) return false
  }
  return true
}
