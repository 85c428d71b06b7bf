/** Typed values: the mapping between elements and plain values by the components of a schema, both ways. */
import type { ClarkName, XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import type { ElementDeclaration, SchemaComponents } from '../components.js'
import type { Fold } from '../validate/index.js'
import { Mappings } from './mappings.js'
import type { ValueOptions } from './options.js'
import { Reading } from './read.js'
import { SimpleReading } from './read-simple.js'
import type { WrittenValue } from './value.js'
import { Writing } from './write.js'

export * from './keys.js'
export {
  type AttributeField,
  type ComplexMapping,
  type ContentMapping,
  type ElementContent,
  type ElementField,
  mappingOf,
} from './mapping.js'
export type { ValueOptions } from './options.js'
export { isPatterned, type SimpleKind, simpleKind } from './simple-mapping.js'
export { Unwritable } from './unwritable.js'

/** The mapping of a schema: it reads and writes the values of its elements. */
export class ValueMapping {
  readonly #schema: SchemaComponents
  readonly #mappings = new Mappings()
  /** Makes values while an element is validated. */
  readonly fold: Fold<WrittenValue>

  constructor(schema: SchemaComponents, options: ValueOptions = {}) {
    const reading = new Reading(this.#mappings, new SimpleReading(this.#mappings.simple, options))
    this.#schema = schema
    this.fold = (assessed) => reading.value(assessed)
  }

  /**
   * Writes a value as an element.
   *
   * @param prefix  for its name. Default `m`
   * @throws Unwritable for a value that the schema does not allow, with its place in the value
   */
  writing(declared: ElementDeclaration, value: WrittenValue, prefix = 'm'): Walk<XmlElement> {
    return new Writing(this.#schema, this.#mappings, declared.local).element(
      declared,
      value,
      prefix,
    )
  }

  /** The declaration of a global element. */
  declared(name: ClarkName): ElementDeclaration | undefined {
    return this.#schema.elements.get(name)
  }
}
