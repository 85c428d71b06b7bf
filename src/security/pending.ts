/** What security blocks say of attachments, whose bytes are read as streams: what is left to do once a block is read. */
import type { HashName } from './signature/digests.js'

/** In the order in which the security block asks for them. */
export type Pending = PendingDigest | PendingDecryption

/** A signature that holds only if an attachment has this digest. */
export interface PendingDigest {
  readonly kind: 'digest'
  /** Place of the signature among those of the verdict. */
  readonly signature: number
  /** Content-ID of the attachment. */
  readonly id: string
  /** True if it is over its header fields, too. */
  readonly complete: boolean
  readonly hash: HashName
  readonly digest: Buffer
}

export interface PendingDecryption {
  readonly kind: 'decryption'
  readonly id: string
  readonly cipher: 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'
  readonly secret: Buffer
  /** The Content-Type that it has once it is decrypted. */
  readonly contentType: string
}

/** What a security block says of attachments. */
export interface SealedAttachments {
  readonly signed: readonly {
    readonly id: string
    readonly digest: Buffer
    /** Octets that it is over. */
    readonly digested: number
  }[]
  /** Octets of all attachments. */
  readonly size: number
  readonly encrypted: readonly { readonly id: string; readonly contentType: string }[]
  /** What those are encrypted with. */
  readonly secret: Buffer
}
