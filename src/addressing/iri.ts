/** Tells an absolute IRI from any other text. */

/** Most characters of an IRI, since IRIs are sent on, compared and stored as keys. */
const LONGEST = 4096

/** RFC 3987 §2.2: a scheme, and no character that must be escaped. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u

/** WS-Addressing 1.0 Core §3.1: addresses, actions and message ids are absolute IRIs. */
export function isAbsoluteIri(text: string): boolean {
  return text.length <= LONGEST && ABSOLUTE.test(text) && URL.canParse(text)
}
