/** Tells an absolute IRI from a relative one, and both from any other text. */

/** Most characters of an IRI, since IRIs are sent on, compared and stored as keys. */
const MAX_IRI_LENGTH = 4096

/** RFC 3987 §2.2: a scheme, and no character that must be escaped. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u

/** RFC 3987 §2.2: an IRI or a relative reference: no character that must be escaped. */
const REFERENCE = /^[^\s<>"{}|\\^`\p{Cc}]+$/u

const ASCII = /^[\x20-\x7e]*$/

export function isIriReference(text: string): boolean {
  return text.length <= MAX_IRI_LENGTH && REFERENCE.test(text)
}

/** WS-Addressing 1.0 Core §3.1: addresses, actions and message ids are absolute IRIs. */
export function isAbsoluteIri(text: string): boolean {
  return text.length <= MAX_IRI_LENGTH && ABSOLUTE.test(text) && isUrl(text)
}

/** Once it is compiled, URL.canParse reads Latin-1 as UTF-8 (Node.js 20): it takes ASCII only here. */
function isUrl(text: string): boolean {
  if (ASCII.test(text)) return URL.canParse(text)
  try {
    return new URL(text).href !== ''
  } catch {
    return false
  }
}
