/** What a sender of programs shows and trusts in TLS. */

export interface TlsOptions {
  /** PEM texts of a certificate with its chain, and of its key. Default: none is shown. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  /** PEM text of the authorities whose certificates are trusted. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** SHA-256 of certificates, or of their public keys, in hexadecimal digits: one must be the node's. Default: any. */
  readonly pin?: readonly string[] | undefined
}
