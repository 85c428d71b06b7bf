/** Puts text into an element of a document as its first content, or behind a child of it. */
import { type Cut, putInside } from '../xml/splice.js'
import { childElements, type XmlElement } from '../xml/tree.js'

/**
 * @param element  one that was read from the text
 * @param behind   how many of its child elements stay before the text
 */
export function putBehind(
  element: XmlElement,
  behind: number,
  source: string,
  insert: string,
): Cut {
  const before = childElements(element)[behind - 1]
  if (before) return { start: before.end, end: before.end, insert }
  if (source[element.end - 2] === '/') return putInside(element, source, insert)
  const at = endOfStartTag(element, source)
  return { start: at, end: at, insert }
}

/** A start tag ends with the first `>` that is not in a value (XML 1.0 §3.1). */
export function endOfStartTag({ start }: XmlElement, source: string): number {
  let quote: string | undefined
  for (let at = start; ; at += 1) {
    const character = source[at]
    if (character === quote) quote = undefined
    else if (quote === undefined && (character === '"' || character === "'")) quote = character
    else if (quote === undefined && character === '>') return at + 1
    if (character === undefined) throw new RangeError('a start tag without end')
  }
}
