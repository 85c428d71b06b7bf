/** The sizes, offsets and positions that arrays are written with (SOAP 1.1 §5.4.2, SOAP 1.2 Part 2 §3.1.6). */
import { attributeOf, trimXml, type XmlElement } from '../../../xml/tree.js'
import type { Dialect } from '../dialect.js'
import { MAX_DIMENSIONS } from '../limits.js'
import { type Location, misfit, shown } from './problem.js'

/** Of each dimension, the outermost first; undefined where none is said. */
export type Sizes = readonly (number | undefined)[]

/** @param rank  dimensions of the array */
export function sizesOf(
  element: XmlElement,
  { name, uri }: Dialect,
  rank: number,
  location: Location,
): Sizes {
  const sizes = name === '1.1' ? sizes11(element, uri, location) : sizes12(element, uri, location)
  if (sizes.length !== rank && sizes.length > 0) {
    throw misfit(location, `expected ${rank} dimensions, got ${sizes.length}`)
  }
  if (sizes.slice(1).includes(undefined) || (rank > 1 && sizes.length === 0)) {
    throw misfit(location, 'an array of several dimensions has sizes')
  }
  const count = sizes.reduce<number>((all, size) => all * (size ?? 1), 1)
  if (!Number.isSafeInteger(count)) throw misfit(location, 'the sizes of the array are too large')
  return sizes.length === 0 ? [undefined] : sizes
}

function sizes11(element: XmlElement, uri: string, location: Location): Sizes {
  const arrayType = attributeOf(element, uri, 'arrayType')
  if (arrayType === undefined) return []
  // SOAP 1.1 §5.4.2: the sizes of the outermost array are the last.
  const sizesText = arrayType.slice(arrayType.lastIndexOf('[') + 1).replace(/\][ \t\r\n]*$/, '')
  return sizesText
    .split(',', MAX_DIMENSIONS + 1)
    .map((one) => (trimXml(one) === '' ? undefined : number(one, location)))
}

function sizes12(element: XmlElement, uri: string, location: Location): Sizes {
  const arraySize = attributeOf(element, uri, 'arraySize')
  if (arraySize === undefined) return []
  return trimXml(arraySize)
    .split(/[ \t\r\n]+/, MAX_DIMENSIONS + 1)
    .map((one, index) => {
      if (one !== '*') return number(one, location)
      // SOAP 1.2 Part 2 §3.1.6: only the first may be left open.
      if (index > 0)
        throw misfit(location, `the arraySize ${shown(arraySize)} has a * behind a size`)
      return undefined
    })
}

/** SOAP 1.1 §5.4.2.1: the place of the first item that is there. */
export function offsetOf(
  element: XmlElement,
  { name, uri }: Dialect,
  sizes: Sizes,
  location: Location,
): number {
  return name === '1.1' ? (indexIn(attributeOf(element, uri, 'offset'), sizes, location) ?? 0) : 0
}

/** SOAP 1.1 §5.4.2.2: the place of an item; undefined if it says none. */
export function positionOf(
  item: XmlElement,
  { name, uri }: Dialect,
  sizes: Sizes,
  location: Location,
): number | undefined {
  return name === '1.1' ? indexIn(attributeOf(item, uri, 'position'), sizes, location) : undefined
}

/** `[1,2]` as the place in the order in which items are written: SOAP 1.1 §5.4.2 varies the last dimension first. */
function indexIn(text: string | undefined, sizes: Sizes, location: Location): number | undefined {
  if (text === undefined) return undefined
  const inside = /^[ \t\r\n]*\[([^\]]*)\][ \t\r\n]*$/.exec(text)?.[1]
  if (inside === undefined)
    throw misfit(location, `expected a place such as [2], got ${shown(text)}`)
  const at = inside.split(',', MAX_DIMENSIONS + 1).map((one) => number(one, location))
  // One number is the place in that order, too.
  if (at.length !== sizes.length && at.length !== 1) {
    throw misfit(location, `expected ${sizes.length} dimensions, got ${shown(text)}`)
  }
  let found = 0
  for (const [index, one] of at.entries()) {
    const size = at.length === 1 ? undefined : sizes[index]
    if (size !== undefined && one >= size)
      throw misfit(location, `the place ${shown(text)} is outside of the array`)
    found = found * (index === 0 ? 1 : (size ?? 1)) + one
  }
  return found
}

function number(text: string, location: Location): number {
  const digits = trimXml(text)
  if (!/^\d{1,15}$/.test(digits))
    throw misfit(location, `expected a size or a place, got ${shown(text)}`)
  return Number(digits)
}
