/** What the security blocks of a message have shown: who signed which elements, and what came encrypted. */
import type { CertificateFacts } from '../message/origin.js'
import type { XmlElement } from '../xml/tree.js'
import type { WeakAlgorithm } from './weak.js'

/** The two specifications that signatures in header blocks follow. */
export type Form = 'wss' | 'soap-dsig'

/** Elements are those of the tree that goes on: after decryption, the new one. */
export interface Verdict {
  /** Those that passed core validation and whose key is a known peer's, in document order. */
  readonly signatures: readonly AcceptedSignature[]
  /** Peers whose password a UsernameToken has proven. */
  readonly users: readonly ProvenUser[]
  /** What the Timestamp says, if there is one. */
  readonly timestamp: Timestamp | undefined
  /** What came encrypted: whole elements, or elements whose content did. */
  readonly decrypted: readonly XmlElement[]
  /** Content-IDs of attachments that came encrypted. Default: none. */
  readonly decryptedAttachments?: readonly string[] | undefined
  /** By what that was encrypted, its keys included. */
  readonly encryption: readonly UsedAlgorithm[]
  /** Each SignatureConfirmation with a value, whoever has signed it. */
  readonly confirmations: readonly Confirmation[]
  /** What the message spoke; undefined if it has no security block for this node. */
  readonly form: Form | undefined
  /** Signatures that were not mandatory, and did not hold: for the log. */
  readonly ignored: readonly string[]
}

/**
 * A verdict whose signatures are of one sender, and of one message: what they cover counts together. Nothing else is
 * asked what is signed.
 */
export interface Tied extends Verdict {
  /** Other signatures that hold: of other peers, or of the sender and not tied to these. They cover nothing. */
  readonly apart: readonly AcceptedSignature[]
  /** Base64 values of the signatures that the sender of an answer says it has had in the request. */
  readonly confirmed: readonly string[]
}

export interface AcceptedSignature {
  readonly kind: 'signature' | 'mac'
  readonly form: Form
  /** Name in `security.peers`. */
  readonly peer: string
  /** URI of the signature algorithm. */
  readonly algorithm: string
  /** Those that were checked, in the order in which they stand. */
  readonly references: readonly CheckedReference[]
  /** The SignatureValue in base64, without white space. */
  readonly value: string
  /** The ds:Signature itself; undefined if decryption took it away. */
  readonly element?: XmlElement | undefined
  /** Elements whose whole content it covers. */
  readonly covers: readonly XmlElement[]
  /**
   * Of each of them, the prefixes of its PrefixList: what they stand for is covered in values, too. Default: none.
   */
  readonly prefixes?: readonly ReadonlySet<string>[] | undefined
  /** Content-IDs of the attachments that it covers, as they are used. Default: none. */
  readonly attachments?: readonly string[] | undefined
  /** Of who signed; undefined for a MAC. */
  readonly certificate?: CertificateFacts | undefined
  /** In PEM, that of the signer first; empty for a MAC. */
  readonly chain: readonly string[]
}

/** A Reference whose digest holds: what a receipt repeats. */
export interface CheckedReference {
  /** `#` and the id of an element, `cid:` and that of an attachment, or empty for the whole document. */
  readonly uri: string
  /** URI of the digest algorithm. */
  readonly digestMethod: string
  /** In base64. */
  readonly digest: string
}

export interface UsedAlgorithm {
  /** Its URI; of RSA-OAEP, with that of its digest and of its mask, unless that is by SHA-1. */
  readonly named: string
  readonly weak: WeakAlgorithm | undefined
}

export interface ProvenUser {
  readonly peer: string
  readonly element: XmlElement
  /** Of a token with a digest; it counts once. */
  readonly nonce?: string | undefined
  /** When such a digest was made, in milliseconds since 1970. */
  readonly digestedAt?: number | undefined
}

export interface Confirmation {
  /** Base64 value of a signature of the request. */
  readonly value: string
  readonly element: XmlElement
}

/** In milliseconds since 1970. */
export interface Timestamp {
  readonly element: XmlElement
  readonly created: number | undefined
  readonly expires: number | undefined
}

export const UNSIGNED: Tied = {
  signatures: [],
  apart: [],
  users: [],
  timestamp: undefined,
  decrypted: [],
  encryption: [],
  confirmations: [],
  confirmed: [],
  form: undefined,
  ignored: [],
}

/** True if a signature covers the element: it is within what was signed, at the place where it was signed. */
export function isCovered(
  { signatures }: Pick<Tied, 'signatures' | 'apart'>,
  element: XmlElement,
): boolean {
  return signatures.some(({ covers }) => isCoveredBy(covers, element))
}

export function isCoveredBy(covers: AcceptedSignature['covers'], element: XmlElement): boolean {
  return covers.some((covered) => isWithin(element, covered))
}

/** An element that was made here is in no text. */
export function isWithin(element: XmlElement, around: XmlElement): boolean {
  return element.start >= 0 && element.start >= around.start && element.end <= around.end
}
