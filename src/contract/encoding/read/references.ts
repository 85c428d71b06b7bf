/** Follows references to the element that holds the value. */
import { childElements, hasText, type XmlElement } from '../../../xml/tree.js'
import type { Dialect, Reference } from '../dialect.js'
import { MAX_HOPS } from '../limits.js'
import type { Node } from './ids.js'
import { type Location, misfit, shown, undecodable } from './problem.js'

export class References {
  readonly #ids: ReadonlyMap<string, Node>
  /** Where each reference that was followed ends, so that none is followed twice. */
  readonly #ends = new Map<XmlElement, Node>()

  constructor(ids: ReadonlyMap<string, Node>) {
    this.#ids = ids
  }

  /**
   * @returns the element itself if it is no reference
   * @throws SoapFault for a reference to nothing, and for those that end nowhere
   */
  follow(element: XmlElement, dialect: Dialect, location: Location): Node {
    let node: Node = { element, dialect }
    if (element.attributes.length === 0) return node
    const passed = new Set<XmlElement>()
    for (;;) {
      const reference = node.dialect.refOf(node.element)
      if (!reference) break
      // SOAP 1.1 §5.4.1: the value is the element that is referred to; another one beside it would be lost.
      if (hasText(node.element) || childElements(node.element).length > 0) {
        throw misfit(
          location,
          `what refers to ${shown(reference.text)} has content of its own, too`,
        )
      }
      const existing = this.#ends.get(node.element)
      if (existing) {
        node = existing
        break
      }
      if (passed.has(node.element)) {
        throw misfit(location, `the reference ${shown(reference.text)} leads to itself`)
      }
      // SOAP 1.2 Part 2 §3.1.5.3: no element has both.
      if (node.dialect.name === '1.2' && node.dialect.idOf(node.element) !== undefined) {
        throw misfit(location, 'an element has an id or a ref, and not both')
      }
      passed.add(node.element)
      if (passed.size > MAX_HOPS) {
        throw misfit(location, `more than ${MAX_HOPS} references lead on to others`)
      }
      node = this.#target(reference, location)
    }
    for (const one of passed) this.#ends.set(one, node)
    return node
  }

  #target({ text, id }: Reference, location: Location): Node {
    if (id === undefined) {
      throw misfit(
        location,
        `the reference ${shown(text)} is not to an element of the message, as #id is`,
      )
    }
    const node = this.#ids.get(id)
    // SOAP 1.2 Part 2 §3.2
    if (!node) throw undecodable('MissingID', location, `no element has the id ${shown(id)}`)
    return node
  }
}
