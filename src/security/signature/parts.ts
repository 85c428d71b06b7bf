/** What a `ds:Signature` says, once its structure is as it must be; nothing in it is trusted yet. */
import type { XmlElement } from '../../xml/tree.js'
import type { Base64 } from '../base64.js'

export interface SignatureParts {
  readonly element: XmlElement
  readonly signedInfo: XmlElement
  /** Prefixes of InclusiveNamespaces with which SignedInfo is canonicalized. */
  readonly inclusive: ReadonlySet<string>
  /** URI of the signature algorithm, one that is known. */
  readonly algorithm: string
  /** What verifies it: a public key, or one that is shared with the peer. */
  readonly kind: 'signature' | 'mac'
  readonly references: readonly ReferenceParts[]
  readonly value: Base64
  readonly keyInfo: XmlElement | undefined
}

export interface ReferenceParts {
  readonly element: XmlElement
  /** The id behind the `#`; `''` for the whole document, or for an attachment. */
  readonly id: string
  /** What is signed beside the envelope; undefined for an element. */
  readonly attachment?: SignedAttachment | undefined
  readonly transforms: readonly TransformParts[]
  /** URI of the digest algorithm, one that is known. */
  readonly digestMethod: string
  readonly digest: Base64
}

export interface SignedAttachment {
  /** Its Content-ID. */
  readonly id: string
  /** True if its header fields are signed, too. */
  readonly complete: boolean
}

/** The last one makes octets of the element: it is `exclusive` or `str-transform`. */
export type TransformParts =
  | { readonly kind: 'enveloped' }
  | { readonly kind: 'exclusive'; readonly inclusive: ReadonlySet<string> }
  /** WS-Security 1.1 §8.3; what it says is canonicalized exclusively. */
  | { readonly kind: 'str-transform'; readonly inclusive: ReadonlySet<string> }
