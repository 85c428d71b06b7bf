/** `anyURI`: a URI reference once what URIs do not allow is escaped (XLink §5.4), which is nearly any text. */

const HASH = 0x23
const PERCENT = 0x25
const SLASH = 0x2f
const COLON = 0x3a
const QUESTION = 0x3f
const OPENING = 0x5b
const CLOSING = 0x5d

/** RFC 2396 §3.1: what stands before the first colon is a scheme, unless it is behind a `/`, `?` or `#`. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/

/** RFC 2396 §2.4.1: "a percent character followed by the two hexadecimal digits". */
const ESCAPE = /^%[0-9A-Fa-f]{2}$/

/** RFC 2732 §3: before a query, brackets stand around the address of a host only. */
const BRACKETS_IN_LOCATION =
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:\/\/(?:[^[\]/@]*@)?(?:\[[0-9A-Fa-f:.]+\](?::[0-9]*)?|[^[\]/]*)(?=\/|$))?[^[\]]*$/

/** RFC 2396 §3: behind a scheme without a slash, any character may stand. */
const OPAQUE = /^[A-Za-z][A-Za-z0-9+.-]*:[^/]/

export function isUri(text: string): boolean {
  let mayHaveScheme = true
  let hasFragment = false
  let hasBrackets = false
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case COLON:
        if (mayHaveScheme && !SCHEME.test(text.slice(0, at))) return false
        mayHaveScheme = false
        break
      case SLASH:
      case QUESTION:
        mayHaveScheme = false
        break
      case HASH:
        // RFC 2396 §4.1: one fragment.
        if (hasFragment) return false
        hasFragment = true
        mayHaveScheme = false
        break
      case PERCENT:
        if (!ESCAPE.test(text.slice(at, at + 3))) return false
        break
      case OPENING:
      case CLOSING:
        hasBrackets = true
        break
    }
  }
  return !hasBrackets || OPAQUE.test(text) || BRACKETS_IN_LOCATION.test(beforeQuery(text))
}

/** RFC 2396 §3.4, §4.1: a query and a fragment have any character. */
function beforeQuery(text: string): string {
  const end = text.search(/[?#]/)
  return end === -1 ? text : text.slice(0, end)
}
