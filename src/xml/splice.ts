/** Cuts pieces out of a document, and puts text in, by position: the rest stays exactly as it came. */
import type { XmlElement } from './tree.js'
import type { WrittenPart } from './written.js'

export interface Cut {
  /** Offsets into the text; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** The text that takes its place; none by default. */
  readonly insert?: string
}

/** @param cuts  in ascending order, without overlap */
export function splice(text: string, cuts: readonly Cut[]): string {
  let spliced = ''
  let from = 0
  for (const { start, end, insert = '' } of cuts) {
    if (start < from || end < start || end > text.length) throw new RangeError('cuts out of order')
    spliced += text.slice(from, start) + insert
    from = end
  }
  return spliced + text.slice(from)
}

/**
 * Does the same in a text of which each byte is a character: what stays is not copied.
 *
 * @param cuts  in ascending order, without overlap
 */
export function spliceBytes(ascii: Buffer, cuts: readonly Cut[]): readonly WrittenPart[] {
  const parts: WrittenPart[] = []
  let from = 0
  for (const { start, end, insert = '' } of cuts) {
    if (start < from || end < start || end > ascii.length) throw new RangeError('cuts out of order')
    if (start > from) parts.push(ascii.subarray(from, start))
    if (insert !== '') parts.push(insert)
    from = end
  }
  parts.push(ascii.subarray(from))
  return parts
}

/** Sorts cuts into the order that `splice` needs. */
export function inOrder(cuts: readonly Cut[]): readonly Cut[] {
  return cuts.toSorted((one, other) => one.start - other.start)
}

/**
 * Inserts text at the end of an element's content.
 *
 * @param element  one that was read from the text
 */
export function putInside(element: XmlElement, text: string, insert: string): Cut {
  return putBeforeEnd(element, text.slice(element.start, element.end), insert)
}

/** @param own  what the element was read from, from the first character of its start tag to the last of its end tag */
export function putBeforeEnd(
  { start, end, prefix, local }: XmlElement,
  own: string,
  insert: string,
): Cut {
  if (own.endsWith('/>')) {
    const name = prefix === '' ? local : `${prefix}:${local}`
    return { start: end - 2, end, insert: `>${insert}</${name}>` }
  }
  // The last `</` begins the end tag: an end tag cannot contain one.
  const at = start + own.lastIndexOf('</')
  return { start: at, end: at, insert }
}
