/** Finds the elements that have an identifier, each with the encoding that holds there. */
import type { XmlElement } from '../../../xml/tree.js'
import type { Pace, Walk } from '../../../xml/walk.js'
import type { Dialect } from '../dialect.js'
import { styleAt } from '../styles.js'
import { shown, undecodable } from './problem.js'
import { weightOf } from './weight.js'

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
  const path: Level[] = [{ inside: roots, dialect: around, next: 0 }]
  for (let level = path.at(-1); level; level = path.at(-1)) {
    const element = level.inside[level.next]
    level.next += 1
    if (element === undefined) path.pop()
    else if (typeof element !== 'string') {
      if (pace.done(weightOf(element))) yield
      const dialect = styleAt(element, envelope) ?? level.dialect
      // What claims no encoding is data, and so are the identifiers in it.
      if (typeof dialect === 'string') continue
      note(element, dialect, found)
      if (element.children.length > 0) path.push({ inside: element.children, dialect, next: 0 })
    }
  }
  return found
}

interface Level {
  readonly inside: readonly (XmlElement | string)[]
  readonly dialect: Dialect
  next: number
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
