/** URIs that name a part of the message by its Content-ID (RFC 2392). */

/** @returns the id without angle brackets; undefined for another URI */
export function idIn(uri: string | undefined): string | undefined {
  if (!uri?.startsWith('cid:')) return undefined
  try {
    return decodeURIComponent(uri.slice('cid:'.length))
  } catch {
    // Percent signs that encode nothing.
    return undefined
  }
}

/**
 * RFC 2392 §2: only characters that no URL may have there are escaped, as JAX-WS decodes nothing; and `+`, of which
 * WSS4J makes a space.
 */
export function cidOf(id: string): string {
  return `cid:${encodeURIComponent(id).replaceAll(/%(40|3A|26|3D|24|2C|3B)/g, decodeURIComponent)}`
}
