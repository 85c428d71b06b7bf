/** Writes an element in its exclusive canonical form (Exclusive XML Canonicalization 1.0), which signatures cover. */
import type { XmlElement } from './tree.js'
import type { Walk } from './walk.js'

export interface CanonicalOptions {
  /** Prefixes of InclusiveNamespaces; `''` for `#default`. Default: none. */
  readonly inclusive?: ReadonlySet<string> | undefined
  /** An element within it that is left out: the signature of an enveloped one. Default: none. */
  readonly without?: XmlElement | undefined
}

/** @param take  gets the text piece by piece; together it is the canonical form, to be written as UTF-8 */
// biome-ignore lint/correctness/useYield: gives way in what it calls
export function* canonicalizing(
  _element: XmlElement,
  _options: CanonicalOptions,
  _take: (piece: string) => void,
): Walk<void> {
  throw new Error('not written yet')
}
