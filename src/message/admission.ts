/** PUBLIC: who may send to the address that a message arrived at; transports give it with each message. */

export interface Admission {
  /** One rule that matches admits the sender; without rules nobody is admitted. */
  readonly senders: readonly SenderRule[]
  /** True if anybody may call operations there that a plugin marks `public`. */
  readonly open: boolean
}

/** Conditions on a sender. All that are set must match; a rule without conditions matches everybody. */
export interface SenderRule {
  /** Networks of the connection's other end, such as `10.1.0.0/16`, or single addresses. */
  readonly hosts?: readonly string[] | undefined
  /** Names that have authenticated with a password; `*` is any. */
  readonly users?: readonly string[] | undefined
  /** Common names or SHA-256 fingerprints of verified client certificates; `*` is any. */
  readonly certificates?: readonly string[] | undefined
  /** Mail addresses in From, or `*@domain`; anybody can write them, so prove them by `domains`. */
  readonly mailboxes?: readonly string[] | undefined
  /** Domains that SPF, DKIM or DMARC prove to have sent the mail. */
  readonly domains?: readonly string[] | undefined
  /** Names in `security.peers`, by whatever proves them; `*` is any. */
  readonly peers?: readonly string[] | undefined
}
