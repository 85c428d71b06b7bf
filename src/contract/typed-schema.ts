/** The elements of a schema, each with all that a message needs of it: how it is arranged, checked, read and written. */
import type { ElementDeclaration } from '../schema/components.js'
import type { CompiledSchema, Fold, Validated } from '../schema/validate/index.js'
import {
  isElement,
  isRecord,
  NIL,
  own,
  type Pack,
  readingOpen,
  ValueMapping,
  type ValueOptions,
} from '../schema/values/index.js'
import type { Value, Values } from '../schema/values/value.js'
import { compileSchema } from '../schema/waybill.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import { Pace, type Walk, walking } from '../xml/walk.js'
import { Arrangement, type ParameterOrder } from './arrange.js'

/** What may be chosen about a schema's values. */
export interface TypedOptions extends ValueOptions {
  /** Default `any-order`. */
  readonly parameters?: ParameterOrder | undefined
}

export class TypedSchema {
  readonly compiled: CompiledSchema
  readonly #mapping: ValueMapping
  readonly #order: ParameterOrder

  constructor(compiled: CompiledSchema, options: TypedOptions = {}) {
    this.compiled = compiled
    this.#mapping = new ValueMapping(compiled.components, options)
    this.#order = options.parameters ?? 'any-order'
  }

  /**
   * @param file  absolute path of a schema
   * @throws InvalidSchema
   */
  static read(file: string, options: TypedOptions = {}): TypedSchema {
    return new TypedSchema(compileSchema([file]), options)
  }

  /** The global elements by name. */
  get elements(): ReadonlyMap<ClarkName, ElementDeclaration> {
    return this.compiled.components.elements
  }

  /** A global element; undefined if there is none of that name. */
  element(name: ClarkName): TypedElement | undefined {
    const declaration = this.elements.get(name)
    return declaration && new TypedElement(this, declaration, this.#mapping, this.#order)
  }
}

/** A global element of a schema, as body entry or header block. */
export class TypedElement {
  readonly declaration: ElementDeclaration
  /** Makes values while an element is validated. */
  readonly fold: Fold<Value>
  /** The names of its children are named values; else it has one value. */
  readonly #complex: boolean
  /** It is of `xs:anyType`: its value is its text, or it is itself. */
  readonly #open: boolean
  readonly #schema: TypedSchema
  readonly #mapping: ValueMapping
  readonly order: ParameterOrder

  constructor(
    schema: TypedSchema,
    declaration: ElementDeclaration,
    mapping: ValueMapping,
    order: ParameterOrder,
  ) {
    this.#schema = schema
    this.declaration = declaration
    this.#mapping = mapping
    this.order = order
    this.fold = mapping.fold
    this.#complex = !mapping.isSimple(declaration.type)
    this.#open = mapping.isOpen(declaration.type)
  }

  /** Arranges an element, as `arranged`. */
  arranging(element: XmlElement, envelope: string): Walk<XmlElement> {
    return walking(this.arranged(element, envelope))
  }

  /**
   * Arranges an element: a short one at once.
   *
   * @param envelope  namespace of the envelope the element came in
   */
  arranged(element: XmlElement, envelope: string): XmlElement | Walk<XmlElement> {
    const { components } = this.#schema.compiled
    const { mappings } = this.#mapping
    const arrangement = new Arrangement(components, mappings, envelope, this.order)
    return arrangement.entry(element, this.declaration.type)
  }

  /** Checks an element, and reads it whatever is wrong with it: what does not fit stays an element. */
  validating(element: XmlElement): Walk<Validated<Value>> {
    return this.#schema.compiled.validating(element, this.fold)
  }

  /** The named values of what was read of an element: the value of simple content is `value`. */
  named(value: Value, element: XmlElement): Values | Walk<Values> {
    // What it says is not of its type: values without a schema. Of any type, the element stands for itself.
    if (!this.#open && typeof value === 'object' && value !== null && isElement(value)) {
      return readingOpen(element, new Pace())
    }
    if (!this.#complex) return { value }
    if (value === null && !this.#open) return { [NIL]: true }
    return isRecord(value) ? value : { value }
  }

  /**
   * Writes named values as the element.
   *
   * @param checked  false to write what the schema forbids, too
   * @param pack     says what is written for bytes. Default: their text
   * @throws TypeError for values that the schema does not allow, with their place
   */
  writing(values: Values, checked: boolean, pack?: Pack | undefined): Walk<XmlElement> {
    const { declaration } = this
    const alone = isRecord(values) && (!this.#complex || (this.#open && isValueAlone(values)))
    const value = alone ? own(values, 'value') : values
    return this.#mapping.writing(declaration, value, checked, pack)
  }

  /** Writes the value of the element, as `validating` reads it: that of simple content stands for itself. */
  writingValue(value: Value): Walk<XmlElement> {
    return this.#mapping.writing(this.declaration, value)
  }
}

/** Named values without a schema may have other names, too. */
function isValueAlone(values: Values): boolean {
  return Object.keys(values).join() === 'value'
}
