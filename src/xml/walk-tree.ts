/** Walks over a tree as the reader does while it reads one. */
import type { Watch } from './open-elements.js'
import type { XmlElement } from './tree.js'
import { ELEMENT, Pace, type Walk } from './walk.js'

/** Notifies of each element, in document order. */
export function* watching(root: XmlElement, watch: Watch): Walk<void> {
  const pace = new Pace()
  const open = [{ element: root, next: 0 }]
  watch.enter(root)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.element.children[top.next]
    top.next += 1
    if (child === undefined) {
      open.pop()
      watch.leave(top.element)
    } else if (typeof child !== 'string') {
      open.push({ element: child, next: 0 })
      watch.enter(child)
    }
    if (pace.done(ELEMENT)) yield
  }
}
