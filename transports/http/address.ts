/** Takes apart the addresses that answers can be sent to: of the web, and of mailboxes. */
import { isIP } from 'node:net'

export interface ReplyAddress {
  readonly url: URL
  /** Name in lower case, or an IP address without brackets. */
  readonly host: string
}

/**
 * RFC 3986 §3.2, without user information, with a host, and without port 0 or an empty one. The URL
 * class alone mends what is written otherwise: what it would mend is refused.
 */
const WEB =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]%]+)(?::[1-9][0-9]{0,4})?(?:[/?#][^\s\\]*)?$/i

/** An address of the web; undefined for any other text, and for a name that ends in a dot. */
export function webAddress(text: string): ReplyAddress | undefined {
  if (!WEB.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isHost(host) ? { url, host } : undefined
}

/** RFC 5322 §3.4.1: one addr-spec, its local part a dot-atom; of the letters only those a URI has. */
const MAILBOX =
  /^mailto:([a-z0-9!$'*+=_~-]+(?:\.[a-z0-9!$'*+=_~-]+)*)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i

/** A mailbox, without header fields (RFC 6068 §2); undefined for any other text. */
export function mailbox(text: string): ReplyAddress | undefined {
  const [, local = '', domain = ''] = MAILBOX.exec(text) ?? []
  const host = domain.toLowerCase()
  // RFC 5321 §4.5.3.1.1: no more octets in a local part.
  if (local === '' || local.length > 64 || !isHost(host)) return undefined
  // A domain of numbers is an address in another form: the URL class knows them all.
  const asHost = `http://${host}/`
  if (!URL.canParse(asHost) || isIP(new URL(asHost).hostname) !== 0) return undefined
  return { url: new URL(`mailto:${local}@${host}`), host }
}

/** RFC 1123 §2.1: labels of letters, digits and hyphens, here with `_`; no dot at the end. */
const HOST = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?<!-)\.)*(?!-)[a-z0-9_-]{1,63}(?<!-)$/

function isHost(host: string): boolean {
  return isIP(host) !== 0 || HOST.test(host)
}
