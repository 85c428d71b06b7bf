/** PUBLIC contract of a transport: messages as they come in, and as they go out. */

import type { VersionName } from '../soap/version.js'
import type { Trace } from './traceparent.js'

/** Who sent a message, as far as the transport knows. All of it is plain JSON. */
export interface Peer {
  /** Address of the connection's other end, such as `192.0.2.7`. */
  readonly address?: string
  /** Name the peer has authenticated as. */
  readonly user?: string
  /** Mail address the message says it is from, lower case; only as good as `domains`. */
  readonly mailbox?: string
  /** Domains that are proven to have sent the message, by SPF, DKIM or DMARC. */
  readonly domains?: readonly string[]
}

/** How an answer refers to a message, where answers are messages of their own. */
export interface Reference {
  /** The message's own id, such as a mail's `<a@b>`. */
  readonly messageId?: string
  /** Ids of the messages before it, oldest first. */
  readonly references: readonly string[]
  /** For people to recognise it by; nothing is decided by it. */
  readonly subject?: string
  /** Address of this node that it was sent to, such as `a@b`: what answers it comes from there. */
  readonly to?: string
}

/** A report that a message of this node's did not arrive (RFC 3464). */
export interface DeliveryReport {
  /** Such as `5.1.1`. */
  readonly status: string
  /** What the other side said, for people to read. */
  readonly text: string
  /** True if it is still being tried. */
  readonly delayed: boolean
}

/** To which messages there may be an answer, so that no two automata answer each other for ever. */
export type Answerable =
  | 'always'
  /** A valid request is answered, and nothing else. */
  | 'if-valid'
  | 'never'

/** A file that came along with a message. */
export interface Attachment {
  /** Media type with its parameters. */
  readonly contentType: string
  /** File name, if the message gives one. */
  readonly name?: string
  readonly body: Uint8Array
}

/** Asks for the answer of a safe operation without an envelope (SOAP 1.2 Part 2 §6.3). */
export interface Retrieval {
  /** Local name of the operation, which is the one of the message's `destination`. */
  readonly operation: string
  /** Named parameters in the order they came. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/** A message as a transport hands it over: protocol headers read, content as it came. */
export interface InboundMessage {
  /** Name of the transport. */
  readonly transport: string
  /** The envelope's bytes, transfer and content encodings undone; empty for a retrieval. */
  readonly body: Uint8Array
  /** Media type in lower case, without parameters. */
  readonly mediaType: string
  /** The `charset` parameter of the media type. */
  readonly charset?: string | undefined
  /** Plugin the message was addressed to; undefined for the node as a whole. */
  readonly destination?: string | undefined
  /** SOAPAction or the media type's `action`, without quotes; a hint, never the operation. */
  readonly action?: string | undefined
  /** Set in place of a body where the protocol asks for an answer without sending an envelope. */
  readonly retrieval?: Retrieval
  /** Set in place of a body where a sender comes back for the answer of the exchange with this id. */
  readonly pickUp?: string
  /**
   * Milliseconds the sender will wait for an answer that is not there at once, 0 if it would rather
   * come back for it. Default: as long as this node lets anybody wait.
   */
  readonly patience?: number
  /** What the sender calls this request, so that the same one again has no second effect. */
  readonly idempotencyKey?: string
  /** The transport's own identification of the message. */
  readonly messageId?: string
  /** Where the answer goes, if not back on the connection. */
  readonly replyTo?: URL
  /** How that answer refers to this message. */
  readonly reference?: Reference
  /** Default `always`. */
  readonly answerable?: Answerable
  /**
   * True if nothing admits the sender where the transport admits some only: then it may call what a
   * plugin marks `public`, and whatever else it wants is refused as `forbidden`.
   */
  readonly stranger?: boolean
  /** Nodes of this kind that it has passed, as the transport's own header says. Default: not known. */
  readonly hops?: number
  /** What the message says it answers: ids and tokens of messages that this node may have sent. */
  readonly inReplyTo?: readonly string[]
  /** Set in place of a body for a report about what `inReplyTo` names. */
  readonly report?: DeliveryReport
  /** Empty if none came along. */
  readonly attachments: readonly Attachment[]
  readonly peer: Peer
  /** Whom the message has passed, oldest first, as `protocol name` of RFC 9110 §7.6.3. */
  readonly via?: readonly string[]
  /** The trace that the message belongs to, as `readTrace` gives it. */
  readonly trace?: Trace
}

/** An envelope to be sent. */
export interface OutboundMessage {
  /** UTF-8 text of the envelope. */
  readonly body: string
  /** Decides the media type: `text/xml` for 1.1, `application/soap+xml` for 1.2. */
  readonly soap: VersionName
  /** SOAPAction of 1.1, `action` of 1.2's media type, without quotes. Default: none. */
  readonly action?: string
  /** Names the message where it travels alone, so that answers and reports can name it: a job's id. */
  readonly id?: string
  /**
   * True if the next node shall do it once however often it is sent, as by its `id` it can: an attempt
   * that seems to have failed may have been taken. Default false: its answer on the connection matters more.
   */
  readonly once?: boolean
  /** What it answers; nothing for a request. */
  readonly inReplyTo?: Reference
  /** Default `request`. */
  readonly purpose?: 'request' | 'reply' | 'fault'
  /**
   * Nodes of this kind that it has passed once it leaves this one, for the transport's own header; a
   * message that is sent on has one more than it came with. Default: 1, this one.
   */
  readonly hops?: number
  /** Whom the message has passed, oldest first, this node included, as `protocol name`. */
  readonly via?: readonly string[]
  /** The trace that the message belongs to. Default: none is told. */
  readonly trace?: Trace
}
