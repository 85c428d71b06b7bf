/** PUBLIC contract of a transport: how it stands in a WSDL, and which mailboxes it has. */

/** A port at which a plugin is reached, for its description (WSDL 1.1 §2.6). */
export interface DescribedPort {
  /** Begins the names of its bindings and ports, such as `Mail`; no other transport's may be the same. */
  readonly name: string
  /** URI of the transport (`soap:binding/@transport`). */
  readonly binding: string
  /** Further URIs by which contracts name the transport. Default: none. */
  readonly aliases?: readonly string[] | undefined
  /** URL that messages are sent to. */
  readonly address: string
  /** True if TLS secures it. Default false. */
  readonly secure?: boolean | undefined
}

/** A mail address that messages are taken at. */
export interface OwnMailbox {
  /** In lower case; `*@domain` is every other one of a domain. */
  readonly address: string
  /** Plugin, or path of a route; undefined for the node as a whole. */
  readonly destination: string | undefined
}
