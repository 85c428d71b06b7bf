/** Places in a text that changes: what has been found in it is found again after pieces were replaced. */
import type { Cut } from '../xml/splice.js'
import { childElements, hasText, type XmlElement } from '../xml/tree.js'

/** Offsets into the text; an element is one, too. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A place that is kept up to date. */
export interface TrackedRange extends TextRange {
  readonly kept: true
  /** The element there, once it was looked for in the text as it is; undefined again when pieces are replaced. */
  element: XmlElement | undefined
}

interface Movable {
  start: number
  end: number
  readonly kept: true
  element: XmlElement | undefined
}

export class TrackedRanges {
  readonly #kept: Movable[] = []

  /** @param element  the one there, if it is of the tree of the text as it is. Default: it is looked for */
  keep({ start, end }: TextRange, element?: XmlElement): TrackedRange {
    const range: Movable = { start, end, kept: true, element }
    this.#kept.push(range)
    return range
  }

  /**
   * Moves every place as the text does. One that a cut contains, and does not equal, is nowhere from
   * then on; one that equals a cut is what stands in place of it.
   */
  move(cuts: readonly Cut[]): void {
    for (const range of this.#kept) {
      const { start, end } = range
      range.element = undefined
      if (start < 0) continue
      const lost = cuts.some((cut) => cut.start <= start && end <= cut.end && isWider(cut, range))
      range.start = lost ? -1 : moved(start, cuts)
      range.end = lost ? -1 : moved(end, cuts)
    }
  }
}

/** A place without length, between two elements, is never within a cut. */
function isWider(cut: Cut, { start, end }: TextRange): boolean {
  return start === end ? cut.start < start && end < cut.end : end - start < cut.end - cut.start
}

function moved(offset: number, cuts: readonly Cut[]): number {
  let by = 0
  for (const { start, end, insert = '' } of cuts) {
    if (end <= offset) by += insert.length - (end - start)
  }
  return offset + by
}

/** The element at a place; or, if several elements are there, all of them. */
export function elementsAt(root: XmlElement, range: TextRange): readonly XmlElement[] {
  if (range.start < 0) return []
  for (let around = root; ; ) {
    if (around.start === range.start && around.end === range.end) return [around]
    const inner: XmlElement | undefined = around.children.find(
      (child): child is XmlElement => typeof child !== 'string' && isWithin(range, child),
    )
    if (!inner) return around.children.filter((child) => isElementWithin(child, range))
    around = inner
  }
}

function isElementWithin(child: XmlElement | string, range: TextRange): child is XmlElement {
  return typeof child !== 'string' && isWithin(child, range)
}

function isWithin(inner: TextRange, outer: TextRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

/** The element whose whole content, white space aside, is at a place; undefined if it has more. */
export function parentAt(root: XmlElement, range: TextRange): XmlElement | undefined {
  let around = root
  for (;;) {
    const inner: XmlElement | undefined = around.children.find(
      (child): child is XmlElement => typeof child !== 'string' && isWithin(range, child),
    )
    if (!inner) return undefined
    if (inner.start === range.start && inner.end === range.end) break
    around = inner
  }
  return childElements(around).length === 1 && !hasText(around) ? around : undefined
}
