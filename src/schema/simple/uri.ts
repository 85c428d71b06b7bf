/** `anyURI`: a URI reference once what URIs do not allow is escaped (XLink §5.4), which is nearly any text. */

/** RFC 2396 §2.4.1: "a percent character followed by the two hexadecimal digits". */
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/

/** RFC 2396 §3.1: what stands before the first colon is a scheme, unless it is behind a `/`, `?` or `#`. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/

export function isUri(text: string): boolean {
  if (text.includes('%') && BAD_ESCAPE.test(text)) return false
  const fragment = text.indexOf('#')
  // RFC 2396 §4.1: one fragment.
  if (fragment !== -1 && text.includes('#', fragment + 1)) return false
  const colon = text.indexOf(':')
  if (colon === -1) return true
  const before = text.slice(0, colon)
  return /[/?#]/.test(before) || SCHEME.test(before)
}
