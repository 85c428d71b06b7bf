/** What the steps use, made once for a node: its tables, its queue, its senders. */
import type { Slices } from '../../base/slices.js'
import type { MessageCredentials } from '../../message/credentials.js'
import type { Observe } from '../../message/events/events.js'
import type { EnvelopeMessage, OutboundMessage } from '../../message/message.js'
import type { Spool, Spools } from '../../message/spool/index.js'
import type { Evidence } from '../../security/evidence.js'
import type { MessageSecurity } from '../../security/message-security.js'
import type { Peers } from '../../security/peers/peers.js'
import type { Quotas } from '../../security/quotas.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { SoapVersions } from '../../soap/version.js'
import type { Capture } from '../../store/journal/capture/envelopes.js'
import type { BusinessKeys } from '../../store/journal/keys/business-keys.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { RetryPlans } from '../../store/queue/retry-plans.js'
import type { ClarkName } from '../../xml/tree.js'
import type { Descriptions } from '../description/descriptions.js'
import type { ExchangeLog } from '../exchange.js'
import type { HandlerTable } from './handler-table.js'
import type { ProcessorLimits } from './limits.js'
import type { FindRoute } from './onward.js'
import type { OperationTable } from './operation-table.js'
import type { Timed } from './timed.js'

export interface ProcessorParts {
  readonly queue: JobQueue
  /** Decides where answers may be sent if peers want them elsewhere. */
  readonly policy: ReplyPolicy
  readonly plans: RetryPlans
  /** Milliseconds that a sender waits on its connection for an answer from the queue. */
  readonly patience: number
  readonly versions: SoapVersions
  readonly operations: OperationTable
  readonly handlers: HandlerTable
  /** What is reported about the operations; undefined if nothing is. */
  readonly descriptions: Descriptions | undefined
  /** Who the senders of messages are. */
  readonly peers: Peers
  /** How many messages each of them may send. */
  readonly quotas: Quotas
  readonly log: ExchangeLog
  /** Gets an event for every exchange and job that ended. */
  readonly observe: Observe
  /** Is shown the envelopes of every exchange that ended; undefined if none is kept. */
  readonly capture?: Capture | undefined
  /** URI of this node. */
  readonly node: string
  /** URIs of the actors this node plays beside `next` and the ultimate receiver. */
  readonly actors: ReadonlySet<string>
  /** Looks for business keys; undefined if the configuration has none. */
  readonly keys: BusinessKeys | undefined
  readonly findRoute: FindRoute
  readonly send: Send
  /** True if nothing is sent to a destination just now, as messages have failed there. */
  readonly leavesAlone: (to: URL, destination: string | undefined) => boolean
  /** What the contract of a destination says of an operation, by its body entry; undefined if it is not known. */
  readonly declares: Declares
  /** True if attachments go along with messages over a transport, by its name or a scheme of it. */
  readonly carries: (transport: string) => boolean
  /** Where a message to a URL has its trace: in fields of the transport's own, or in header blocks. */
  readonly tracesIn: (to: URL) => 'fields' | 'blocks'
  /** Calls a listener with each way that messages get through again, after a time when none did. */
  readonly onReopened: (listener: (way: string) => void) => void
  readonly limits: ProcessorLimits
  readonly credentials: MessageCredentials
  /** Undefined if the configuration asks for none: then security blocks are not understood. */
  readonly security: MessageSecurity | undefined
  /** Undefined if no policy asks for it. */
  readonly evidence: Evidence | undefined
  /** Keeps the attachments of exchanges that no transport keeps. */
  readonly spools: Spools
  /** Does the long work on large messages, for all of them together. */
  readonly slices: Slices
  /** Makes a step record how long it takes. */
  readonly timed: Timed
}

/** What messages and header blocks are checked against. */
export type Tables = Pick<
  ProcessorParts,
  'versions' | 'limits' | 'operations' | 'handlers' | 'descriptions'
>
/** What the steps use of the transports. */
export type Sends = Pick<
  ProcessorParts,
  'send' | 'leavesAlone' | 'declares' | 'carries' | 'tracesIn'
>
/** Where messages go, and how often that is tried. */
export type Ways = Pick<
  ProcessorParts,
  'findRoute' | 'keys' | 'policy' | 'plans' | keyof Sends | 'onReopened'
>

/** What a contract says of an operation of the next node. */
export interface DeclaredOperation {
  /** Elements that its faults have in `detail`. */
  readonly faults: ReadonlySet<ClarkName>
  readonly oneWay: boolean
}

/**
 * @param destination  name of it in the configuration
 * @param entry        name of the body entry
 */
export type Declares = (
  destination: string | undefined,
  entry: ClarkName | undefined,
) => DeclaredOperation | undefined

/** Sends over the transport that has the scheme of the URL. */
export type Send = (
  message: OutboundMessage,
  to: URL,
  signal: AbortSignal,
  way?: SendWay,
) => Promise<EnvelopeMessage | undefined>

export interface SendWay {
  /** True if a peer named the address: then the policy for replies must allow it. */
  readonly guarded?: boolean | undefined
  /** Name of a destination in the configuration, whose credentials and limits apply. */
  readonly destination?: string | undefined
  /** True to try though the circuit of the destination is open. */
  readonly urgent?: boolean | undefined
  /** Milliseconds that it waits for its turn at most, where its destination has a rate; beyond, it is refused. Default: it is postponed. */
  readonly patience?: number | undefined
  /** Notified of an address that surely has not taken the message, before the next one is tried. */
  readonly passedOver?: ((address: URL, error: Error) => void) | undefined
  /** Keeps the attachments of the answer; the caller closes it. Default: an answer that has some is refused. */
  readonly spool?: Spool | undefined
}
