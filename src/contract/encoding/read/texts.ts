/** Reads the values of simple types: each element once, however often it is referred to. */
import type { SimpleType } from '../../../schema/components.js'
import { mismatch, normalise } from '../../../schema/simple/index.js'
import type { Mappings } from '../../../schema/values/index.js'
import type { SimpleReading } from '../../../schema/values/read-simple.js'
import type { Value } from '../../../schema/values/value.js'
import { type Included, includedIn } from '../../../xml/binary.js'
import { elementText, type XmlElement } from '../../../xml/tree.js'
import { type Location, misfit } from './problem.js'

export class Texts {
  readonly #mappings: Mappings
  readonly #reading: SimpleReading
  readonly #values = new Map<XmlElement, Map<SimpleType, Value>>()

  constructor(mappings: Mappings, reading: SimpleReading) {
    this.#mappings = mappings
    this.#reading = reading
  }

  /**
   * @param shared  true for an element that others may refer to
   * @throws SoapFault for a text that is not of the type
   */
  read(element: XmlElement, type: SimpleType, shared: boolean, location: Location): Value {
    if (!shared) return this.#read(element, type, location)
    const existing = this.#values.get(element) ?? new Map<SimpleType, Value>()
    this.#values.set(element, existing)
    const value = existing.get(type) ?? this.#read(element, type, location)
    existing.set(type, value)
    return value
  }

  #read(element: XmlElement, type: SimpleType, location: Location): Value {
    const { children, scope } = element
    const included = includedIn(children)
    if (included) return this.#included(included, type, location)
    if (children.some((child) => typeof child !== 'string')) {
      throw misfit(location, `expected ${type.local || 'text'}, got elements`)
    }
    const text = normalise(type, elementText(element))
    const rule = mismatch(type, text, scope)
    if (rule) throw misfit(location, rule.sentence)
    const value = this.#reading.read(this.#mappings.simple.of(type), text, scope)
    if (value === undefined) throw misfit(location, `expected ${type.local || 'another text'}`)
    return value
  }
  /** XOP §3.1: bytes that stand for their text in base64. */
  #included(included: Included, type: SimpleType, location: Location): Value {
    const value = type.primitive === 'base64Binary' ? this.#reading.included(included) : undefined
    if (value === undefined) throw misfit(location, `expected ${type.local || 'text'}, got bytes`)
    return value
  }
}
