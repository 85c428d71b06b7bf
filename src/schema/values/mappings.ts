/** The mappings of the types of a schema, each made when the first element of it is read or written. */
import type { ComplexType, SimpleType } from '../components.js'
import { type ContentModel, compileContent } from '../content/index.js'
import { Fields } from './fields.js'
import { type AttributeField, type ComplexMapping, mappingOf } from './mapping.js'
import { type SimpleMapping, SimpleMappings } from './simple-mapping.js'

export class Mappings {
  readonly simple = new SimpleMappings()
  readonly #complex = new Map<ComplexType, ComplexValues>()

  complex(type: ComplexType): ComplexValues {
    const complexValues = this.#complex.get(type)
    if (complexValues) return complexValues
    const made = new ComplexValues(mappingOf(type), this.simple)
    this.#complex.set(type, made)
    return made
  }
}

/** The mapping of a complex type, ready for use. */
export class ComplexValues {
  readonly mapping: ComplexMapping
  readonly fields: Fields
  /** Of simple content. */
  readonly text: SimpleMapping | undefined
  /** By their keys. */
  readonly attributes: ReadonlyMap<string, AttributeField>
  #model: ContentModel | undefined

  constructor(mapping: ComplexMapping, simple: SimpleMappings) {
    const { content, attributes } = mapping
    this.mapping = mapping
    this.fields = new Fields(content.kind === 'elements' ? content.fields : [])
    this.text = content.kind === 'simple' ? simple.of(content.type) : undefined
    this.attributes = new Map(attributes.map((field) => [field.key, field]))
  }

  /** Of elements; undefined for other content. */
  get model(): ContentModel | undefined {
    const { content } = this.mapping
    if (content.kind === 'elements') this.#model ??= compileContent(content.particle)
    return this.#model
  }

  /** The simple type of a value that is nothing but a text. */
  bare(): SimpleType | undefined {
    const { content } = this.mapping
    return content.kind === 'simple' && content.bare ? content.type : undefined
  }
}
