/** Digest algorithms of XML Signature that are known, and the digest of an element's canonical form. */
import { createHash, hash } from 'node:crypto'
import { type CanonicalOptions, canonicalizing } from '../../xml/canonical.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import { DS, XENC } from '../names.js'
import type { WeakAlgorithm } from '../weak.js'
import { MORE } from './uris.js'

export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512'

export interface DigestAlgorithm {
  readonly hash: HashName
  /** Of a digest, in octets. */
  readonly length: number
  /** The name that allows it, if it is weak. */
  readonly weak?: WeakAlgorithm
}

/** XML Signature §6.2 and RFC 9231 §2.1. */
export const DIGESTS: ReadonlyMap<string, DigestAlgorithm> = new Map([
  [`${XENC}sha256`, { hash: 'sha256', length: 32 }],
  [`${MORE}sha384`, { hash: 'sha384', length: 48 }],
  [`${XENC}sha512`, { hash: 'sha512', length: 64 }],
  [`${DS}sha1`, { hash: 'sha1', length: 20, weak: 'sha1' }],
])

const NO_OCTETS = Buffer.alloc(0)

/**
 * Digests the canonical form, which nearly always is one piece.
 *
 * @param counts  is notified of the octets as they are made, and may throw
 */
export function* digesting(
  name: HashName,
  element: XmlElement,
  options: CanonicalOptions,
  counts: (octets: number) => void,
): Walk<Buffer> {
  let first: Buffer | undefined
  let running: ReturnType<typeof createHash> | undefined
  yield* canonicalizing(element, options, (piece) => {
    const octets = Buffer.from(piece, 'utf8')
    counts(octets.length)
    if (running) running.update(octets)
    else if (first === undefined) first = octets
    else running = createHash(name).update(first).update(octets)
  })
  return running ? running.digest() : hash(name, first ?? NO_OCTETS, 'buffer')
}
