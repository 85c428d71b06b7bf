/** The facet `whiteSpace` (Part 2 §4.3.6). */
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
    case 'collapse':
      return isCollapsed(text) ? text : collapsed(text)
  }
}

function isCollapsed(text: string): boolean {
  let before = SPACE
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= SPACE && (code !== SPACE || before === SPACE)) return false
    before = code
  }
  return before !== SPACE || text === ''
}

/** Writes the characters that stay: a pattern would keep as many parts as there are spaces. */
function collapsed(text: string): string {
  const trimmed = trimXml(text)
  if (isCollapsed(trimmed)) return trimmed
  const units = Buffer.allocUnsafe(trimmed.length * 2)
  let end = 0
  let wasSpace = false
  for (let at = 0; at < trimmed.length; at += 1) {
    const code = trimmed.charCodeAt(at)
    const isSpace = code === SPACE || code === 0x09 || code === 0x0a || code === 0x0d
    if (!isSpace || !wasSpace) end = units.writeUInt16LE(isSpace ? SPACE : code, end)
    wasSpace = isSpace
  }
  return units.toString('utf16le', 0, end)
}
