/** What is learnt of a message on its way: each value is made by one step, once it is whole, and frozen. */
import type { Abortable } from '../../base/ending.js'
import type { EncodingName } from '../../contract/encoding/dialect.js'
import type {
  Attachment,
  EnvelopeMessage,
  InboundMessage,
  OutboundMessage,
} from '../../message/message.js'
import type { Visit } from '../../message/way/visits.js'
import type { Inclusions } from '../../message/xop/inclusions.js'
import type { Exchange, Values as Parameters, Result } from '../../plugin.js'
import type { Policy } from '../../security/policies.js'
import type { Tied, Verdict } from '../../security/verdict.js'
import type { Envelope } from '../../soap/envelope.js'
import type { FaultScope } from '../../soap/fault.js'
import type { HeaderBlock } from '../../soap/header-block.js'
import type { SoapVersion } from '../../soap/version.js'
import type { FoundKey, MessageKeys } from '../../store/journal/keys/business-keys.js'
import type { AnswerSealing, Claim } from '../../store/queue/job.js'
import type { Attempt, OwnRun } from '../../store/queue/queue.js'
import type { Outcome } from '../../transport.js'
import type { ReadDocument } from '../../xml/read.js'
import type { ClarkName, XmlElement } from '../../xml/tree.js'
import type { OwnBlocks } from '../own-blocks/table.js'
import type { RegisteredHandler } from '../parts/handler-table.js'
import type { Onward } from '../parts/onward.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'

export interface Values extends Arrival, Reading, Judgement, Acting {}

export type ValueName = keyof Values

/** Those that a step gives; what came is there before the first one. */
export type ProducedName = Exclude<ValueName, 'arrival'>

/** Values that are there. */
export type Taken<Names extends ValueName> = Pick<Values, Names>

/** What came, over which transport, and from whom. */
export interface Arrival {
  readonly arrival: ArrivedMessage
  readonly admission: Admission
  /** The message with an envelope: as it came, or as it was made of a retrieval. */
  readonly message: EnvelopeMessage
}

/** What it says. A message that is decrypted has a second document, and nobody is handed the first any more. */
export interface Reading {
  readonly tree: Tree
  readonly document: Document
  /** Its business keys. */
  readonly keys: MessageKeys
}

/** What this node makes of it. */
export interface Judgement {
  readonly correlation: Correlation
  readonly route: Route
  /** The header blocks addressed to this node, in document order. */
  readonly targets: readonly HeaderBlock[]
  readonly understood: Understood
  readonly verified: Verified
  readonly valid: Valid
  readonly once: Once
}

/** All that is known of a message before anything of it runs. */
export const JUDGED = [
  'arrival',
  'message',
  'document',
  'keys',
  'route',
  'targets',
  'understood',
  'verified',
  'valid',
] as const

export type JudgedName = (typeof JUDGED)[number]

export type Judged = Taken<JudgedName>

/** What was done. */
export interface Acting {
  readonly claimed: Claimed
  readonly handled: Handled
  readonly task: Task
  readonly passage: Passage
  readonly sealed: SealedRequest
  readonly returned: Returned
  readonly outcome: Outcome | Enqueued
}

/** What is there before the first step. */
export interface ArrivedMessage {
  readonly message: InboundMessage
  /** The version to answer in while that of the envelope is not known. */
  readonly version: SoapVersion
  /** When it arrived, by `monotonicTime()`. */
  readonly began: number
  /** Set for a job from the queue: it was admitted, and its header handlers have run, before it was queued. */
  readonly attempt: Attempt | undefined
  /** When such a message was accepted, in milliseconds since 1970: its signatures are judged by that time. */
  readonly accepted: number | undefined
  /** Name of the plugin that such a message was accepted for, if its job says so. */
  readonly plugin: string | undefined
  /** The business keys that such a message was accepted with, if its job has any. */
  readonly keys: MessageKeys | undefined
  /** Set for an answer that came on the connection by which this node has asked for it. */
  readonly request: AnsweredRequest | undefined
}

/** A message of this node, as far as its answer depends on it. */
export interface AnsweredRequest {
  /** Id of the exchange that waits for the answer. */
  readonly exchange: string
  /** Name of the destination that it was sent to, whose policies hold for the answer. */
  readonly destination: string | undefined
  /** Values of its signatures. */
  readonly signatures: readonly string[]
  readonly messageId: string | undefined
  /** The transport that the answer goes back over. */
  readonly transport: string
}

export interface Admission {
  /** True if no rule admits the sender: then it may only call operations that a plugin marks `public`. */
  readonly publicOnly: boolean
  /** Name in `security.peers` of whom the transport has proven the sender to be. */
  readonly peer: string | undefined
}

export interface Tree extends ReadDocument {
  /** By the namespace of the root, if that is one of SOAP's; else the one of the message. */
  readonly version: SoapVersion
  /** What stands for text in it; undefined if nothing may. */
  readonly inclusions: Inclusions | undefined
  /** Values of business keys in it; undefined if none are looked for. */
  readonly found: readonly FoundKey[] | undefined
}

export interface Document {
  readonly envelope: Envelope
  /** What stands for text in it; undefined if nothing may. */
  readonly inclusions: Inclusions | undefined
  /** What goes with it, decrypted where it was encrypted. */
  readonly attachments: readonly Attachment[]
  /** What its security blocks have shown when they were opened. */
  readonly opened: Opened | undefined
}

export interface Opened {
  readonly verdict: Verdict
  /** The blocks for this node that were opened. */
  readonly blocks: readonly HeaderBlock[]
  /** True if decryption has brought an xop:Include to light. */
  readonly reveals: boolean
}

export interface Correlation {
  /** Set if the message is an answer. */
  readonly answers: Answers | undefined
}

export interface Answers {
  /** Id of the exchange that waits for it; undefined if none does. */
  readonly of: string | undefined
  /** Name of the destination that it is an answer of, whose policies hold for it. */
  readonly destination?: string | undefined
  /** Id of the exchange that its RelatesTo names, if one waits for that. */
  readonly related?: string | undefined
}

export type Route =
  /** SOAP 1.1 §2: this node is the ultimate destination. */
  | { readonly role: 'ultimate-receiver' }
  /** The message is sent on after this node has processed its header blocks. */
  | { readonly role: 'intermediary'; readonly onward: Onward }
  /** It is an answer, on its way back to the exchange that waits for it. */
  | { readonly role: 'returning'; readonly answers: Answers }

export interface Understood {
  /** The blocks with a handler, in document order. */
  readonly blocks: readonly UnderstoodBlock[]
  /** The content of the blocks that this node handles itself. */
  readonly own: OwnBlocks
  /** Mandatory blocks without a handler: if there is one, the message is refused. */
  readonly missed: readonly HeaderBlock[]
}

export interface UnderstoodBlock {
  readonly block: HeaderBlock
  readonly registered: RegisteredHandler
}

export interface Verified {
  /** The operation that the message calls, if it is for this node; undefined if there is none. */
  readonly called: RegisteredOperation | undefined
  /** How its answer is sealed; undefined if no policy says so. */
  readonly sealing: AnswerSealing | undefined
  /** Of the sender only, and of nobody where no signature names the sender. */
  readonly verdict: Tied
  /** Name of the peer whose message it is; undefined for nobody that is known. */
  readonly sender: string | undefined
  /** Those that hold for it, and that it meets. */
  readonly policies: readonly Policy[]
}

export interface Valid {
  /** The operation to run; undefined for an empty Body, and at an intermediary. */
  readonly call: Call | undefined
}

export interface Call {
  readonly registered: RegisteredOperation
  /** The body entry in the form that was validated; undefined for an empty Body. */
  readonly entry: XmlElement | undefined
  readonly parameters: Parameters
  /** What it is encoded by; undefined for a literal one. */
  readonly encoding?: EncodingName | undefined
}

export interface Once {
  /** What was not known of it before, and is now: forgotten if it is to come again. */
  readonly remembered: readonly string[]
  /** True if its job was there before: it is answered as that was, and no handler runs. */
  readonly repeated: boolean
}

export type Claimed =
  /** Nobody else runs it as long as this run has not ended. */
  | { readonly kind: 'run'; readonly run: OwnRun; readonly claim: Claim | undefined }
  /** It came before: the exchange of this id has its outcome, or will have it. */
  | { readonly kind: 'repetition'; readonly first: string }
  /** It has no identity, or runs in another way. */
  | { readonly kind: 'nothing' }

export interface Handled {
  /** What happened to each block that was processed: put back, or removed. */
  readonly outcomes: readonly BlockOutcome[]
  /** The object that handlers got, and that the operation gets. */
  readonly seen: Exchange & Abortable
}

export interface BlockOutcome {
  readonly block: HeaderBlock
  readonly reinserted: XmlElement | undefined
}

/** What the node does with a message once its header blocks are processed. */
export interface Task {
  /** Where the details of a failure belong. */
  readonly part: FaultScope
  /** Where it goes, if it is sent on. */
  readonly to?: string | undefined
  /** Name of the operation that is called, or of its body entry. */
  readonly operation: ClarkName | undefined
}

/** A message as it is sent on, before it is sealed. */
export interface Passage {
  readonly message: OutboundMessage
  /** The visits in its Trace block, this node's the last; undefined without a block. */
  readonly visits: readonly Visit[] | undefined
}

/** A message as it leaves for a destination. */
export interface SealedRequest {
  readonly message: OutboundMessage
  /** Values of its signatures, which the answer may confirm. */
  readonly signatures: readonly string[]
}

/** What an operation has returned: it has had its effect. */
export interface Returned {
  /** Undefined if none was called. */
  readonly result: Result | undefined
}

/** The outcome for the connection once a message is durable. */
export type Enqueued =
  /** There is no answer, or it goes elsewhere. */
  { readonly kind: 'accepted' } | Awaited

/** The answer of the exchange with this id, as soon as there is one. */
export interface Awaited {
  readonly kind: 'queued'
  readonly id: string
  /** Milliseconds that the connection waits, whatever the sender prefers. Default: as the sender prefers. */
  readonly patience?: number | undefined
  /**
   * What the sender gets while there is no answer: `accepted` where it has asked for that, or the operator has chosen
   * so. Default: the fault of a message that is accepted and not finished.
   */
  readonly meanwhile?: 'accepted' | undefined
}
