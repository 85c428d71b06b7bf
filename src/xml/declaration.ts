/** The XML declaration: the encoding that it names, and the one that stands above what this node writes. */
import type { Cut } from './splice.js'

/** Some readers take no document without one. */
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** XML 1.0 §2.8 [23], all of it: version, then encoding, then standalone. */
const DECLARED =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])(1\.[0-9]+)\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/

/** @returns the offset just past the declaration that a text begins with; what is wrong with it, if it is wrong */
export function endOfDeclaration(text: string): number | string {
  const declaration = DECLARED.exec(text)
  if (!declaration) return 'a wrong XML declaration'
  return declaration[2] === '1.0' ? declaration[0].length : 'only XML 1.0 is read'
}

/** XML 1.0 §2.8 [23], up to the name of the encoding: the version comes first. */
const TO_ENCODING =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']/
const NAME = /[\w.-]*/y

/** @returns the name of the encoding, if the text begins with a declaration that has one */
export function declaredName(text: string): string | undefined {
  const start = TO_ENCODING.exec(text)?.[0].length
  return start === undefined ? undefined : nameAt(text, start)
}

/**
 * XML 1.0 §4.3.3: it is a fatal error for a document to be in another encoding than it says, if
 * nothing outside of it says which.
 *
 * @param text  a document that was read
 * @returns no cut if the declaration says UTF-8, or names no encoding
 */
export function sayUtf8(text: string): readonly Cut[] {
  const start = TO_ENCODING.exec(text)?.[0].length
  if (start === undefined) return []
  const name = nameAt(text, start)
  return name.toUpperCase() === 'UTF-8'
    ? []
    : [{ start, end: start + name.length, insert: 'UTF-8' }]
}

function nameAt(text: string, start: number): string {
  NAME.lastIndex = start
  return NAME.exec(text)?.[0] ?? ''
}
