/** Mail addresses of this node: whatever is taken as one mailbox is one, however its address is written. */
import { domainToASCII } from 'node:url'

/** A mail address in its parts. */
export interface MailboxParts {
  /** Local part in lower case, without quotes and without the tag. */
  readonly name: string
  /** What stands behind the first `+` of the local part; undefined if none does. */
  readonly tag: string | undefined
  /** In lower case and in ASCII. */
  readonly domain: string
}

/**
 * RFC 5321 §2.4: "The local-part of a mailbox MUST BE treated as case sensitive", which a host may not do for its own
 * mailboxes: this node does not, and it takes what stands behind a `+` for a tag (RFC 5233).
 */
export function mailboxParts(address: string): MailboxParts {
  const at = address.lastIndexOf('@')
  const local = unquoted(address.slice(0, Math.max(0, at)))
  const domain = address.slice(at + 1).toLowerCase()
  const plus = local.indexOf('+')
  return {
    name: (plus === -1 ? local : local.slice(0, plus)).toLowerCase(),
    tag: plus === -1 ? undefined : local.slice(plus + 1),
    // RFC 5890 §2.3.2.1: the form in Unicode and the one in ASCII are one name.
    domain: domainToASCII(domain) || domain,
  }
}

/** The one text of a mailbox, however its address is written: `name@domain`. */
export function mailboxOf(address: string): string {
  const { name, domain } = mailboxParts(address)
  return `${name}@${domain}`
}

/** RFC 5321 §4.1.2: quoted or not, a local part that says the same is the same. */
function unquoted(local: string): string {
  const quoted = /^"(.*)"$/.exec(local)?.[1]
  return quoted === undefined ? local : quoted.replace(/\\(.)/g, '$1')
}
