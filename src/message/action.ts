/** An action in header fields, which have no character beyond ASCII: there an IRI is the URI that it maps to. */

/** RFC 3987 §3.1: "each octet [of UTF-8] is converted to %HH"; what is ASCII stays as it is. */
export function uriOf(iri: string): string {
  return iri.replace(/[^\0-\x7f]+/g, (beyond) => escaped(Buffer.from(beyond, 'utf8')))
}

const IS_ASCII = /^[^\x80-\xff]*$/

/** What stands in a field: a character for each octet, as node:http reads it, whatever its sender wrote there. */
export function uriInField(value: string): string {
  if (IS_ASCII.test(value)) return value
  return value.replace(/[\x80-\xff]+/g, (octets) => escaped(Buffer.from(octets, 'latin1')))
}

/** Characters; a line of a mail has at most 998 (RFC 5322 §2.1.1). */
const MAX_ACTION_LENGTH = 900

/** False for an action that some header field has no form for: an answer says it in its envelope alone. */
export function fitsField(action: string): boolean {
  const uri = uriOf(action)
  return uri.length <= MAX_ACTION_LENGTH && /^[!-~]*$/.test(uri)
}

/** A quoted-string (RFC 9110 §5.6.4, RFC 5322 §3.2.4): in it `"` and `\` stand behind a `\`. */
export function quotedAction(action: string): string {
  return `"${uriOf(action).replace(/(["\\])/g, '\\$1')}"`
}

/** True for two forms of one action; hexadecimal digits have no case (RFC 3986 §6.2.2.1). */
export function isSameAction(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && key(one) === key(other))
}

function key(action: string): string {
  return uriOf(action).replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
}

function escaped(octets: Buffer): string {
  return octets.toString('hex').toUpperCase().replace(/../g, '%$&')
}
