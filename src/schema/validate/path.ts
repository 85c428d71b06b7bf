/** Writes where an element is: `/order/item[2]`, by local names, from the element that was checked. */
import type { XmlElement } from '../../xml/tree.js'

interface Level {
  readonly element: XmlElement
  /** Of the next child to look at. */
  next: number
}

/** @returns undefined if it is not in the tree */
export function pathTo(root: XmlElement, element: XmlElement): string | undefined {
  const levels: Level[] = [{ element: root, next: 0 }]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (level.element === element) return written(levels)
    const child = level.element.children[level.next]
    level.next += 1
    if (child === undefined) levels.pop()
    else if (typeof child !== 'string') levels.push({ element: child, next: 0 })
  }
  return undefined
}

function written(levels: readonly Level[]): string {
  return levels
    .map(({ element }, depth) => {
      const index = depth === 0 ? '' : indexOf(levels[depth - 1]?.element, element)
      return `/${element.local}${index}`
    })
    .join('')
}

/** `[2]` where there is more than one sibling of that name; nothing where it is the only one. */
function indexOf(parent: XmlElement | undefined, element: XmlElement): string {
  let [index, count] = [0, 0]
  for (const child of parent?.children ?? []) {
    if (typeof child === 'string' || child.local !== element.local) continue
    count += 1
    if (child === element) index = count
  }
  return count > 1 ? `[${index}]` : ''
}
