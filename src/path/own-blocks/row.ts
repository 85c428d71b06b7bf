/** What a node does itself with header blocks of some names: a row of the table of its own blocks. */
import type { AcceptedActions } from '../../message/accepted-actions.js'
import type { EnvelopeMessage } from '../../message/message.js'
import type { Visit, VisitOutcome } from '../../message/way/visits.js'
import type { Operation } from '../../plugin.js'
import type { Answer } from '../../soap/addressing/answer-headers.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { Envelope } from '../../soap/envelope.js'
import { SoapFault } from '../../soap/fault.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import type { SoapVersion } from '../../soap/version.js'
import type { Cut } from '../../xml/splice.js'
import type { ClarkName, XmlElement } from '../../xml/tree.js'

export interface OwnRow<Content> {
  readonly names: readonly ClarkName[]
  /** The actor that they are for, as in a header handler. Default: every actor that this node plays. */
  readonly actor?: string | undefined
  readonly schema?: URL | undefined
  /** Names the node as their handler, and the key that turns it off. */
  readonly owner: string
  /** True if they stay in the message; the node adds to them when it sends the message on. */
  readonly kept: boolean
  /**
   * @param blocks  those for this node, in document order
   * @param policy  decides where answers may be sent; undefined for a message that was checked before
   */
  readonly read: (
    blocks: readonly HeaderBlock[],
    version: SoapVersion,
    policy: ReplyPolicy | undefined,
  ) => Content
  /** @throws SoapFault for what no answer could be made by, or what would go round for ever. Default: nothing is wrong */
  readonly check?: (content: Content, checked: CheckedMessage) => void
  /** What it writes into the answer to a message. Default: nothing. */
  readonly answer?: (content: Content, answered: AnsweredMessage) => AnswerPart
  /** What it writes into a message that is sent on. Default: nothing. */
  readonly onward?: (content: Content, sent: SentMessage) => OnwardPart
}

/** A message, as far as its own blocks are checked by it. */
export interface CheckedMessage {
  readonly message: EnvelopeMessage
  /** True at an intermediary. */
  readonly goesOn: boolean
  /** True at the ultimate receiver. */
  readonly endsHere: boolean
  /** Undefined if it calls none of this node. */
  readonly called: { readonly operation: Operation; readonly actions: AcceptedActions } | undefined
  /** URI of this node. */
  readonly node: string
  /** Nodes that may send one message on; undefined: any number. */
  readonly maxHops: number | undefined
}

/** What a visit of a message to this node was. */
export interface Visiting {
  readonly node: string
  /** The actor that the node played. */
  readonly actor: string | undefined
  /** Name of the transport that it came over. */
  readonly transport: string
  /** When it arrived, by `monotonicTime()`. */
  readonly began: number
}

/** A message that is answered. */
export interface AnsweredMessage {
  readonly answer: Answer
  readonly outcome: VisitOutcome
  /** True if nobody has proven where its answers may go. */
  readonly unproven: boolean
  readonly policy: ReplyPolicy
  readonly visiting: () => Visiting
}

export interface AnswerPart {
  /** In their order; none by default. */
  readonly blocks?: readonly XmlElement[] | undefined
  /** The action for the transport; none for one that no header field can have. */
  readonly action?: string | undefined
}

/** A message that is sent on. */
export interface SentMessage {
  readonly envelope: Envelope
  readonly node: string
  /** True if the nodes are counted that send a message on. */
  readonly counts: boolean
  /** Those that are written down in it, this node's the last; undefined if none are. */
  readonly visits: readonly Visit[] | undefined
}

export interface OnwardPart {
  /** Changes of blocks that are there. */
  readonly cuts?: readonly (Cut | undefined)[] | undefined
  /** Blocks that are added behind all others. */
  readonly added?: readonly XmlElement[] | undefined
}

/**
 * Of two blocks neither is the right one.
 *
 * @throws SoapFault Client
 */
export function refuseSecond([, second]: readonly XmlElement[]): void {
  if (!second) return
  const reason = `Header holds more than one ${second.local} block.`
  throw new SoapFault({ code: 'Client', scope: 'header', reason })
}
