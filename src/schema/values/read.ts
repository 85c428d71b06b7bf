/** Reads values of elements while they are validated: what does not fit its type stays an element. */
import {
  attributeOf,
  clarkName,
  elementText,
  hasText,
  type XmlElement,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import type { ComplexType, SimpleType } from '../components.js'
import type { Assessed, AssessedAttribute } from '../validate/index.js'
import { textOfIncluded } from './included.js'
import { ANY, attributeKey, CONTENT, NIL, TYPE, VALUE } from './keys.js'
import type { ComplexValues, Mappings } from './mappings.js'
import type { SimpleReading } from './read-simple.js'
import { record } from './record.js'
import type { Value } from './value.js'

type Read = Assessed<Value>
type Record = { [name: string]: Value }

export class Reading {
  readonly #mappings: Mappings
  readonly #simple: SimpleReading

  constructor(mappings: Mappings, simple: SimpleReading) {
    this.#mappings = mappings
    this.#simple = simple
  }

  /** The value of an element, of the values of its children. */
  value(read: Read): Value {
    const { type } = read
    if (!type) return read.element
    return type.kind === 'simple' ? this.#ofSimple(read, type) : this.#ofComplex(read, type)
  }

  #ofSimple(read: Read, type: SimpleType): Value {
    const named = typeName(read)
    if (read.nil) return named === undefined ? null : nilOf(named)
    const value = this.#text(read, type)
    if (value === undefined || named === undefined) return value ?? read.element
    const values = typed(named)
    values[VALUE] = value
    return values
  }

  #ofComplex(read: Read, type: ComplexType): Value {
    const complex = this.#mappings.complex(type)
    const named = typeName(read)
    const { kind } = complex.mapping.content
    if (kind === 'open' && !read.nil) return openOf(read.element)
    const attributes = this.#attributes(read, named)
    if (read.nil) {
      if (attributes) attributes[NIL] = true
      return attributes ?? null
    }
    if (kind === 'simple') return this.#simpleContent(read, complex, attributes)
    const values = attributes ?? record()
    return this.#content(read, complex, values) ? values : read.element
  }

  #simpleContent(
    read: Read,
    { mapping, text }: ComplexValues,
    attributes: Record | undefined,
  ): Value {
    const value = text && this.#text(read, text.type)
    if (value === undefined) return read.element
    const { content } = mapping
    if (!attributes && content.kind === 'simple' && content.bare) return value
    const values = attributes ?? record()
    values[VALUE] = value
    return values
  }

  #text({ text, scope, included }: Read, type: SimpleType): Value {
    if (included) return this.#simple.included(included)
    if (text === undefined) return undefined
    return this.#simple.read(this.#mappings.simple.of(type), text, scope)
  }

  /** @returns undefined if there is nothing in it */
  #attributes({ attributes }: Read, named: string | undefined): Record | undefined {
    let values = named === undefined ? undefined : typed(named)
    for (const assessed of attributes) {
      if (assessed.attribute.namespace === XSI_NAMESPACE) continue
      values ??= record()
      values[attributeKey(assessed.attribute)] = this.#attribute(assessed)
    }
    return values
  }

  #attribute({ attribute, declaration, text, scope }: AssessedAttribute): Value {
    if (!declaration) return attribute.value
    const mapping = this.#mappings.simple.of(declaration.type)
    return this.#simple.read(mapping, text, scope) ?? attribute.value
  }

  /** @returns false if the children do not fit */
  #content(read: Read, { mapping, fields }: ComplexValues, values: Record): boolean {
    const { content } = mapping
    const mixed = content.kind === 'elements' && content.mixed
    // Text where none may stand would be lost.
    if (!read.valid && !mixed && hasText(read.element)) return false
    const form = content.kind === 'elements' ? content.form : 'named'
    const ordered: Value[] = []
    if (form !== 'named') values[CONTENT] = ordered
    if (form !== 'ordered') for (const { key } of fields.arrays) values[key] = []
    for (const child of read.children) {
      if (typeof child === 'string') {
        if (form === 'ordered') ordered.push(child)
        continue
      }
      const { namespace, local } = child.element
      const field = child.particle && fields.named(namespace, local)
      const key = field?.key ?? ANY
      const value = field ? child.value : child.element
      if (form === 'ordered' || (field ?? fields.any)?.group) ordered.push(single(key, value))
      else if (!add(values, key, value, field === undefined)) return false
    }
    return true
  }
}

function single(key: string, value: Value): Record {
  const one: Record = record()
  one[key] = value
  return one
}

/** @returns false if there is one already, where no array is */
function add(values: Record, key: string, value: Value, open: boolean): boolean {
  const before = values[key]
  if (Array.isArray(before)) before.push(value)
  else if (open) values[key] = [value]
  else if (key in values) return false
  else values[key] = value
  return true
}

/** `xsi:type`, where it says more than the declaration. */
function typeName({ declaration, type, element }: Read): string | undefined {
  if (type === undefined || type === declaration?.type || type.local === '') return undefined
  return attributeOf(element, XSI_NAMESPACE, 'type') === undefined ? undefined : clarkName(type)
}

function typed(name: string): Record {
  const values: Record = record()
  values[TYPE] = name
  return values
}

function nilOf(name: string | undefined): Record {
  const values: Record = name === undefined ? record() : typed(name)
  values[NIL] = true
  return values
}

/** Of `xs:anyType`: text if there is nothing else, or else the element. */
function openOf(element: XmlElement): Value {
  const included = textOfIncluded(element)
  if (included !== undefined && element.attributes.length === 0) return included
  const plain = element.attributes.length === 0 && element.children.every(isString)
  return plain ? elementText(element) : element
}

const isString = (child: XmlElement | string) => typeof child === 'string'
