/** The Via field of requests and answers: whom a message has passed (RFC 9110 §7.6.3). */

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** What came is written again, so that the blank between protocol and name is always one. */
const ENTRY = new RegExp(`^((?:${TOKEN}/)?${TOKEN})[ \\t]+([!-+\\--~]+)$`)

/** Entries of one message; more of them have no good reason. */
export const MOST_VIA = 64

/**
 * The entries of a field, oldest first, as `protocol name`; what is none is left out.
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

/** @returns the header, or none; what another transport has put there in another form is left out */
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
