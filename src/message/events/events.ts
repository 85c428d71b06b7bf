/** The events of a node that operators look for, one type each, for the log and other listeners. */
import type { FaultCode, VersionName } from '../../soap/version.js'

export type NodeEvent =
  | ExchangeEnded
  | JobSettled
  | BreakerChanged
  | MessageRefused
  | ConnectionRefused
  | OpinionDiffers
  | OperatorActed

/** The events that transports report. */
export type TransportEvent = MessageRefused | ConnectionRefused

/** Gets each event. It must not throw, and must not wait. */
export type Observe = (event: NodeEvent) => void

/** A value of a business key (`journal.keys`) in a message: the value itself, or its keyed hash. */
export type KeySeen =
  | { readonly name: string; readonly value: string }
  /** Too long to be kept, redacted, or sent encrypted: it can be searched for, and is never shown. */
  | { readonly name: string; readonly hash: string }

/** The fields of every event about a message. */
interface AboutMessage {
  /** Id of the exchange, which a Server fault names. */
  readonly exchange: string
  /** Id of its trace. */
  readonly traceId?: string | undefined
  /** The sender's id of the message. */
  readonly messageId?: string | undefined
  /** Name of the body entry. */
  readonly operation?: string | undefined
  /** URL that it goes to. */
  readonly to?: string | undefined
  /** Number of the attempt, 1 for the first; undefined for a message that did not come from the queue. */
  readonly attempt?: number | undefined
  /** The reason, in words. */
  readonly cause?: string | undefined
  /** Its business keys; undefined if it has none. */
  readonly keys?: readonly KeySeen[] | undefined
  /** Duration in milliseconds. */
  readonly ms: number
}

/** A message was processed, at once or from the queue. */
export interface ExchangeEnded extends AboutMessage {
  readonly event: 'exchange'
  readonly transport: string
  /** Address of the connection's other end. */
  readonly peer?: string | undefined
  /** Message-ID of its mail, where the envelope has an id of its own. */
  readonly mailId?: string | undefined
  /** Mail address in From, not proven. */
  readonly from?: string | undefined
  /** Name in `security.peers` of whom it is proven to be from. */
  readonly sender?: string | undefined
  /** Plugin or path that it was addressed to. */
  readonly destination?: string | undefined
  readonly soap: VersionName
  readonly outcome: 'accepted' | 'pending' | 'reply' | 'fault' | 'document' | 'refused'
  /** Fault code. */
  readonly code?: FaultCode | undefined
  /** Why it was refused without an envelope. */
  readonly refusal?: string | undefined
  /** True if the same was told a short time ago, so that a peer beyond its rate does not flood the log. */
  readonly again?: boolean | undefined
  /** Where its reply or fault goes, if not back on the connection: a URL, or `nobody`. */
  readonly answerTo?: string | undefined
  /** Id of the exchange that it answers. */
  readonly answers?: string | undefined
  /** What this node was for it; undefined if it was turned away before that was known. */
  readonly role?: 'ultimate-receiver' | 'intermediary' | 'returning' | undefined
  /** Bytes of its envelope, as they came. */
  readonly bytes?: number | undefined
  /** How many attachments came with it. */
  readonly attachments?: number | undefined
  /** Bytes of the envelope that answered it on the connection, in UTF-8. */
  readonly answerLength?: number | undefined
  /** What its security blocks showed; undefined if it has none for this node. */
  readonly security?: SecuritySeen | undefined
  /** Its header blocks, in document order; undefined if it has none. */
  readonly blocks?: readonly BlockSeen[] | undefined
}

/** What happened to a header block at this node. */
export interface BlockSeen {
  readonly name: string
  /** URI of its actor or role; undefined for the ultimate receiver. */
  readonly actor?: string | undefined
  readonly mustUnderstand?: true | undefined
  /** `handled` by a plugin, `own` is the node's own, `ignored` as nobody here knows it, `passed` as it is for others. */
  readonly did: 'handled' | 'own' | 'ignored' | 'passed' | 'missed'
}

export interface SecuritySeen {
  readonly verdict: 'valid' | 'failed'
  /** Peers that signed it, or whose password it had. */
  readonly peers?: readonly string[] | undefined
  /** True if something in it came encrypted. */
  readonly encrypted?: true | undefined
  /** Why it failed: a code of WS-Security 1.1 §12. */
  readonly code?: string | undefined
}

/** A job of the queue was run. */
export interface JobSettled extends AboutMessage {
  readonly event: 'job'
  readonly job: string
  readonly kind: 'invoke' | 'send' | 'forward' | 'answer'
  /**
   * `suspended` waits for its answer, `postponed` for its destination, whose circuit is open for a while,
   * `retry` is tried again, `dead` has become a dead letter.
   */
  readonly outcome: 'done' | 'suspended' | 'postponed' | 'retry' | 'dead'
  /** True if it was suspended before: what it sends has gone out already. */
  readonly resumed?: true | undefined
}

/** The circuit breaker of a destination opened or closed. */
export interface BreakerChanged {
  readonly event: 'breaker'
  /** Name of the destination, or scheme and host if it has none. */
  readonly destination: string
  /** Its address, if the destination has several: only there nothing is sent for a while. */
  readonly to?: string | undefined
  readonly outcome: 'open' | 'closed'
  /** Failures in a row after which the breaker opened. */
  readonly failures?: number | undefined
  /** Milliseconds until one message is tried again. */
  readonly pause?: number | undefined
  readonly cause?: string | undefined
}

/** A transport refused a request or a mail before it became a message. */
export interface MessageRefused {
  readonly event: 'refused'
  readonly transport: string
  readonly peer?: string | undefined
  /** Mail address in From, not proven, or the envelope sender. */
  readonly from?: string | undefined
  /** Mail addresses that it was sent to. */
  readonly recipients?: readonly string[] | undefined
  readonly messageId?: string | undefined
  /** Status or reply that its sender got. */
  readonly outcome: string
  readonly cause?: string | undefined
  /** File in the quarantine that has the mail. */
  readonly kept?: string | undefined
  /** Business keys of a mail whose envelope could be read. */
  readonly keys?: readonly KeySeen[] | undefined
  /** True for all but the first refusal on a connection, so that a flood of requests does not flood the log. */
  readonly again?: boolean | undefined
}

/** A connection was closed because there were too many. */
export interface ConnectionRefused {
  readonly event: 'connection'
  readonly transport: string
  readonly peer?: string | undefined
  readonly outcome: 'closed'
  /** Configuration key of the limit. */
  readonly cause: string
}

/** The second opinion on an element differs from what the node found. */
export interface OpinionDiffers {
  readonly event: 'opinion'
  /** File of the schema. */
  readonly schema: string
  /** Name of the element that was checked. */
  readonly element: string
  /** What the node did with it. */
  readonly outcome: 'accepted' | 'refused'
  /** The first finding of whoever refuses it. */
  readonly cause?: string | undefined
  /** File that has the element and both verdicts. */
  readonly kept: string
}

/** An operator changed something over the admin listener, or tried to; or read the contents of messages. */
export interface OperatorActed {
  readonly event: 'action'
  readonly action:
    | 'login'
    | 'logout'
    | 'read'
    | 'replay'
    | 'replace'
    | 'remove'
    | 'pause'
    | 'resume'
    | 'pause-destination'
    | 'resume-destination'
    | 'try-destination'
    | 'call'
  /** `done`, `refused` as it may not be done, or `failed`. */
  readonly outcome: 'done' | 'refused' | 'failed'
  /** Name of the operator in the configuration; the address for one who need not prove anything. */
  readonly who: string
  /** How that is known. */
  readonly by: 'address' | 'token' | 'password' | 'certificate'
  /** Address of the connection's other end. */
  readonly peer?: string | undefined
  /** Jobs that it was done to, a few of them if there are many; what was read: jobs or exchanges. */
  readonly ids?: readonly string[] | undefined
  /** How many they are. */
  readonly count?: number | undefined
  /** Name of the destination that it was done to. */
  readonly destination?: string | undefined
  readonly cause?: string | undefined
}
