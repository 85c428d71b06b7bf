/** Quoted strings of header fields. */

/** RFC 9110 §5.6.4: the content of a quoted string. */
export function unescaped(quoted: string): string {
  return quoted.includes('\\') ? quoted.replace(/\\(.)/g, '$1') : quoted
}
