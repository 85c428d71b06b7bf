/** WS-Addressing 1.0: its names, and what the addressing blocks of one message say. */
import type { XmlElement } from '../../xml/tree.js'

/** Namespace of the addressing blocks. */
export const ADDRESSING_NAMESPACE = 'http://www.w3.org/2005/08/addressing'
/** Prefix this node writes for it. */
export const ADDRESSING_PREFIX = 'wsa'

/** Address of an endpoint that gets its answer on the connection. */
export const ANONYMOUS = `${ADDRESSING_NAMESPACE}/anonymous`
/** Address of an endpoint to which nothing is sent. */
export const NONE = `${ADDRESSING_NAMESPACE}/none`
/** The relationship of an answer to its request. */
export const REPLY = `${ADDRESSING_NAMESPACE}/reply`
/** Action of the faults that WS-Addressing defines. */
export const ADDRESSING_FAULT = `${ADDRESSING_NAMESPACE}/fault`
/** Action of SOAP's own faults, and of faults that have no action of their own. */
export const SOAP_FAULT = `${ADDRESSING_NAMESPACE}/soap/fault`

/** Names the node as the handler of these blocks, and the key that turns it off. */
export const ADDRESSING_PLUGIN = 'WS-Addressing (addressing.enabled)'

/** Local names of the blocks that say how a message is addressed. */
export const ADDRESSING_BLOCKS = [
  'To',
  'From',
  'ReplyTo',
  'FaultTo',
  'Action',
  'MessageID',
  'RelatesTo',
] as const

export type AddressingBlock = (typeof ADDRESSING_BLOCKS)[number]

/** Where messages can be sent: an endpoint reference, without its metadata and extensions. */
export interface Endpoint {
  /**
   * `anonymous` is back on the connection, `none` nowhere, `elsewhere` at the address; `refused` is back on the
   * connection, in place of an address that does not count.
   */
  readonly kind: 'anonymous' | 'none' | 'elsewhere' | 'refused'
  /** An absolute IRI as it came, not checked against any policy. */
  readonly address: string
  /** Elements that every message to the endpoint carries as header blocks. */
  readonly referenceParameters: readonly XmlElement[]
}

/** How a message is related to another one, such as an answer to its request. */
export interface Relation {
  /** The other message. */
  readonly messageId: string
  /** IRI of the kind of relation. */
  readonly relationship: string
}

/** What the addressing blocks of a message say. All IRIs are absolute. */
export interface Addressing {
  readonly messageId: string | undefined
  /** What the message is for; `''` only in a message that gets a fault because of it. */
  readonly action: string
  /** Undefined is the anonymous address. */
  readonly to: string | undefined
  /** Who sent the message; answers do not go there. */
  readonly from: Endpoint | undefined
  /** Where the reply goes; the anonymous endpoint if the message does not say. */
  readonly replyTo: Endpoint
  /** Where faults go; undefined is to `replyTo`. */
  readonly faultTo: Endpoint | undefined
  readonly relatesTo: readonly Relation[]
}

export const ANONYMOUS_ENDPOINT: Endpoint = {
  kind: 'anonymous',
  address: ANONYMOUS,
  referenceParameters: [],
}

/** Stands for an address that is not allowed, or that nobody has proven. */
export const REFUSED_ENDPOINT: Endpoint = { ...ANONYMOUS_ENDPOINT, kind: 'refused' }
