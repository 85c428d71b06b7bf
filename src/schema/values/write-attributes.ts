/** Writes the attributes of a value by those of its type. */
import {
  attribute,
  clarkName,
  parseClarkName,
  XML_NAMESPACE,
  type XmlAttribute,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import type { SchemaComponents } from '../components.js'
import { allows } from '../wildcards.js'
import { attributeOfKey } from './keys.js'
import type { AttributeField } from './mapping.js'
import type { ComplexValues, Mappings } from './mappings.js'
import type { Prefixes } from './prefixes.js'
import { own } from './record.js'
import type { Location } from './unwritable.js'
import type { Value, Values } from './value.js'
import { writeText } from './write-text.js'

export class AttributeWriting {
  readonly #schema: SchemaComponents
  readonly #mappings: Mappings
  readonly #location: Location

  constructor(schema: SchemaComponents, mappings: Mappings, location: Location) {
    this.#schema = schema
    this.#mappings = mappings
    this.#location = location
  }

  /** @throws Unwritable */
  of(values: Values, type: ComplexValues, prefixes: Prefixes): XmlAttribute[] {
    const written: XmlAttribute[] = []
    for (const field of type.mapping.attributes) {
      const value = own(values, field.key)
      if (value !== undefined) {
        written.push(this.#write(field, value, prefixes))
        // cvc-complex-type.4
      } else if (field.use.required) this.#location.forbid('the schema requires it', field.key)
    }
    for (const key of Object.keys(values)) {
      if (!key.startsWith('@') || type.attributes.has(key)) continue
      const value = values[key]
      if (value !== undefined) written.push(this.#undeclared(key, type, value, prefixes))
    }
    return written
  }

  #undeclared(
    key: string,
    { mapping: { anyAttribute } }: ComplexValues,
    value: Value,
    prefixes: Prefixes,
  ): XmlAttribute {
    const name = attributeOfKey(key) ?? ''
    const { namespace, local } = parseClarkName(name)
    // cvc-complex-type.3.2
    const allowed = anyAttribute && allows(anyAttribute.namespaces, namespace)
    if (!anyAttribute || !allowed || namespace === XSI_NAMESPACE) {
      return this.#location.refuse('the schema has no such attribute here', key)
    }
    const declaration =
      anyAttribute.process === 'skip' ? undefined : this.#schema.attributes.get(name)
    if (declaration) {
      const { constraint } = declaration
      return this.#write(
        { key, use: { required: false, declaration, constraint } },
        value,
        prefixes,
      )
    }
    // cvc-assess-attr
    if (anyAttribute.process === 'strict') this.#location.forbid('no schema declares it', key)
    if (typeof value !== 'string')
      return this.#location.refuse('nobody declares it, so it is text', key)
    return this.#named(namespace, local, value, prefixes)
  }

  #write({ key, use }: AttributeField, value: Value, prefixes: Prefixes): XmlAttribute {
    const { type, namespace, local } = use.declaration
    const mapping = this.#mappings.simple.of(type)
    const text = writeText(
      { mapping, constraint: use.constraint, key },
      value,
      prefixes,
      this.#location,
    )
    return this.#named(namespace, local, text, prefixes)
  }

  #named(namespace: string, local: string, value: string, prefixes: Prefixes): XmlAttribute {
    if (namespace === XML_NAMESPACE) return attribute(clarkName({ namespace, local }), value, 'xml')
    if (namespace === '') return attribute(local, value)
    return attribute(clarkName({ namespace, local }), value, prefixes.of(namespace))
  }
}
