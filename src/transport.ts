/** PUBLIC contract of a transport: how messages get into this node and out of it. */
import type { Trace } from './routing/traceparent.js'
import type { FaultCode, VersionName } from './soap/version.js'

export { readTrace, type Trace } from './routing/traceparent.js'
export { type FaultCode, MEDIA_TYPES, type VersionName } from './soap/version.js'

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
  /** What the message says it answers: ids and tokens of messages that this node may have sent. */
  readonly inReplyTo?: readonly string[]
  /** Set in place of a body for a report about what `inReplyTo` names. */
  readonly report?: DeliveryReport
  /** Empty if none came along. */
  readonly attachments: readonly Attachment[]
  readonly peer: Peer
  /** Nodes of this kind that the message has passed, as the transport itself says. */
  readonly hops?: number
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
  /** What it answers; nothing for a request. */
  readonly inReplyTo?: Reference
  /** Default `request`. */
  readonly purpose?: 'request' | 'reply' | 'fault'
  /** Nodes of this kind that the message has passed, this one included. Default: it begins here. */
  readonly hops?: number
  /** Whom the message has passed, oldest first, this node included, as `protocol name`. */
  readonly via?: readonly string[]
  /** The trace that the message belongs to. Default: none is told. */
  readonly trace?: Trace
}

/** Why a message was turned away without an envelope in answer. */
export type Refusal =
  /** It cannot be decoded: not well-formed, bytes outside the encoding, or beyond a limit. */
  | 'undecodable'
  /** It is larger than this node takes. */
  | 'too-large'
  /** Its media type or character encoding is not one this node reads. */
  | 'unsupported'
  /** Nothing here has that address. */
  | 'unknown-destination'
  /** There is no safe operation of that name to retrieve from. */
  | 'not-retrievable'
  /** It cannot be made durable now; the same message may be sent again later. */
  | 'unavailable'
  /** More waits to be done than this node takes; the same message may be sent again later. */
  | 'busy'
  /** Its sender is not one of those that this node takes such messages from. */
  | 'forbidden'
  /** No exchange has had that id. */
  | 'unknown-exchange'
  /** The answer of that exchange is kept no longer. */
  | 'gone'

/** Why a message went no further: `late` if the next node was reached and did not answer in time. */
export type Stranding = 'unreachable' | 'late'

/** What became of a message. Each transport says it in the numbers of its protocol. */
export type Outcome =
  /** It was processed, or is durable and will be, and has no answer here. */
  | { readonly kind: 'accepted' }
  /** It is durable and will be processed; its sender may come back for the answer. */
  | { readonly kind: 'pending'; readonly exchange: string }
  | { readonly kind: 'reply'; readonly message: OutboundMessage }
  /** The message holds a fault; its code tells who is to blame. */
  | {
      readonly kind: 'fault'
      readonly message: OutboundMessage
      readonly code: FaultCode
      /** Set if this node could not bring the message to the next one, or had no answer in time. */
      readonly stranded?: Stranding
    }
  /** There is no envelope in answer; `retryAfter` is in seconds. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly retryAfter?: number }

/** Where a transport tells what concerns no exchange, such as a connection it closed. */
export interface TransportLog {
  debug(fields: object, sentence?: string): void
  warn(fields: object, sentence?: string): void
  error(fields: object, sentence?: string): void
}

/** The processor, as a transport sees it. It never rejects: every error is an outcome. */
export type Receive = (message: InboundMessage) => Promise<Outcome>

/** Tells whether a message may go to an IP address, given as `node:net` writes it. */
export type Guard = (address: string) => boolean

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
  /** Bytes of an answer. Default: as everywhere. */
  readonly maxBody?: number | undefined
  /** Connections at once; further messages wait for one. Default: as many as there are messages. */
  readonly connections?: number | undefined
}

/** Gets messages in and out by one protocol. `transports/memory` is the reference. */
export interface Transport {
  /** Names it in logs and in `InboundMessage.transport`, such as `http`. */
  readonly name: string
  /** Schemes of the URLs it can send to, such as `http` and `https`. */
  readonly schemes: readonly string[]
  /** What it listens on, for people to read; empty before `listen` and after `close`. */
  readonly listening: readonly string[]
  /**
   * Starts to receive.
   *
   * @throws Error with `code` and `address` as `node:net` has them (`EADDRINUSE` and others) if the
   *   address cannot be had
   */
  listen(receive: Receive): Promise<void>
  /**
   * Sends a message; follows no redirect, and tries once.
   *
   * @param to      where to, with one of `schemes`
   * @param signal  ends the attempt
   * @param guard   for a message whose way a peer has named: every address that is connected to must
   *   pass it, after its name was resolved. Sends with the same function may share connections, with
   *   another one or none never. A transport that connects to no IP address has nothing to guard.
   *   Default: any address will do
   * @param access  the same object each time for one destination: sends with the same one may share
   *   connections, with another one or none never. A transport whose protocol has no place for it
   *   leaves it aside. Default: nothing is asked for
   * @returns the answer, or undefined if the transport has none to wait for
   * @throws Undeliverable if the message did not get through, may not have, or may not go there
   */
  send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    guard?: Guard,
    access?: Access,
  ): Promise<InboundMessage | undefined>
  /**
   * Stops to receive, lets what runs finish, then lets go of every socket and timer.
   *
   * @param deadline  once aborted, what still runs is cut off
   */
  close(deadline: AbortSignal): Promise<void>
}

/** A message could not be handed to the next node. */
export class Undeliverable extends Error {
  /** True if the same message will not get through later either. */
  readonly permanent: boolean
  /** True if it was sent, and nothing was heard of it in time. */
  readonly late: boolean

  constructor(
    message: string,
    options: ErrorOptions & { readonly permanent?: boolean; readonly late?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'Undeliverable'
    this.permanent = options.permanent ?? false
    this.late = options.late ?? false
  }
}
