/** Where a message goes next, and how, as a route of the configuration says. */
import type { EnvelopeMessage } from '../message/message.js'
import type { Envelope } from '../soap/envelope.js'

export interface Onward {
  readonly to: URL
  readonly mode: ForwardMode
  /** Milliseconds to wait for an answer that comes as a message of its own; 0 if none does there. */
  readonly answerTime: number
  /** Name of the destination in the configuration, whose credentials and limits hold. */
  readonly destination?: string | undefined
  /** True if the messages of one sender take it one at a time, in the order in which they came. */
  readonly ordered: boolean
  /** Name of the route, for people to read. */
  readonly name: string
  /** Why the message takes this route, for people to read. */
  readonly reason: string
}

export type ForwardMode =
  /** At once, on the connection: its sender waits for the next node's answer. */
  | 'relay'
  /** Through the queue; its sender hears that it is durable, and need not wait. */
  | 'store'
  /** Through the queue; its sender waits for the answer, however that comes back. */
  | 'bridge'

/** Finds where a message that is not for this node goes next; undefined if it ends here. */
export type FindRoute = (envelope: Envelope, message: EnvelopeMessage) => Onward | undefined
