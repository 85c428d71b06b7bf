/** Finds the elements that have an identifier, each with the encoding that holds there. */
import type { XmlElement } from '../../../xml/tree.js'
import { ELEMENT, type Pace, type Walk } from '../../../xml/walk.js'
import type { Dialect } from '../dialect.js'
import { styleAt } from '../styles.js'
import { shown, undecodable } from './problem.js'

export interface Node {
  readonly element: XmlElement
  readonly dialect: Dialect
}

/**
 * @param roots     what stands in Body, and the header blocks that may be referred to
 * @param around    what holds where nothing is said
 * @param envelope  namespace of the envelope
 * @throws SoapFault for an identifier that two elements have
 */
export function* identified(
  roots: readonly XmlElement[],
  around: Dialect,
  envelope: string,
  pace: Pace,
): Walk<ReadonlyMap<string, Node>> {
  const found = new Map<string, Node>()
  const left: Node[] = roots.map((element) => ({ element, dialect: around })).reverse()
  for (let node = left.pop(); node; node = left.pop()) {
    const { element } = node
    const style = styleAt(element, envelope) ?? node.dialect
    if (pace.done(ELEMENT)) yield
    // What claims no encoding is data, and so are the identifiers in it.
    if (typeof style === 'string') continue
    note(element, style, found)
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child !== undefined && typeof child !== 'string')
        left.push({ element: child, dialect: style })
    }
  }
  return found
}

function note(element: XmlElement, dialect: Dialect, found: Map<string, Node>): void {
  if (element.attributes.length === 0) return
  const id = dialect.idOf(element)
  if (id === undefined) return
  // SOAP 1.2 Part 2 §3.1.5.3: no two elements have one id.
  if (found.has(id)) {
    throw undecodable('DuplicateID', undefined, `two elements have the id ${shown(id)}`)
  }
  found.set(id, { element, dialect })
}
