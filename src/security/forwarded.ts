/** Reads the header field Forwarded (RFC 7239): who connected to each proxy on the way, and how. */

/** What a proxy says of who connected to it. */
export interface Hop {
  /** As it is written there; undefined if it does not tell. */
  readonly node: string | undefined
  readonly secure: boolean
}

/** RFC 7239 §4: `forwarded-pair = token "=" value`, and a value is a token or a quoted-string. */
const PAIR =
  /\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)|"((?:[^"\\]|\\.)*)")\s*([;,]|$)/y

/** @returns the nearest proxy's last; undefined for what cannot be read */
export function readForwarded(value: string | undefined): readonly Hop[] | undefined {
  if (value === undefined) return []
  const pair = new RegExp(PAIR)
  const elements: Map<string, string>[] = [new Map()]
  for (let end = ','; end !== ''; ) {
    const [whole, name = '', token, quoted = '', next = ''] = pair.exec(value) ?? []
    const element = elements.at(-1)
    // RFC 7239 §4: "Each parameter MUST NOT occur more than once per field-value."
    if (whole === undefined || !element || element.has(name.toLowerCase())) return undefined
    element.set(name.toLowerCase(), token ?? quoted.replace(/\\(.)/g, '$1'))
    if (next === ',') elements.push(new Map())
    end = next
  }
  return elements.map((element) => ({
    node: element.get('for'),
    secure: element.get('proto')?.toLowerCase() === 'https',
  }))
}
