/** What happens at a node that operators look for: one typed event each, for the log and whoever else listens. */
import type { FaultCode, VersionName } from '../soap/version.js'

export type NodeEvent =
  | ExchangeEnded
  | JobSettled
  | BreakerTurned
  | MessageTurnedAway
  | ConnectionTurnedAway

/** What a transport reports itself. */
export type TransportEvent = MessageTurnedAway | ConnectionTurnedAway

/** Told when something has happened. It must not throw, and must not wait. */
export type Observe = (event: NodeEvent) => void

/** What every event about a message tells of it. */
interface AboutMessage {
  /** Id of the exchange, which a Server fault names. */
  readonly exchange: string
  /** Id of the trace that it belongs to. */
  readonly traceId?: string | undefined
  /** What its sender calls it. */
  readonly messageId?: string | undefined
  /** Name of the body entry. */
  readonly operation?: string | undefined
  /** URL that it goes to. */
  readonly to?: string | undefined
  /** Number of the attempt, 1 for the first; undefined for a message that did not come from the queue. */
  readonly attempt?: number | undefined
  /** Why it ended so, in words. */
  readonly cause?: string | undefined
  /** Milliseconds that it took. */
  readonly ms: number
}

/** A message was taken through the path, at once or as a job. */
export interface ExchangeEnded extends AboutMessage {
  readonly event: 'exchange'
  readonly transport: string
  /** Address of the connection's other end. */
  readonly peer?: string | undefined
  /** Mail address that it says it is from. */
  readonly from?: string | undefined
  /** Plugin or path that it was addressed to. */
  readonly destination?: string | undefined
  readonly soap: VersionName
  readonly outcome: 'accepted' | 'pending' | 'reply' | 'fault' | 'refused'
  /** Of a fault. */
  readonly code?: FaultCode | undefined
  /** Why it was turned away without an envelope. */
  readonly refusal?: string | undefined
  /** Where its reply or fault goes, if not back on the connection: a URL, or `nobody`. */
  readonly answerTo?: string | undefined
  /** Id of the exchange that it answers. */
  readonly answers?: string | undefined
}

/** A job of the queue was run. */
export interface JobSettled extends AboutMessage {
  readonly event: 'job'
  readonly job: string
  readonly kind: 'invoke' | 'send' | 'forward' | 'answer'
  /** `suspended` waits for its answer, `retry` is tried again, `dead` has become a dead letter. */
  readonly outcome: 'done' | 'suspended' | 'retry' | 'dead'
}

/** A destination is left alone, or answers again. */
export interface BreakerTurned {
  readonly event: 'breaker'
  /** Its name, or the scheme and host of one without. */
  readonly destination: string
  readonly outcome: 'open' | 'closed'
  /** Failures in a row after which it is left alone. */
  readonly failures?: number | undefined
  /** Milliseconds until one message tries again. */
  readonly pause?: number | undefined
  readonly cause?: string | undefined
}

/** A transport turned something away before the processor saw it. */
export interface MessageTurnedAway {
  readonly event: 'refused'
  readonly transport: string
  readonly peer?: string | undefined
  /** Mail address that it says it is from, or the envelope's. */
  readonly from?: string | undefined
  /** The recipients that it was for. */
  readonly recipients?: readonly string[] | undefined
  readonly messageId?: string | undefined
  /** Status or reply that its sender got. */
  readonly outcome: string
  readonly cause?: string | undefined
  /** File that keeps it. */
  readonly kept?: string | undefined
  /** True for all but the first one of a connection: whoever floods the node shall not flood its log. */
  readonly again?: boolean | undefined
}

/** A connection was closed as there are too many. */
export interface ConnectionTurnedAway {
  readonly event: 'connection'
  readonly transport: string
  readonly peer?: string | undefined
  readonly outcome: 'closed'
  /** Key of the configuration that sets the bound. */
  readonly cause: string
}
