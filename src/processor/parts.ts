/** What a node works with, made once: its tables, its queue, its ways out. */
import type { ReplyPolicy } from '../addressing/reply-policy.js'
import type { EnvelopeMessage, OutboundMessage } from '../message/message.js'
import type { Observe } from '../observer/events.js'
import type { JobQueue } from '../queue/queue.js'
import type { RetryPlans } from '../queue/retry-plans.js'
import type { SoapVersions } from '../soap/version.js'
import type { ExchangeLog } from './exchange.js'
import type { HandlerTable } from './handler-table.js'
import type { ProcessorLimits } from './limits.js'
import type { FindRoute } from './onward.js'
import type { OperationTable } from './operation-table.js'

export interface ProcessorParts {
  readonly queue: JobQueue
  /** Where peers may have answers sent. */
  readonly policy: ReplyPolicy
  readonly plans: RetryPlans
  /** Milliseconds that a sender waits on its connection for an answer from the queue. */
  readonly patience: number
  readonly versions: SoapVersions
  readonly operations: OperationTable
  readonly handlers: HandlerTable
  readonly log: ExchangeLog
  /** Told of every exchange and job that ended. */
  readonly observe: Observe
  /** URI of this node. */
  readonly node: string
  /** URIs of the actors this node plays beside `next` and the ultimate receiver. */
  readonly actors: ReadonlySet<string>
  readonly findRoute: FindRoute
  readonly send: Send
  readonly limits: ProcessorLimits
}

/** Sends over whichever transport has the URL's scheme. */
export type Send = (
  message: OutboundMessage,
  to: URL,
  signal: AbortSignal,
  way?: SendWay,
) => Promise<EnvelopeMessage | undefined>

export interface SendWay {
  /** True if a peer named the address, so that the policy for replies must allow where it leads. */
  readonly guarded?: boolean | undefined
  /** Name of a destination in the configuration, whose credentials and limits hold. */
  readonly destination?: string | undefined
  /** Milliseconds until the attempt is given up, if the destination says nothing. Default: the signal's. */
  readonly timeLimit?: number | undefined
}
