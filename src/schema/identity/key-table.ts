/** The node table of a `key` or `unique` at one element: which node has which key-sequence (§3.11.5). */
import type { XmlElement } from '../../xml/tree.js'

export class KeyTable {
  #nodes = new Map<string, XmlElement>()
  /** Key-sequences that different nodes of different children have: they are in no table. */
  #conflicts = new Set<string>()

  has(key: string): boolean {
    return this.#nodes.has(key)
  }

  /** Adds the nodes of the element itself, which go before those of its children. */
  own(nodes: Map<string, XmlElement>): void {
    if (this.#nodes.size === 0) this.#nodes = nodes
    else for (const [key, node] of nodes) this.#nodes.set(key, node)
  }

  /** Adds the table of a child, which is not used any more. */
  merge(child: KeyTable): void {
    // The larger one stays: all merging together takes n log n steps.
    if (child.#nodes.size > this.#nodes.size) {
      const nodes = this.#nodes
      this.#nodes = child.#nodes
      child.#nodes = nodes
      for (const key of this.#conflicts) this.#nodes.delete(key)
    }
    for (const [key, node] of child.#nodes) {
      const element = this.#nodes.get(key)
      if (element === undefined && !this.#conflicts.has(key)) this.#nodes.set(key, node)
      else if (element !== undefined && element !== node) {
        this.#nodes.delete(key)
        this.#conflicts.add(key)
      }
    }
  }

  /** All children have been merged: above this element, a conflict is one no more. */
  settle(): void {
    if (this.#conflicts.size > 0) this.#conflicts = new Set()
  }
}
