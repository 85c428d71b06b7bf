/** Reads http: and https: addresses that a peer wrote, strictly: the URL class alone would correct them. */
import { isIP } from 'node:net'
import { urlIn } from '#transport'

/**
 * RFC 3986 §3.2, without user information, with a host, and without port 0 or an empty one. The URL
 * class alone corrects other spellings: an address that it would correct is refused.
 */
const WEB =
  /^https?:\/\/(?:\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]%]+)(?::[1-9][0-9]{0,4})?(?:[/?#][^\s\\]*)?$/i

/** RFC 1123 §2.1: labels of letters, digits and hyphens, here with `_`; no dot at the end. */
const HOST = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?<!-)\.)*(?!-)[a-z0-9_-]{1,63}(?<!-)$/

/** An http: or https: address; undefined for any other text, and for a name that ends in a dot. */
export function webAddress(text: string): URL | undefined {
  const url = WEB.test(text) ? urlIn(text) : undefined
  if (!url) return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) !== 0 || HOST.test(host) ? url : undefined
}
