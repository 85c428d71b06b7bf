/** Tells the kinds of values apart: elements, names, objects of named values, and what is no value. */
import type { Binary } from '../../xml/binary.js'
import type { XmlElement } from '../../xml/tree.js'
import type { QName, Value, Values } from './value.js'

/** An element differs from named values by its positions, which are numbers beside what only elements have. */
export function isElement(value: object): value is XmlElement {
  return (
    'scope' in value &&
    typeof value.scope === 'object' &&
    'attributes' in value &&
    Array.isArray(value.attributes) &&
    'children' in value &&
    Array.isArray(value.children) &&
    'start' in value &&
    typeof value.start === 'number'
  )
}

/** True for an object that holds values by name; false for a Map, a promise, an element and the like. */
export function isRecord(value: Value): value is Values {
  return (
    typeof value === 'object' &&
    value !== null &&
    kindOf(value) === 'Object' &&
    !isElement(value) &&
    !isBinary(value)
  )
}

/** Bytes, in memory or not. */
export function isBytes(value: Value): value is Binary | Uint8Array {
  return (
    value instanceof Uint8Array || (typeof value === 'object' && value !== null && isBinary(value))
  )
}

export function isBinary(value: object): value is Binary {
  return (
    'size' in value &&
    typeof value.size === 'number' &&
    'bytes' in value &&
    typeof value.bytes === 'function' &&
    'stream' in value &&
    typeof value.stream === 'function'
  )
}

export function isQName(value: Value): value is QName {
  return (
    isRecord(value) &&
    typeof value.namespace === 'string' &&
    typeof value.local === 'string' &&
    ['string', 'undefined'].includes(typeof value.prefix)
  )
}

/** The name of a value's class, if it is a class of the language. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
