/** The facet `whiteSpace` (Part 2 §4.3.6), and the items of a list. */
import { trimXml } from '../../xml/tree.js'
import type { Facets } from '../components.js'

const SPACE = 0x20

/** `normalised` of §4.3.6, in time that grows with the text only. */
export function withSpace(whiteSpace: Facets['whiteSpace'], text: string): string {
  switch (whiteSpace) {
    // "No normalization is done, the value is not changed".
    case 'preserve':
      return text
    // "All occurrences of #x9 (tab), #xA (line feed) and #xD (carriage return) are replaced with #x20".
    case 'replace':
      return /[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]/g, ' ') : text
    // "contiguous sequences of #x20's are collapsed to a single #x20, and leading and trailing #x20's
    // are removed".
    case 'collapse': {
      const trimmed = trimXml(text)
      return isCollapsed(trimmed) ? trimmed : trimmed.replace(/[ \t\n\r]+/g, ' ')
    }
  }
}

function isCollapsed(trimmed: string): boolean {
  let before = 0
  for (let at = 0; at < trimmed.length; at += 1) {
    const code = trimmed.charCodeAt(at)
    if (code <= SPACE && (code !== SPACE || before === SPACE)) return false
    before = code
  }
  return true
}

/** Calls for each item of a list whose white space is collapsed, until one call says true. */
export function someItem(text: string, found: (item: string) => boolean): boolean {
  if (text === '') return false
  let start = 0
  for (;;) {
    const end = text.indexOf(' ', start)
    if (end === -1) return found(text.slice(start))
    if (found(text.slice(start, end))) return true
    start = end + 1
  }
}

/** How many items a list has whose white space is collapsed. */
export function itemsIn(text: string): number {
  if (text === '') return 0
  let count = 1
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) count += 1
  return count
}
