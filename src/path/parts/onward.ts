/** Where a message goes next, and how, as a route in the configuration says. */
import type { EnvelopeMessage } from '../../message/message.js'
import type { Envelope } from '../../soap/envelope.js'
import type { MessageKeys } from '../../store/journal/keys/business-keys.js'
import type { Answers, RetryFaults } from '../../store/queue/answer-rules.js'

export interface Onward {
  readonly to: URL
  readonly mode: ForwardMode
  /** Milliseconds to wait for an answer that comes as a message of its own; 0 if answers never do. */
  readonly answerTime: number
  /** Milliseconds that the next node may take to finish what it has accepted. Default: by the mode. */
  readonly finishTime?: number | undefined
  /** What is known of the answers to its messages. Default: by the mode. */
  readonly answers?: Answers | undefined
  /** Which Server faults of the next node are tried again. Default: by the mode. */
  readonly retryFaults?: RetryFaults | undefined
  /** Name of the destination in the configuration, whose credentials and limits apply. */
  readonly destination?: string | undefined
  /** True if the messages of one sender are sent one at a time, in the order in which they came. */
  readonly ordered: boolean
  /** Name of the route, for people to read. */
  readonly name: string
  /** Why the message takes this route, for people to read. */
  readonly reason: string
}

export type ForwardMode =
  /** At once: the sender waits on its connection for the answer of the next node. */
  | 'relay'
  /** Through the queue: the sender is told that the message is durable, and need not wait. */
  | 'store'
  /** Through the queue: the sender waits for the answer, however it comes back. */
  | 'request-reply'

/** A sender whose answer goes elsewhere does not wait here: its message is durable before it is acknowledged. */
export function modeOf({ mode, answers }: Onward, { origin }: EnvelopeMessage): ForwardMode {
  if (mode !== 'relay' || origin.replyTo === undefined) return mode
  return answers === 'none' ? 'store' : 'request-reply'
}

/** Where a message goes whose route is onward. */
export function onwardOf(route: { readonly role: string; readonly onward?: Onward }): Onward {
  if (!route.onward) throw new TypeError(`the ${route.role} sends nothing on`)
  return route.onward
}

/** Finds where a message that is not for this node goes next; undefined if it ends here. */
export type FindRoute = (
  envelope: Envelope,
  message: EnvelopeMessage,
  facts: RouteFacts,
) => Onward | undefined

/** What is found out of a message, beside its envelope, before its route is. */
export interface RouteFacts {
  readonly keys: Pick<MessageKeys, 'valuesOf'>
  /** Name in `security.peers` of whom the transport has proven the sender to be: no signature is looked at yet. */
  readonly peer: string | undefined
}
