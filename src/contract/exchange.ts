/** One message and its answer, as operations and header handlers see it. */
import type { Log } from '../base/log.js'
import type { Attachment, NewAttachment } from '../message/message.js'
import type { Peer } from '../message/origin.js'
import type { Addressing } from '../soap/addressing/addressing.js'
import type { Binary } from '../xml/binary.js'
import type { XmlElement } from '../xml/tree.js'

/** One message and its answer, as operations and header handlers see it. */
export interface Exchange {
  /** Identifies the exchange in logs and in Server faults. */
  readonly id: string
  readonly log: Log
  /** Name of the transport the message came over, such as `http`. */
  readonly transport: string
  /** Who sent it, as far as the transport knows; by mail, with the domains that are proven to have sent it. */
  readonly peer: Peer
  /** Files that came with the envelope, as in a mail; empty if there are none. */
  readonly attachments: readonly Attachment[]
  /** The header blocks of the request for this node that have a handler, in document order. */
  readonly blocks: readonly XmlElement[]
  /** The body entry as it was validated; undefined if the Body is empty or not for this node. */
  readonly entry: XmlElement | undefined
  /**
   * What the WS-Addressing blocks of the request say, checked; undefined if it has none for this node,
   * or if addressing is turned off.
   */
  readonly addressing: Addressing | undefined
  /** Name in `security.peers` of whom the message is proven to be from; undefined for nobody known. */
  readonly sender: string | undefined
  /**
   * True if a signature of a known peer covers the element, at the place where it stood in the message: one of
   * `blocks`, `entry`, or an element in them.
   */
  signed(element: XmlElement): boolean
  /**
   * Adds a file to the reply, beside its envelope; a fault gets none of them.
   *
   * @returns the `cid:` URL by which the envelope can refer to it (RFC 2392)
   * @throws TypeError for an id, a name or a media type that no header field can have, and for an id that another has
   */
  attach(attachment: NewAttachment): string
  /**
   * Keeps bytes as they come until the reply is written: in memory while they are few, else on disk.
   *
   * @returns what can be attached, or given as the value of a `base64Binary`
   */
  keep(source: AsyncIterable<Uint8Array>): Promise<Binary>
  /**
   * Aborted when the time is over (`limits.operationTime`, or the time of the attempt for a job from the
   * queue), or when the node stops and waits no longer. Stop working then: the result would be dropped.
   */
  readonly signal: AbortSignal
  /**
   * Adds a header block to the reply; a fault gets none of them.
   *
   * @throws TypeError for a block without a namespace, and for an addressing block if the request
   *   has addressing blocks: then the node writes those of the reply itself
   */
  addHeader(block: XmlElement): void
}
