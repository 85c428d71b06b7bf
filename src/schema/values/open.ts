/** Values without a schema: every value is text, a repeated name an array, an element with children an object. */
import { type Nesting, nested, part } from '../../xml/nesting.js'
import {
  attribute,
  childElements,
  clarkName,
  element,
  elementText,
  type XmlElement,
  XSI_NAMESPACE,
} from '../../xml/tree.js'
import { ELEMENT, type Pace, type Walk } from '../../xml/walk.js'
import { textOfIncluded } from './included.js'
import { isElement, isRecord, kindOf } from './kind.js'
import { MAX_DEPTH, TOO_DEEP } from './levels.js'
import { writeNumber } from './plain-number.js'
import { addValue, record } from './record.js'
import type { Value, Values } from './value.js'

/** Reads the named values of an element; text alone is `value`. */
export function readingOpen(entry: XmlElement, pace: Pace): Walk<Values> {
  return nested(reading(entry, pace))
}

function* reading(entry: XmlElement, pace: Pace): Nesting<Values> {
  const children = childElements(entry)
  const values = record()
  if (children.length === 0 && elementText(entry) !== '') values.value = elementText(entry)
  for (const child of children) {
    const text = child.children.every((inside) => typeof inside === 'string')
    const type = text ? elementText(child) : textOfIncluded(child)
    addValue(values, child.local, type ?? (yield* part(reading(child, pace))))
    if (pace.done(ELEMENT)) yield
  }
  return values
}

/**
 * Writes named values as the children of an element, in its namespace.
 *
 * @param level  of the values in those around them
 * @throws TypeError for what is no value, or cannot be written in XML
 */
export function writingOpen(
  values: Values,
  parent: XmlElement,
  pace: Pace,
  level = 0,
): Walk<XmlElement['children']> {
  return nested(new OpenWriting(pace, level).children(values, parent))
}

class OpenWriting {
  readonly #pace: Pace
  /** Of the values that are written, in those around them. */
  #level: number

  constructor(pace: Pace, level: number) {
    this.#pace = pace
    this.#level = level
  }

  *children(values: Values, parent: XmlElement): Nesting<XmlElement['children']> {
    this.#level += 1
    if (this.#level > MAX_DEPTH) throw new TypeError(`${parent.local}: ${TOO_DEEP}`)
    const children: XmlElement[] = []
    for (const [name, value] of Object.entries(values)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined) children.push(yield* this.#child(name, one, parent))
      }
    }
    this.#level -= 1
    return children
  }

  *#child(name: string, value: Value, parent: XmlElement): Nesting<XmlElement> {
    if (this.#pace.done(ELEMENT)) yield
    const { namespace, prefix } = parent
    const made = element({ name: clarkName({ namespace, local: name }), prefix })
    if (value === null) {
      return { ...made, attributes: [attribute(`{${XSI_NAMESPACE}}nil`, 'true', 'xsi')] }
    }
    if (isRecord(value)) {
      return { ...made, children: yield* part(this.children(value, made)) }
    }
    if (typeof value === 'object' && isElement(value)) {
      const { attributes, scope, children } = value
      return { ...made, attributes, scope, children }
    }
    return { ...made, children: [openText(name, value)] }
  }
}

/** @throws TypeError for what is no text */
export function openText(name: string, value: Value): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'number') return writeNumber(value)
  if (!['string', 'bigint', 'boolean'].includes(typeof value)) {
    throw new TypeError(`${name} is no value but a ${kindOf(value)}`)
  }
  return String(value)
}
