/** Values that the whole element is asked about: IDs are unique, what refers to one finds it (cvc-id). */
import type { NamespaceScope, XmlElement } from '../../xml/tree.js'
import { clarkName, resolveQName } from '../../xml/tree.js'
import { ELEMENT, type Pace, type Walk } from '../../xml/walk.js'
import type { SchemaComponents } from '../components.js'
import type { CompiledSimple } from './compiled-type.js'
import type { Judged, Report } from './report.js'
import { type Tracked, trackedIn } from './tracked.js'

/** Where a value stands. */
export interface ValueLocation {
  readonly judged: Judged
  /** undefined for the text of the element. */
  readonly attribute: string | undefined
}

interface Reference {
  readonly value: string
  readonly element: XmlElement
  readonly attribute: string | undefined
}

export class Ids {
  readonly #components: SchemaComponents
  readonly #report: Report
  /** Undefined until there is one: most elements have none. */
  #bound: Set<string> | undefined
  #references: Reference[] | undefined

  constructor(components: SchemaComponents, report: Report) {
    this.#components = components
    this.#report = report
  }

  /** @param text  valid */
  take(
    { type, tracked }: CompiledSimple,
    text: string,
    scope: NamespaceScope,
    location: ValueLocation,
  ): void {
    if (tracked !== 'parts') {
      if (tracked) this.#one(tracked, text, scope, location)
      return
    }
    for (const [kind, value] of trackedIn(type, text, scope))
      this.#one(kind, value, scope, location)
  }

  #one(kind: Tracked, value: string, scope: NamespaceScope, location: ValueLocation): void {
    const { judged, attribute } = location
    switch (kind) {
      case 'ID':
        this.#bind(value, location)
        break
      case 'IDREF':
        this.#references ??= []
        this.#references.push({ value, element: judged.element, attribute })
        break
      case 'ENTITY': {
        // cvc-simple-type.2.1: a value of ENTITY must be a declared entity name; no DTD is read.
        const sentence = 'an entity is named, and a document without DTD declares none'
        this.#report.refuse(judged, 'cvc-simple-type.2.1', sentence, { attribute, found: value })
        break
      }
      case 'NOTATION': {
        // Part 2 §3.2.19: the value space of NOTATION is the set of notations declared in the schema.
        const name = resolveQName(scope, value)
        if (name && this.#components.notations.has(clarkName(name))) break
        const sentence = 'the schema declares no notation of this name'
        this.#report.refuse(judged, 'cvc-datatype-valid.1', sentence, { attribute, found: value })
        break
      }
    }
  }

  /** True if something refers to an ID. */
  get referring(): boolean {
    return this.#references !== undefined
  }

  /** cvc-id.1: each value of IDREF must be an ID somewhere in the element. */
  *end(pace: Pace): Walk<void> {
    for (const { value, element, attribute } of this.#references ?? []) {
      if (this.#report.full) return
      if (pace.done(ELEMENT)) yield
      if (this.#bound?.has(value)) continue
      const sentence = 'it refers to an ID that no element has'
      this.#report.add(element, 'cvc-id.1', sentence, { attribute, found: value })
    }
  }

  /** cvc-id.2: an ID must be bound to one element only. */
  #bind(value: string, { judged, attribute }: ValueLocation): void {
    this.#bound ??= new Set()
    if (this.#bound.size === this.#bound.add(value).size) {
      const sentence = 'another element has this ID'
      this.#report.refuse(judged, 'cvc-id.2', sentence, { attribute, found: value })
    }
  }
}
