/** What is changed in the text of a WSDL document: cuts, of which the rest stays as it was written. */
import { partsOf, type WsdlDocument } from '../../../schema/definitions/definitions.js'
import { type Cut, putInside } from '../../../xml/splice.js'
import { attributeRange, tagRanges } from '../../../xml/tag-ranges.js'
import type { XmlElement } from '../../../xml/tree.js'
import { escapeAttribute } from '../../../xml/write.js'

/** Leaves an element out, with the white space before it. */
export function leaveOut({ text }: WsdlDocument, { start, end }: XmlElement): Cut {
  let from = start
  while (from > 0 && /[ \t\r\n]/.test(text[from - 1] ?? '')) from -= 1
  return { start: from, end }
}

/** @param name  without a prefix */
export function sayAttribute(
  { text }: WsdlDocument,
  { start }: XmlElement,
  name: string,
  value: string,
): Cut {
  const attribute = attributeRange(text, start, name)
  const quoted = `"${escapeAttribute(value)}"`
  if (attribute) return { start: attribute.start, end: attribute.end, insert: quoted }
  const { named } = tagRanges(text, start)
  return { start: named, end: named, insert: ` ${name}=${quoted}` }
}

/** Puts text in as the first content of an element, behind what it tells people (WSDL 1.1 §2.1.2). */
export function putFirst({ text }: WsdlDocument, node: XmlElement, insert: string): Cut {
  const { end } = tagRanges(text, node.start)
  if (end === node.end) return putInside(node, text, insert)
  const [documentation] = partsOf(node, 'documentation')
  const at = documentation?.end ?? end
  return { start: at, end: at, insert }
}

/** Another prefix, in the start tag and the end tag. */
export function sayPrefix(
  { text }: WsdlDocument,
  node: XmlElement,
  prefix: string,
): readonly Cut[] {
  const { start, end, prefix: before, local } = node
  const length = before === '' ? 0 : before.length + 1
  const insert = `${prefix}:`
  const opening = { start: start + 1, end: start + 1 + length, insert }
  if (tagRanges(text, start).end === end) return [opening]
  const closing = text.lastIndexOf('</', end - local.length) + '</'.length
  return [opening, { start: closing, end: closing + length, insert }]
}

/** In their order, without those inside of what is left out. */
export function outerCuts(cuts: readonly Cut[]): readonly Cut[] {
  const sorted = cuts.toSorted((one, other) => one.start - other.start || one.end - other.end)
  let from = 0
  return sorted.filter(({ start, end }) => {
    if (start < from) return false
    from = end
    return true
  })
}
