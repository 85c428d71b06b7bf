/** The keys that security works with: this node's own, and the one decision on those of others. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import type { WeakAlgorithm } from './weak.js'

/** A private key with the certificate that belongs to it. */
export interface OwnKey {
  readonly key: KeyObject
  readonly certificate: X509Certificate
  /** Issuers of the certificate, as far as its file has them. */
  readonly chain: readonly X509Certificate[]
}

/** What signs: a private key, or one that is shared with a peer. */
export type SigningKey =
  | { readonly kind: 'signature'; readonly own: OwnKey; readonly algorithm?: string | undefined }
  | { readonly kind: 'mac'; readonly key: KeyObject; readonly name: string }

/** How a message names a certificate that it does not have in it. */
export type KeyReference =
  | { readonly by: 'issuer-serial'; readonly issuer: string; readonly serial: bigint }
  /** X.509 SubjectKeyIdentifier. */
  | { readonly by: 'key-identifier'; readonly id: Buffer }
  /** SHA-1 of the certificate, which only names it, and proves nothing. */
  | { readonly by: 'thumbprint'; readonly sha1: Buffer }

export type Decision =
  | {
      readonly trusted: true
      /** Name in `security.peers`. */
      readonly peer: string
      /** From the certificate to its trust anchor, both included. */
      readonly chain: readonly X509Certificate[]
    }
  /** `why` is for the log. */
  | { readonly trusted: false; readonly why: string }

export interface SharedKey {
  readonly peer: string
  /** As KeyName says it to the peer: its `user`, which both sides can agree on. */
  readonly name: string
  readonly key: KeyObject
}

/** What the configuration says of the keys of peers; nothing in a message makes a key trusted. */
export interface Trust {
  /**
   * Whose signatures a certificate makes: its chain leads to what a peer is configured with, every
   * certificate in it was valid then, and none is revoked.
   *
   * @param others  certificates that came along: they may link the chain, and are never trusted for it
   * @param at      milliseconds since 1970
   */
  decide(certificate: X509Certificate, others: readonly X509Certificate[], at: number): Decision
  /**
   * A certificate of a chain that was trusted before: to read it again takes longer than to verify a signature.
   *
   * @param octets  in base64
   */
  readBefore?(octets: string): X509Certificate | undefined
  /** A configured certificate that a message refers to; undefined if there is none, or more than one. */
  find(reference: KeyReference): X509Certificate | undefined
  /**
   * The key that is shared with a peer.
   *
   * @param name  as KeyName says: the peer's name or its `user`; the only shared key has any name
   */
  sharedKey(name: string | undefined): SharedKey | undefined
  /** The plain password for digests, of the peer with that user name. */
  digestPassword(user: string): { readonly peer: string; readonly password: string } | undefined
  /** Checks a plain-text password; it takes as long for unknown names. */
  checkPassword(user: string, password: string): Promise<string | undefined>
  /** True if a weak algorithm is taken from a peer; undefined: from any peer. */
  allows(algorithm: WeakAlgorithm, peer: string | undefined): boolean
  /** What is encrypted to a peer is encrypted to this. */
  encryptTo(peer: string): X509Certificate | undefined
}
