/** PUBLIC contract of a transport: messages as they come in, and as they go out. */
import type { VersionName } from '../soap/version.js'
import type { Admission } from './admission.js'
import type { DeliveryReport, Origin, Reference } from './origin.js'
import type { Trace } from './traceparent.js'

/** A file that came along with a message. */
export interface Attachment {
  /** Media type with its parameters. */
  readonly contentType: string
  /** File name, if the message gives one. */
  readonly name?: string | undefined
  readonly body: Uint8Array
}

/** What a transport says of every message, whatever its kind. */
interface Arrival {
  readonly origin: Origin
  /**
   * Media type in lower case, without parameters. Of a message without envelope: that of the answer it
   * would like.
   */
  readonly mediaType: string
  /** Whose messages are taken at the place where it arrived. Default: everybody's. */
  readonly admission?: Admission | undefined
}

/** A SOAP envelope as it came: protocol headers read, content untouched. */
export interface EnvelopeMessage extends Arrival {
  readonly kind: 'envelope'
  /** The envelope's bytes, transfer and content encodings undone. */
  readonly body: Uint8Array
  /** The `charset` parameter of the media type. */
  readonly charset?: string | undefined
  /** SOAPAction or the media type's `action`, without quotes; a hint, never the operation. */
  readonly action?: string | undefined
  /**
   * Milliseconds the sender will wait for an answer that is not there at once, 0 if it would rather
   * come back for it. Default: as long as this node lets anybody wait.
   */
  readonly patience?: number | undefined
  /** What the sender calls this request, so that the same one again has no second effect. */
  readonly idempotencyKey?: string | undefined
  /** Nodes of this kind that it has passed, as the transport's own header says. Default: not known. */
  readonly hops?: number | undefined
  /** Whom the message has passed, oldest first, as `protocol name` of RFC 9110 §7.6.3. */
  readonly via?: readonly string[] | undefined
  /** What it says it answers: ids and tokens of messages that this node may have sent. Default: none. */
  readonly inReplyTo?: readonly string[] | undefined
  /** Empty if none came along. */
  readonly attachments: readonly Attachment[]
}

/** Asks for the answer of a safe operation without an envelope (SOAP 1.2 Part 2 §6.3). */
export interface RetrievalMessage extends Arrival {
  readonly kind: 'retrieval'
  /** Local name of the operation, which is one of the plugin that `origin.destination` names. */
  readonly operation: string
  /** Named parameters in the order they came. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/** A sender comes back for the answer of an exchange. */
export interface PickUpMessage extends Arrival {
  readonly kind: 'pick-up'
  /** Id of the exchange. */
  readonly exchange: string
}

/** A report about a message that this node has sent. */
export interface ReportMessage extends Arrival {
  readonly kind: 'report'
  /** Ids and tokens of what it is about. */
  readonly inReplyTo: readonly string[]
  readonly report: DeliveryReport
}

/** A message as a transport hands it over. */
export type InboundMessage = EnvelopeMessage | RetrievalMessage | PickUpMessage | ReportMessage

/** An envelope to be sent. */
export interface OutboundMessage {
  /** UTF-8 text of the envelope. */
  readonly body: string
  /** Decides the media type: `text/xml` for 1.1, `application/soap+xml` for 1.2. */
  readonly soap: VersionName
  /** SOAPAction of 1.1, `action` of 1.2's media type, without quotes. Default: none. */
  readonly action?: string | undefined
  /** Names the message where it travels alone, so that answers and reports can name it: a job's id. */
  readonly id?: string | undefined
  /**
   * True if the next node shall do it once however often it is sent, as by its `id` it can: an attempt
   * that seems to have failed may have been taken. Default false: its answer on the connection matters more.
   */
  readonly once?: boolean | undefined
  /** What it answers; nothing for a request. */
  readonly inReplyTo?: Reference | undefined
  /** Default `request`. */
  readonly purpose?: 'request' | 'reply' | 'fault' | undefined
  /**
   * Nodes of this kind that it has passed once it leaves this one, for the transport's own header; a
   * message that is sent on has one more than it came with. Default: 1, this one.
   */
  readonly hops?: number | undefined
  /** Whom the message has passed, oldest first, this node included, as `protocol name`. */
  readonly via?: readonly string[] | undefined
  /** The trace that the message belongs to. Default: none is told. */
  readonly trace?: Trace | undefined
}
