/** PUBLIC contract of a transport: what a destination asks of those who send to it. */

/**
 * What one destination asks of those who send to it, and what they grant it. Contents, not names of
 * files; never to be logged.
 */
export interface Access {
  /** Name and password for Basic authentication (RFC 7617). */
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Bearer token (RFC 6750), in place of them. */
  readonly token?: string | undefined
  /** Certificate of this node with its chain, and its key, in PEM. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  /** Authorities that the destination's own certificate may be from, in PEM. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** SHA-256 of certificates, or of their public keys, in hexadecimal digits: one must be the destination's. Default: any. */
  readonly pin?: readonly string[] | undefined
  /** Connections at once; further messages wait for one. Default: as many as there are messages. */
  readonly connections?: number | undefined
}

/** A destination as the configuration has it: certificate, key and authorities are names of files. */
export interface NamedUrl extends Access {
  readonly url: string
}

/** What is wrong with a key of a destination, as in "expected an https: URL with it". */
export interface Complaint {
  readonly key: keyof NamedUrl
  readonly sentence: string
}
