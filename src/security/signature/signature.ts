/** XML Signature (core validation and generation), on the tree that is consumed: SignatureValue first, then digests. */
import type { KeyObject } from 'node:crypto'
import type { XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import type { SigningKey } from '../keys.js'
import type { WeakAlgorithm } from '../weak.js'

/** A `ds:Signature` whose structure is as it must be; nothing in it is trusted yet. */
export interface SignatureParts {
  readonly element: XmlElement
  readonly signedInfo: XmlElement
  /** URI of the signature algorithm, one that is known. */
  readonly algorithm: string
  readonly references: readonly ReferenceParts[]
  /** Base64 without white space. */
  readonly value: string
  readonly keyInfo: XmlElement | undefined
}

export interface ReferenceParts {
  readonly element: XmlElement
  /** The id behind the `#`; `''` for the whole document. */
  readonly id: string
  readonly transforms: readonly TransformParts[]
  readonly digestMethod: string
  readonly digest: Buffer
}

export type TransformParts =
  | { readonly kind: 'exclusive'; readonly inclusive: ReadonlySet<string> }
  | { readonly kind: 'enveloped' }
  /** WS-Security 1.1 §8.3; what it says is canonicalized exclusively. */
  | { readonly kind: 'str-transform' }

/** What a signature is verified against. */
export interface Verification {
  readonly root: XmlElement
  /** Finds the only element with an id; undefined if there is none. @throws SecurityFailure for two of them */
  readonly elementOf: (id: string) => XmlElement | undefined
  /** The element that a wsse:SecurityTokenReference stands for in STR-Transform. */
  readonly dereference?: ((reference: XmlElement) => XmlElement) | undefined
  readonly allows: (algorithm: WeakAlgorithm) => boolean
}

/**
 * Reads a `ds:Signature` strictly: nothing beyond what this node verifies is let through.
 *
 * @throws SecurityFailure
 */
export function readSignature(_element: XmlElement): SignatureParts {
  throw new Error('not written yet')
}

/**
 * Checks SignatureValue with the key, and only then the digest of each Reference.
 *
 * @param key  one that was decided to be a peer's
 * @returns the elements that it covers, in the order of the References
 * @throws SecurityFailure
 */
// biome-ignore lint/correctness/useYield: gives way in what it calls
export function* verifyingSignature(
  _parts: SignatureParts,
  _key: KeyObject,
  _verification: Verification,
): Walk<readonly XmlElement[]> {
  throw new Error('not written yet')
}

/** What is to be signed: elements of the tree, each with the id that it has there. */
export interface Signing {
  readonly references: readonly { readonly id: string; readonly element: XmlElement }[]
  readonly key: SigningKey
  /** Text of KeyInfo's content, with its own namespace declarations. Default: none. */
  readonly keyInfo?: string | undefined
}

/** @returns the text of a `ds:Signature`, which may stand anywhere, and its value in base64 */
// biome-ignore lint/correctness/useYield: gives way in what it calls
export function* writingSignature(
  _signing: Signing,
): Walk<{ readonly text: string; readonly value: string }> {
  throw new Error('not written yet')
}
