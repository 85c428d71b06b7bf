/** Decides whether an element is small enough for libxml2 to check it in a few milliseconds, whatever is in it. */
import type { NamespaceScope, XmlElement } from '../../xml/tree.js'

/** Characters of names, text and values. */
const MOST_CHARACTERS = 32_768
/** Elements, attributes and namespace declarations in scope: libxml2 looks prefixes up one by one. */
const MOST_NODES = 256

/** Looks at no more of the element than the bounds allow. */
export function isSmall(element: XmlElement): boolean {
  if (element.end - element.start > MOST_CHARACTERS) return false
  const size = new Size()
  return size.addScopes(element.scope, undefined) && size.add(element)
}

/** What was counted so far; each method is false as soon as it is too much. */
class Size {
  #characters = 0
  #nodes = 0

  add({ prefix, local, attributes, scope, children }: XmlElement): boolean {
    if (!this.#count(prefix.length + local.length)) return false
    for (const { prefix, local, value } of attributes) {
      if (!this.#count(prefix.length + local.length + value.length)) return false
    }
    for (const child of children) {
      if (typeof child === 'string') {
        this.#characters += child.length
      } else if (!this.addScopes(child.scope, scope) || !this.add(child)) return false
    }
    return this.#fits()
  }

  /** @param above  scope that was counted before */
  addScopes(scope: NamespaceScope, above: NamespaceScope | undefined): boolean {
    for (let at: NamespaceScope | undefined = scope; at && at !== above; at = at.parent) {
      for (const { prefix, namespace } of at.declarations) {
        if (!this.#count(prefix.length + namespace.length)) return false
      }
    }
    return true
  }

  #count(characters: number): boolean {
    this.#nodes += 1
    this.#characters += characters
    return this.#fits()
  }

  #fits(): boolean {
    return this.#nodes <= MOST_NODES && this.#characters <= MOST_CHARACTERS
  }
}
