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

/** RFC 2392 §2: characters that no URI may have are escaped. */
export function cidOf(id: string): string {
  return `cid:${encodeURIComponent(id).replaceAll('%40', '@')}`
}
