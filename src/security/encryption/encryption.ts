/** XML Encryption of elements and of their content: AES-GCM, under keys by RSA-OAEP or ECDH-ES. */
import type { X509Certificate } from 'node:crypto'
import type { Cut } from '../../xml/splice.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Walk } from '../../xml/walk.js'
import type { KeyReference, OwnKey } from '../keys.js'
import type { WeakAlgorithm } from '../weak.js'

export interface Decryption {
  readonly source: string
  /** xenc:EncryptedKey and xenc:ReferenceList of a security block: what they name is decrypted. */
  readonly blocks: readonly XmlElement[]
  readonly elementOf: (id: string) => XmlElement | undefined
  readonly keys: readonly OwnKey[]
  /** Reads the KeyInfo that tells which of the keys it is for. */
  readonly referenceOf: (keyInfo: XmlElement) => KeyReference | undefined
  readonly allows: (algorithm: WeakAlgorithm) => boolean
}

/** What stands in place of each xenc:EncryptedData: well-formed by itself, and in no order. */
export interface Decrypted {
  readonly cuts: readonly Cut[]
}

/** @throws SecurityFailure that is the same, after the same work, whatever is wrong with key or ciphertext */
// biome-ignore lint/correctness/useYield: gives way in what it calls
export function* decrypting(_decryption: Decryption): Walk<Decrypted> {
  throw new Error('not written yet')
}

export interface Encryption {
  readonly source: string
  /** `content` of Body, whole elements otherwise. */
  readonly parts: readonly { readonly element: XmlElement; readonly type: 'element' | 'content' }[]
  readonly to: X509Certificate
  readonly cipher: 'aes128-gcm' | 'aes256-gcm'
  /** Text of the wsse:SecurityTokenReference, or other content of KeyInfo, that names the certificate. */
  readonly keyInfo: string
}

/** @returns the changes of the text, and the text of the xenc:EncryptedKey that names them */
// biome-ignore lint/correctness/useYield: gives way in what it calls
export function* encrypting(
  _encryption: Encryption,
): Walk<{ readonly cuts: readonly Cut[]; readonly encryptedKey: string }> {
  throw new Error('not written yet')
}
