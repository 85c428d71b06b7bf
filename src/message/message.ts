/** PUBLIC contract of a transport: messages as they come in, and as they go out. */
import type { VersionName } from '../soap/version.js'
import type { Binary } from '../xml/binary.js'
import type { Admission } from './admission.js'
import type { DeliveryReport, Origin, Reference } from './origin.js'
import type { Spool } from './spool/index.js'
import type { Traceparent } from './traceparent.js'

/** A file that came with a message. */
export interface Attachment {
  /** Media type with its parameters. */
  readonly contentType: string
  /** File name, if the message gives one. */
  readonly name?: string | undefined
  /** The id by which the envelope can refer to it (RFC 2392), without angle brackets. */
  readonly id?: string | undefined
  /**
   * The header fields of its part as they came: names as they stood, values unfolded, a character for each byte, in
   * their order; all but Content-Transfer-Encoding, which is the way's matter. Whoever sends it on writes these.
   * Default: written from what stands above.
   */
  readonly fields?: readonly PartField[] | undefined
  readonly content: Binary
}

/** A file that is sent beside an envelope. */
export interface NewAttachment {
  /** Media type with its parameters. */
  readonly contentType: string
  readonly content: Binary | Uint8Array
  /** File name. Default: none. */
  readonly name?: string | undefined
  /** Content-ID, without angle brackets. Default: a new one. */
  readonly id?: string | undefined
}

/** A header field of a part. */
export type PartField = readonly [name: string, value: string]

/** What every message has, whatever its kind. */
interface Arrival {
  readonly origin: Origin
  /**
   * Media type in lower case, without parameters. For a message without envelope: the media type that
   * its sender prefers for the answer.
   */
  readonly mediaType: string
  /** Who may send to the address where it arrived. Default: everybody. */
  readonly admission?: Admission | undefined
  /**
   * Keeps its attachments, and those of its answer; its transport closes it once the answer is written.
   * Default: those of its answer are in memory.
   */
  readonly spool?: Spool | undefined
}

/** A SOAP envelope as it came: protocol headers read, content untouched. */
export interface EnvelopeMessage extends Arrival {
  readonly kind: 'envelope'
  /** The envelope's bytes, transfer and content encodings decoded. */
  readonly body: Uint8Array
  /** The `charset` parameter of the media type. */
  readonly charset?: string | undefined
  /** SOAPAction, or `action` of the media type, without quotes; it never chooses the operation. */
  readonly action?: string | undefined
  /**
   * Milliseconds that the sender wants to wait for a queued answer; 0 to fetch it later. Default: as long
   * as this node lets senders wait.
   */
  readonly patience?: number | undefined
  /** Where the answers of exchanges can be fetched, each at its id below this address. Default: nowhere. */
  readonly answersAt?: string | undefined
  /** The sender's own key of this request: a second request with it has no second effect. */
  readonly idempotencyKey?: string | undefined
  /** Waybill nodes that it has passed, as the transport's own header says. Default: not known. */
  readonly hops?: number | undefined
  /** The nodes that the message has passed, oldest first, as `protocol name` of RFC 9110 §7.6.3. */
  readonly via?: readonly string[] | undefined
  /** The messages that it says it answers: ids and tokens of this node. Default: none. */
  readonly inReplyTo?: readonly string[] | undefined
  /** What came with it beside the envelope, in its order; empty if there is nothing. */
  readonly attachments: readonly Attachment[]
  /** How envelope and attachments came together. Default: the envelope came alone, or as a mail with files. */
  readonly packaging?: Packaging | undefined
}

/**
 * `xop`: attachments stand for the text of elements (MTOM, XOP §3). `attachments`: parts of their own beside the
 * envelope (SOAP Messages with Attachments §3).
 */
export type Packaging = 'xop' | 'attachments'

/** Calls a safe operation without an envelope (SOAP 1.2 Part 2 §6.3). */
export interface RetrievalMessage extends Arrival {
  readonly kind: 'retrieval'
  /** Local name of the operation, in the plugin that `origin.destination` names, or in any. */
  readonly operation: string
  /** Named parameters in the order in which they came. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** What its sender prefers the answer as. Default `envelope`. */
  readonly form?: 'envelope' | 'json' | undefined
}

/** A sender fetches the answer of an exchange. */
export interface PickUpMessage extends Arrival {
  readonly kind: 'pick-up'
  /** Id of the exchange. */
  readonly exchange: string
}

/** A delivery report (a bounce) about a message that this node has sent. */
export interface ReportMessage extends Arrival {
  readonly kind: 'report'
  /** Ids and tokens of the message that it is about. */
  readonly inReplyTo: readonly string[]
  readonly report: DeliveryReport
}

/** Asks what can be called at an address: of the plugin that `origin.destination` names, or of all. */
export interface DescriptionMessage extends Arrival {
  readonly kind: 'description'
  readonly form: DescriptionForm
  /** URL at which who asks reaches the node as a whole, known to be one of this node's. */
  readonly base: string
}

export type DescriptionForm =
  /** Definitions with the ports of the transport that is asked, or with those of every transport. */
  | {
      readonly kind: 'wsdl'
      readonly ports: 'own' | 'all'
      /** Of this version of SOAP only. Default: of both. */
      readonly soap?: VersionName | undefined
      /** Number of one of several documents, from 1 on. Default: the first, which imports the others. */
      readonly document?: number | undefined
    }
  /** A schema of the definitions, by its number from 1 on. */
  | { readonly kind: 'schema'; readonly number: number }
  /** A page in HTML, for people. */
  | { readonly kind: 'page' }

/** A message as a transport receives it. */
export type InboundMessage =
  | EnvelopeMessage
  | RetrievalMessage
  | PickUpMessage
  | DescriptionMessage
  | ReportMessage

/**
 * What a transport says of its protocol for spans, by the names of OpenTelemetry's semantic conventions: nothing of a
 * message's content; `error.type` if what the other side did is an error.
 */
export type ProtocolFacts = Readonly<Record<string, string | number | undefined>>

/** What an answer says, for people to read. */
export interface Summary {
  /** Local name of the operation that it is the answer of. */
  readonly operation?: string | undefined
  /** The reason of a fault. */
  readonly fault?: string | undefined
}

/** An envelope to be sent. */
export interface OutboundMessage {
  /** UTF-8 text of the envelope. */
  readonly body: string
  /** What goes with it, in this order. Default: nothing. */
  readonly attachments?: readonly Attachment[] | undefined
  /** How it goes together with its attachments; `xop` without any is written as one part. Default: the envelope goes alone. */
  readonly packaging?: Packaging | undefined
  /** Decides the media type: `text/xml` for 1.1, `application/soap+xml` for 1.2. */
  readonly soap: VersionName
  /** SOAPAction of 1.1, `action` of 1.2's media type, without quotes. Default: none. */
  readonly action?: string | undefined
  /** Id of the job, by which answers and reports can name the message if it travels alone. */
  readonly id?: string | undefined
  /**
   * True if the next node should process it once even if it is sent more than once, recognizing its
   * `id`: an attempt that seems to have failed may have arrived. Default: false.
   */
  readonly once?: boolean | undefined
  /**
   * True if a success without an envelope is a failure, unless it says that the message was only accepted. Default:
   * it may be one-way.
   */
  readonly answerExpected?: boolean | undefined
  /** The message that it answers; undefined for a request. */
  readonly inReplyTo?: Reference | undefined
  /** What it says, in words for people; no decision depends on it. Default: nothing is known of it. */
  readonly summary?: Summary | undefined
  /** Default `request`. */
  readonly purpose?: 'request' | 'reply' | 'fault' | undefined
  /**
   * Waybill nodes that it has passed, this one included, for the transport's own header; a message that
   * is sent on has one more than it came with. Default: 1.
   */
  readonly hops?: number | undefined
  /** The nodes that the message has passed, oldest first, this one included, as `protocol name`. */
  readonly via?: readonly string[] | undefined
  /** The trace that the message belongs to. Default: none. */
  readonly trace?: Traceparent | undefined
  /** Takes what spans say of the protocol, once or more while it is sent. Default: nothing is recorded. */
  readonly reportFacts?: ((facts: ProtocolFacts) => void) | undefined
}
