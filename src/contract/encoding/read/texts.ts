/** Reads the values of simple types: each element once, however often it is referred to. */
import type { SimpleType } from '../../../schema/components.js'
import { mismatch, normalise } from '../../../schema/simple/index.js'
import type { Mappings } from '../../../schema/values/index.js'
import type { SimpleReading } from '../../../schema/values/read-simple.js'
import type { Value } from '../../../schema/values/value.js'
import { type Included, includedIn } from '../../../xml/binary.js'
import { textOf, type XmlElement } from '../../../xml/tree.js'
import { misfit, type Place } from './problem.js'

export class Texts {
  readonly #mappings: Mappings
  readonly #reading: SimpleReading
  readonly #known = new Map<XmlElement, Map<SimpleType, Value>>()

  constructor(mappings: Mappings, reading: SimpleReading) {
    this.#mappings = mappings
    this.#reading = reading
  }

  /**
   * @param shared  true for an element that others may refer to
   * @throws SoapFault for a text that is not of the type
   */
  read(element: XmlElement, type: SimpleType, shared: boolean, place: Place): Value {
    if (!shared) return this.#read(element, type, place)
    const known = this.#known.get(element) ?? new Map<SimpleType, Value>()
    this.#known.set(element, known)
    const value = known.get(type) ?? this.#read(element, type, place)
    known.set(type, value)
    return value
  }

  #read(element: XmlElement, type: SimpleType, place: Place): Value {
    const { children, scope } = element
    const included = includedIn(children)
    if (included) return this.#included(included, type, place)
    if (children.some((child) => typeof child !== 'string')) {
      throw misfit(place, `expected ${type.local || 'text'}, got elements`)
    }
    const text = normalise(type, textOf(element))
    const rule = mismatch(type, text, scope)
    if (rule) throw misfit(place, rule.sentence)
    const value = this.#reading.read(this.#mappings.simple.of(type), text, scope)
    if (value === undefined) throw misfit(place, `expected ${type.local || 'another text'}`)
    return value
  }
  /** XOP §3.1: bytes that stand for their text in base64. */
  #included(included: Included, type: SimpleType, place: Place): Value {
    const value = type.primitive === 'base64Binary' ? this.#reading.included(included) : undefined
    if (value === undefined) throw misfit(place, `expected ${type.local || 'text'}, got bytes`)
    return value
  }
}
