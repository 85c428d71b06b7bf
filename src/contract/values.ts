/** Reads named values from elements and writes them, typed by a shape if there is one. */

import {
  attribute,
  attributeOf,
  childElements,
  clarkName,
  element,
  hasText,
  textOf,
  trimXml,
  type XmlElement,
  XSI_NAMESPACE,
} from '../xml/tree.js'
import { atOnce, ELEMENT, Pace, type Walk } from '../xml/walk.js'
import { addValue, own, record } from '../schema/values/record.js'
import type { ComplexShape, Field, Shape, SimpleKind } from './shape.js'
import { isRecord, readSimple, refuseUnless, writeSimple } from './simple-values.js'
import type { Value, Values, WrittenValue, WrittenValues } from '../schema/values/value.js'

export { valuesOf } from '../schema/values/record.js'

/** The content of an element does not match its shape; the sentence says where and how. */
export class MisshapenValue extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'MisshapenValue'
  }
}

/** A field that the shape does not know. */
export class UnknownField extends MisshapenValue {
  /** Name of the unknown element, in Clark notation. */
  readonly field: string

  constructor(field: string, parent: string) {
    super(`${parent} has an element ${field} that its schema does not know.`)
    this.name = 'UnknownField'
    this.field = field
  }
}

/** Reads the named values of an element at once: see `readingValues`. */
export function readValues(entry: XmlElement, shape: Shape | undefined): Values {
  return atOnce(readingValues(entry, shape))
}

/**
 * Reads the named values of an operation's entry or of its answer.
 *
 * @param entry  the element, arranged if a shape is given
 * @param shape  without one, every value is text, and a repeated name an array
 * @throws MisshapenValue
 */
export function* readingValues(entry: XmlElement, shape: Shape | undefined): Walk<Values> {
  const pace = new Pace()
  if (shape?.kind === 'complex') return yield* readComplex(entry, shape, pace)
  if (shape?.kind === 'simple') return { value: yield* readValue(entry, shape, pace) }
  const open = yield* readOpen(entry, pace)
  return typeof open === 'string' ? (open === '' ? record() : { value: open }) : (open as Values)
}

function* readValue(from: XmlElement, shape: Shape, pace: Pace, preset?: string): Walk<Value> {
  const nil = attributeOf(from, XSI_NAMESPACE, 'nil')
  if (nil !== undefined && ['true', '1'].includes(trimXml(nil))) return null
  switch (shape.kind) {
    case 'open':
      return yield* readOpen(from, pace)
    case 'complex':
      return yield* readComplex(from, shape, pace)
    case 'simple':
      if (childElements(from).length > 0) {
        throw new MisshapenValue(`${clarkName(from)} must hold text only.`)
      }
      return readText(from, shape.type, preset)
  }
}

function* readComplex(from: XmlElement, shape: ComplexShape, pace: Pace): Walk<Values> {
  if (hasText(from)) throw new MisshapenValue(`${clarkName(from)} must hold elements only.`)
  const values = record()
  for (const field of shape.fields) if (field.repeats) values[field.name] = []
  for (const child of childElements(from)) {
    const field = shape.fields.find(
      ({ name, namespace }) => name === child.local && namespace === child.namespace,
    )
    if (!field) throw new UnknownField(clarkName(child), clarkName(from))
    const value = yield* readValue(child, field.shape, pace, field.preset)
    if (pace.done(ELEMENT)) yield
    const before = values[field.name]
    if (Array.isArray(before)) before.push(value)
    else if (field.name in values) {
      throw new MisshapenValue(`${clarkName(from)} has more than one ${field.name}.`)
    } else values[field.name] = value
  }
  for (const field of shape.fields) {
    const value = values[field.name]
    if (field.required && (value === undefined || (Array.isArray(value) && value.length === 0))) {
      throw new MisshapenValue(`${clarkName(from)} has no ${field.name}.`)
    }
    if (!field.nillable && [value].flat().includes(null)) {
      throw new MisshapenValue(`${clarkName(from)} has a nil ${field.name}.`)
    }
  }
  return values
}

function* readOpen(from: XmlElement, pace: Pace): Walk<Value> {
  const children = childElements(from)
  if (children.length === 0) return textOf(from)
  const values = record()
  for (const child of children) {
    addValue(values, child.local, yield* readOpen(child, pace))
    if (pace.done(ELEMENT)) yield
  }
  return values
}

function readText(from: XmlElement, type: SimpleKind, preset = ''): Value {
  const value = readSimple(textOf(from) || preset, type)
  if (value !== undefined) return value
  throw new MisshapenValue(`${clarkName(from)} is not a value of its type (${type}).`)
}

/** Writes named values as an element, at once: see `writingValues`. */
export function writeValues(
  name: string,
  values: WrittenValues,
  shape: Shape | undefined,
): XmlElement {
  return atOnce(writingValues(name, values, shape))
}

/**
 * Writes named values as an element.
 *
 * @param name    name of the element, in Clark notation
 * @param shape   order, types and namespaces of the children; without one they come in the order of
 *   the object, in the namespace of the element
 * @throws TypeError for what is no value, has no field in the shape, or cannot be written in XML
 */
export function* writingValues(
  name: string,
  values: WrittenValues,
  shape: Shape | undefined,
): Walk<XmlElement> {
  const made = element({ name, prefix: 'm' })
  refuseUnless(isRecord(values), values, name)
  return { ...made, children: yield* writeChildren(values, shape, made, new Pace()) }
}

function* writeChildren(
  values: WrittenValues,
  shape: Shape | undefined,
  parent: XmlElement,
  pace: Pace,
): Walk<readonly (XmlElement | string)[]> {
  if (shape?.kind === 'simple') return [writeSimple(own(values, 'value'), shape.type)]
  const children: XmlElement[] = []
  if (shape?.kind !== 'complex') {
    for (const [name, value] of Object.entries(values)) {
      yield* writeField(children, name, value, undefined, parent, pace)
    }
    return children
  }
  const unknown = Object.keys(values).find(
    (name) => !shape.fields.some((field) => field.name === name),
  )
  if (unknown !== undefined) {
    throw new TypeError(`the schema of ${clarkName(parent)} has no element ${unknown}`)
  }
  for (const field of shape.fields) {
    yield* writeField(children, field.name, own(values, field.name), field, parent, pace)
  }
  return children
}

function* writeField(
  children: XmlElement[],
  name: string,
  value: WrittenValue,
  field: Field | undefined,
  parent: XmlElement,
  pace: Pace,
): Walk<void> {
  if (value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) yield* writeField(children, name, item, field, parent, pace)
    return
  }
  const namespace = field ? field.namespace : parent.namespace
  const prefix = namespace === parent.namespace ? parent.prefix : 'f'
  const made = element({ name: clarkName({ namespace, local: name }), prefix })
  if (pace.done(ELEMENT)) yield
  if (value === null) {
    const attributes = [attribute(`{${XSI_NAMESPACE}}nil`, 'true', 'xsi')]
    children.push({ ...made, attributes })
  } else if (
    typeof value === 'object' &&
    !(value instanceof Uint8Array) &&
    !(value instanceof Date)
  ) {
    // A promise that was not awaited, or a Map, has nothing that could be written.
    refuseUnless(isRecord(value), value, name)
    const inside = yield* writeChildren(value as WrittenValues, field?.shape, made, pace)
    children.push({ ...made, children: inside })
  } else {
    const type = field?.shape.kind === 'simple' ? field.shape.type : 'string'
    children.push({ ...made, children: [writeSimple(value, type)] })
  }
}
