/** Values that the whole element is asked about: IDs are unique, what refers to one finds it (cvc-id). */
import type { NamespaceScope, XmlElement } from '../../xml/tree.js'
import { clarkName, resolveQName } from '../../xml/tree.js'
import type { SchemaComponents, SimpleType } from '../components.js'
import type { Report } from './report.js'
import { trackedIn } from './tracked.js'

/** Where a value stands. */
export interface Place {
  readonly element: XmlElement
  /** undefined for the text of the element. */
  readonly attribute: string | undefined
}

export class Ids {
  readonly #components: SchemaComponents
  readonly #report: Report
  /** The elements that IDs are bound to. */
  readonly #bound = new Map<string, XmlElement>()
  /** Where each is referred to first. */
  readonly #referred = new Map<string, Place>()

  constructor(components: SchemaComponents, report: Report) {
    this.#components = components
    this.#report = report
  }

  /**
   * @param text   valid
   * @param owner  what an ID is bound to: the element of an attribute, the parent of an element
   */
  take(
    type: SimpleType,
    text: string,
    scope: NamespaceScope,
    place: Place,
    owner: XmlElement,
  ): void {
    const { element, attribute } = place
    for (const [kind, value] of trackedIn(type, text, scope)) {
      switch (kind) {
        case 'ID':
          this.#bind(value, place, owner)
          break
        case 'IDREF':
          if (!this.#referred.has(value)) this.#referred.set(value, place)
          break
        case 'ENTITY': {
          // cvc-simple-type.2.1: a value of ENTITY must be a declared entity name; no DTD is read.
          const sentence = 'an entity is named, and a document without DTD declares none'
          this.#report.add(element, 'cvc-simple-type.2.1', sentence, { attribute, found: value })
          break
        }
        case 'NOTATION': {
          // Part 2 §3.2.19: the value space of NOTATION is the set of notations declared in the schema.
          const name = resolveQName(scope, value)
          if (name && this.#components.notations.has(clarkName(name))) break
          const sentence = 'the schema declares no notation of this name'
          this.#report.add(element, 'cvc-datatype-valid.1', sentence, { attribute, found: value })
          break
        }
      }
    }
  }

  /** cvc-id.1: each value of IDREF must be an ID somewhere in the element. */
  end(): void {
    for (const [value, { element, attribute }] of this.#referred) {
      if (this.#report.full) return
      if (this.#bound.has(value)) continue
      const sentence = 'it refers to an ID that no element has'
      this.#report.add(element, 'cvc-id.1', sentence, { attribute, found: value })
    }
  }

  /** cvc-id.2: an ID must be bound to one element only. */
  #bind(value: string, { element, attribute }: Place, owner: XmlElement): void {
    const bound = this.#bound.get(value)
    if (bound === undefined) this.#bound.set(value, owner)
    else if (bound !== owner) {
      const sentence = 'another element has this ID'
      this.#report.add(element, 'cvc-id.2', sentence, { attribute, found: value })
    }
  }
}
