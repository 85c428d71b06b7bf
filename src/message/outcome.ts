/** PUBLIC contract of a transport: what happened to a message. */
import type { FaultCode } from '../soap/version.js'
import type { KeySeen } from './events/events.js'
import type { OutboundMessage, ProtocolFacts } from './message.js'

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
  /** There is no description of that kind there. */
  | 'not-described'
  /** There is no safe operation of that name to retrieve from. */
  | 'not-retrievable'
  /** It cannot be made durable now; the same message may be sent again later. */
  | 'unavailable'
  /** More waits to be done than this node takes; the same message may be sent again later. */
  | 'busy'
  /** Its sender is not one of those that this node takes such messages from. */
  | 'forbidden'
  /** As forbidden, but its sender has not said who it is, and that could help. */
  | 'unauthenticated'
  /** Its sender has sent as many as it may in a time; the same message may be sent again later. */
  | 'too-many'
  /** An operator has paused the next node that it goes to; the same message may be sent again later. */
  | 'paused'
  /** No exchange has had that id. */
  | 'unknown-exchange'
  /** The answer of that exchange is kept no longer. */
  | 'gone'

/** A text that is no envelope: what is reported about a node, or an answer in another form. */
export interface Document {
  /** Media type without parameters. */
  readonly mediaType: string
  readonly text: string
  /** Differs for another text. Default: it is not to be recognised. */
  readonly tag?: string | undefined
  /** What a browser may do with it (Content Security Policy). Default: nothing at all. */
  readonly policy?: string | undefined
}

/** The message holds a fault; its code tells who is to blame. */
export interface FaultOutcome {
  readonly kind: 'fault'
  readonly message: OutboundMessage
  readonly code: FaultCode
  /** Id of the exchange that has the answer later, if the message was accepted here and is not finished. */
  readonly pending?: string | undefined
  /** True if a node behind this one says that it has accepted the message, and has not finished it. */
  readonly unfinished?: true | undefined
  /** Business keys of the message, for the report of a transport: no peer reads them. Default: none. */
  readonly keys?: readonly KeySeen[] | undefined
}

/** What happened to a message. Each transport says it in the numbers of its protocol. */
export type Outcome =
  /** It was processed, or is durable and will be, and has no answer here. */
  | { readonly kind: 'accepted' }
  /** It is durable and will be processed; its sender may come back for the answer. */
  | { readonly kind: 'pending'; readonly exchange: string }
  | { readonly kind: 'reply'; readonly message: OutboundMessage }
  | FaultOutcome
  /** What was asked for is a text, not a message; `fault` is set if it describes one. */
  | {
      readonly kind: 'document'
      readonly document: Document
      readonly fault?: FaultOutcome | undefined
    }
  /** There is no envelope in answer; `retryAfter` is in seconds, `keys` as of a fault. */
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      readonly retryAfter?: number
      readonly keys?: readonly KeySeen[] | undefined
    }

/** What spans say of a request and its answer beyond what they say of every transport; asked only while they are recorded. */
export interface FactSources {
  request(): ProtocolFacts
  answered(outcome: Outcome): ProtocolFacts
}
