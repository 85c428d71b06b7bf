/** PUBLIC: where a message came from, and where its answer goes; the same value in messages and in jobs. */
import type { Traceparent } from './traceparent.js'

/** Plain JSON, so that any node of a cluster can answer. */
export interface Origin {
  /** Name of the transport it came over, such as `http`. */
  readonly transport: string
  readonly peer: Peer
  /** Plugin, or path of a route, that it was addressed to; undefined for the node as a whole. */
  readonly destination?: string | undefined
  /** The transport's own id of the message. */
  readonly messageId?: string | undefined
  /** URL that the answer goes to, if it does not go back on the connection. */
  readonly replyTo?: string | undefined
  /** How that answer refers to this message. */
  readonly reference?: Reference | undefined
  /** Addresses of this node that it was sent to, all of them. Default: the one in `reference`. */
  readonly recipients?: readonly string[] | undefined
  /**
   * URL of who handed it over, where answers are messages of their own: it gets the faults of messages of which nobody
   * has proven where answers may go. Empty: nobody gets them. Default: as `replyTo`.
   */
  readonly returnPath?: string | undefined
  /** Default `always`. */
  readonly answerable?: Answerable | undefined
  /** The trace that the message belongs to, as `readTraceparent` gives it. */
  readonly trace?: Traceparent | undefined
}

/** Who sent a message, as far as the transport knows. */
export interface Peer {
  /** Address of the connection's other end, such as `192.0.2.7`. */
  readonly address?: string | undefined
  /** Name the peer has authenticated as. */
  readonly user?: string | undefined
  /** Common name and SHA-256 fingerprint of the client certificate that TLS has verified. */
  readonly certificate?: readonly string[] | undefined
  /** Mail address in From, lower case; anybody can write it, so trust it only with `domains`. */
  readonly mailbox?: string | undefined
  /** Domains that are proven to have sent the message, by SPF, DKIM or DMARC. */
  readonly domains?: readonly string[] | undefined
  /** Name in `security.peers` of whom its password, key or token has proven it to be. */
  readonly name?: string | undefined
  /** Name in `security.peers` of whom all that is proven tells: a name, a certificate, domains. */
  readonly identity?: string | undefined
  /** How TLS secures the connection; undefined for an unencrypted one. */
  readonly tls?: TlsConnection | undefined
}

/** A connection over TLS, as the transport has it, or as a listed proxy says. */
export interface TlsConnection {
  /** Such as `TLSv1.3`. */
  readonly protocol: string
  /** The client certificate, if there is one and TLS has verified it. */
  readonly certificate?: CertificateFacts | undefined
}

/** What a certificate says of its holder. */
export interface CertificateFacts {
  /** Distinguished name, such as `CN=bank,O=Example,C=NL` (RFC 4514). */
  readonly subject: string
  /** Distinguished name of who issued it, likewise. */
  readonly issuer: string
  /** In hexadecimal digits, upper case, without leading zeros. */
  readonly serial: string
  /** SHA-256 of the certificate, 64 hexadecimal digits in lower case. */
  readonly fingerprint: string
  /** Alternative names, such as `DNS:bank.example` and `URI:urn:bank`. */
  readonly names: readonly string[]
}

/** The sender of a message, by the best name that the transport knows. */
export function senderOf({ peer }: Origin): string {
  return peer.identity ?? peer.user ?? peer.certificate?.[0] ?? peer.mailbox ?? peer.address ?? ''
}

/** The addresses of this node that a message was sent to; jobs of older versions know one of them. */
export function recipientsOf({ recipients, reference }: Origin): readonly string[] {
  return recipients ?? (reference?.to === undefined ? [] : [reference.to])
}

/** How an answer refers to a message, where answers are messages of their own. */
export interface Reference {
  /** The message's own id, such as a mail's `<a@b>`. */
  readonly messageId?: string | undefined
  /** Ids of the messages before it, oldest first. */
  readonly references: readonly string[]
  /** For people; no decision depends on it. */
  readonly subject?: string | undefined
  /** True if people seem to have sent it: its answer has a text beside the envelope. */
  readonly byPeople?: boolean | undefined
  /** Address of this node that it was sent to, such as `a@b`; the answer is sent from there. */
  readonly to?: string | undefined
}

/** A report that a message of this node did not arrive (RFC 3464). */
export interface DeliveryReport {
  /** Such as `5.1.1`. */
  readonly status: string
  /** What the other side said, for people to read. */
  readonly text: string
  /** True if it is still being tried. */
  readonly delayed: boolean
}

/** Whether a message may be answered, so that no two programs answer each other for ever. */
export type Answerable =
  | 'always'
  /** Only a valid request is answered. */
  | 'if-valid'
  | 'never'
