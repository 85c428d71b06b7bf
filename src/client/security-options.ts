/** How a sender of programs secures its messages, and which answers it takes. */
import type { PartName } from '../security/seal.js'
import type { SuiteName } from '../security/suite.js'
import type { Form } from '../security/verdict.js'
import type { WeakAlgorithm } from '../security/weak.js'

export interface SecurityOptions {
  /** WS-Security, or SOAP-DSIG's Signature entries. Default `wss`. */
  readonly form?: Form | undefined
  /** What requests are signed with, and encrypted answers are decrypted with. Default: nothing. */
  readonly key?:
    | {
        /** The private key, in PEM. */
        readonly key: string
        /** Its certificate, and those of its issuers if they are to go along, in PEM. */
        readonly certificate: string
        /** Such as `rsa-pss-sha256`. Default: as the key is, with SHA-256. */
        readonly algorithm?: string | undefined
      }
    | undefined
  /** A key that both sides have, in place of one's own: requests have a MAC, and answers must. */
  readonly sharedKey?: { readonly name: string; readonly key: Uint8Array } | undefined
  /** Parts that are signed. Default: Body, in WS-Security Timestamp and Addressing too. */
  readonly sign?: readonly PartName[] | undefined
  /** How the certificate is told. Default `token`: in the message. */
  readonly reference?: 'token' | 'issuer-serial' | 'key-identifier' | 'thumbprint' | undefined
  /** Certificate that requests are encrypted to, in PEM. Default: they are not encrypted. */
  readonly encryptTo?: string | undefined
  /** Parts that are encrypted. Default: Body. */
  readonly encrypt?: readonly PartName[] | undefined
  /**
   * Whether parts are signed and then encrypted, or the signature is over what was encrypted
   * (`sp:EncryptBeforeSigning`). Default `sign-first`.
   */
  readonly order?: 'sign-first' | 'encrypt-first' | undefined
  /** Milliseconds for which a request counts, as its Timestamp says; false: it has none. Default 300,000. */
  readonly timestamp?: number | false | undefined
  /** A UsernameToken. Default: none. */
  readonly user?:
    | {
        readonly name: string
        readonly password: string
        /**
         * PasswordDigest, or PasswordText, which is sent over TLS only: a call to another URL than `https:` is a
         * TypeError. Default `digest`.
         */
        readonly form?: 'digest' | 'text' | undefined
      }
    | undefined
  /**
   * Certificates of who signs answers, or of those who issue theirs, in PEM; an answer without such a
   * signature is an `UnexpectedAnswer`, faults too. Default: answers need none, unless a key is shared.
   */
  readonly trust?: string | undefined
  /** Parts of an answer that must be signed. Default: Body. */
  readonly signed?: readonly PartName[] | undefined
  /** Whether answers must confirm the signatures of their request (WS-Security 1.1 §8.5). Default false. */
  readonly confirmed?: boolean | undefined
  /**
   * Weak algorithms that are taken in answers anyway; with `rsa-oaep-sha1` requests are encrypted so, too. Each
   * gives something away: see docs/security.md. Default: none.
   */
  readonly allow?: readonly WeakAlgorithm[] | undefined
  /**
   * Algorithm suite of WS-SecurityPolicy 1.2 §6.1, or one of CXF's with GCM, by which requests are sealed and answers must be;
   * not beside `allow`. Each has weak algorithms: see docs/security.md. Default: none, so that all is strong.
   */
  readonly suite?: SuiteName | undefined
  /** Milliseconds by which the clock of the other side may differ. Default 300,000. */
  readonly clockSkew?: number | undefined
}
