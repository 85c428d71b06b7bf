/** Writes where elements are: `/order/item[2]`, by local names, from the element that was checked. */
import { headOf, tailOf } from '../../base/shortened.js'
import type { XmlElement } from '../../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../../xml/walk.js'

interface Level {
  readonly element: XmlElement
  /** Of the next child to look at. */
  next: number
}

/** Characters at the beginning and at the end of a path that are written: the names are a peer's. */
const FIRST = 100
const LAST = 200

/**
 * Looks for all of the elements in one walk over the tree.
 *
 * @returns nothing for an element that is not in the tree
 */
export function* pathsTo(
  root: XmlElement,
  elements: ReadonlySet<XmlElement>,
): Walk<ReadonlyMap<XmlElement, string>> {
  const paths = new Map<XmlElement, string>()
  const pace = new Pace()
  const levels: Level[] = [{ element: root, next: 0 }]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { element } = level
    if (level.next === 0 && elements.has(element)) {
      paths.set(element, yield* written(levels, pace))
      if (paths.size === elements.size) break
    }
    const child = element.children[level.next]
    level.next += 1
    if (child === undefined) levels.pop()
    else if (typeof child !== 'string') levels.push({ element: child, next: 0 })
    if (pace.done(ELEMENT)) yield
  }
  return paths
}

function* written(levels: readonly Level[], pace: Pace): Walk<string> {
  let path = ''
  let above: XmlElement | undefined
  for (const { element } of levels) {
    const index = above ? indexOf(above, element) : ''
    path += `/${element.local}${index}`
    if (pace.done(ELEMENT + (above?.children.length ?? 0))) yield
    above = element
  }
  return path.length > FIRST + LAST ? `${headOf(path, FIRST)}…${tailOf(path, LAST)}` : path
}

/** `[2]` where there is more than one sibling of that name; nothing where it is the only one. */
function indexOf(parent: XmlElement, element: XmlElement): string {
  let before = 0
  let found = false
  for (const child of parent.children) {
    if (child === element) found = true
    else if (typeof child === 'string' || child.local !== element.local) continue
    else if (found) return `[${before + 1}]`
    else before += 1
  }
  return before > 0 ? `[${before + 1}]` : ''
}
