/** Typed values: the mapping between elements and plain values by the components of a schema, both ways. */
import type { XmlElement } from '../../xml/tree.js'
import { isWalk, type Walk, walking } from '../../xml/walk.js'
import type { ElementDeclaration, SchemaComponents, TypeDefinition } from '../components.js'
import type { Fold } from '../validate/index.js'
import { Mappings } from './mappings.js'
import type { ValueOptions } from './options.js'
import type { Pack } from './pack.js'
import { Reading } from './read.js'
import { SimpleReading } from './read-simple.js'
import { Location } from './unwritable.js'
import type { Value } from './value.js'
import { Writing } from './write.js'

export * from './keys.js'
export { isBinary, isBytes, isElement, isRecord } from './kind.js'
export {
  type AttributeField,
  type ComplexMapping,
  type ContentMapping,
  type ElementContent,
  type ElementField,
  mappingOf,
} from './mapping.js'
export { type ComplexValues, Mappings } from './mappings.js'
export { readingOpen, writingOpen } from './open.js'
export type { ValueOptions } from './options.js'
export type { Pack } from './pack.js'
export { own, record, valuesOf } from './record.js'
export { isPatterned, type SimpleKind, simpleKind } from './simple-mapping.js'
export { Unwritable } from './unwritable.js'

/** The mapping of a schema: it reads and writes the values of its elements. */
export class ValueMapping {
  readonly #schema: SchemaComponents
  readonly mappings = new Mappings()
  /** Makes values while an element is validated. */
  readonly fold: Fold<Value>

  constructor(schema: SchemaComponents, options: ValueOptions = {}) {
    const reading = new Reading(this.mappings, new SimpleReading(this.mappings.simple, options))
    this.#schema = schema
    this.fold = (assessed) => reading.value(assessed)
  }

  /**
   * Writes a value as an element.
   *
   * @param checked  false to write what the schema forbids, too, if it can be written. Default true
   * @param pack     says what is written for bytes. Default: their text
   * @throws Unwritable for a value that the schema does not allow, with its place in the value
   */
  writing(
    declared: ElementDeclaration,
    value: Value,
    checked = true,
    pack?: Pack | undefined,
  ): Walk<XmlElement> {
    const location = new Location(declared.local, checked)
    const writing = new Writing(this.#schema, this.mappings, location, pack)
    const made = writing.element(declared, value, 'm')
    return isWalk(made) ? made : walking(made)
  }

  /** True for `xs:anyType`. */
  isOpen(type: TypeDefinition): boolean {
    return type.kind === 'complex' && this.mappings.complex(type).mapping.content.kind === 'open'
  }

  /** True for a type whose values are those of a text alone. */
  isSimple(type: TypeDefinition): boolean {
    return type.kind === 'simple' || this.mappings.complex(type).bare() !== undefined
  }
}
