/** The Via field of requests and answers: the nodes that a message has passed (RFC 9110 §7.6.3). */

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** Entries are rewritten with exactly one space between protocol and name. */
const ENTRY = new RegExp(`^((?:${TOKEN}/)?${TOKEN})[ \\t]+([!-+\\--~]+)$`)

/** Most entries of one message; no honest message has more. */
export const MAX_VIA = 64

/**
 * The entries of a field, oldest first, as `protocol name`; invalid ones are left out.
 *
 * @returns undefined if there is none
 */
export function readVia(field: string | undefined): readonly string[] | undefined {
  if (field === undefined) return undefined
  const entries = withoutComments(field)
    .split(',')
    .flatMap((text) => {
      const [, protocol, name] = ENTRY.exec(text.trim()) ?? []
      return protocol === undefined ? [] : [`${protocol} ${name}`]
    })
  return entries.length === 0 ? undefined : entries
}

/** @returns the header, or none; entries of other transports in another form are left out */
export function viaHeader(entries: readonly string[] = []): { readonly via?: string } {
  const written = entries.filter((entry) => ENTRY.test(entry))
  return written.length === 0 ? {} : { via: written.join(', ') }
}

/** "comments ... are optional and MAY be removed by any recipient prior to forwarding the message." */
function withoutComments(field: string): string {
  let kept = ''
  let depth = 0
  for (let at = 0; at < field.length; at += 1) {
    const character = field.charAt(at)
    if (depth > 0 && character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
  }
  return kept
}
