/** Corrects the encoding in an XML declaration: every document is sent as UTF-8, whatever it came as. */
import type { Cut } from './splice.js'

/** XML 1.0 §2.8 [23], up to the name of the encoding: the version comes first. */
const TO_ENCODING =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*["']/
const NAME = /[\w.-]*/y

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
  NAME.lastIndex = start
  const name = NAME.exec(text)?.[0] ?? ''
  return name.toUpperCase() === 'UTF-8'
    ? []
    : [{ start, end: start + name.length, insert: 'UTF-8' }]
}
