/** Step: decides whether a message may come in: its sender is admitted by a rule, and its address exists. */

import type { EnvelopeMessage, InboundMessage } from '../message/message.js'
import type { Attempt } from '../queue/queue.js'
import { verdictOn } from '../security/admission.js'
import type { SoapVersion, SoapVersions } from '../soap/version.js'
import { learn } from './learn.js'
import type { OperationTable } from './operation-table.js'
import { Refused } from './refused.js'

/** What is known of a message before the first step. */
export interface Arrived<Message extends InboundMessage = InboundMessage> {
  readonly message: Message
  /** The version to answer in: that of the envelope as soon as it is known. */
  readonly version: SoapVersion
  /** When it arrived, by `performance.now()`. */
  readonly began: number
  /** Set for a job from the queue: it was admitted, and its header handlers have run, before it was queued. */
  readonly attempt?: Attempt | undefined
}

export interface Admitted<Message extends InboundMessage = EnvelopeMessage>
  extends Arrived<Message> {
  /** True if no rule admits the sender: then it may only call operations that a plugin marks `public`. */
  readonly publicOnly: boolean
}

export function arrived<Message extends InboundMessage>(
  message: Message,
  versions: SoapVersions,
  attempt?: Attempt,
): Arrived<Message> {
  const version = versions.byMediaType(message.mediaType)
  return { message, version, began: performance.now(), attempt }
}

/** @throws Refused forbidden, or unknown-destination */
export function admit<Message extends InboundMessage>(
  arrival: Arrived<Message>,
  operations: OperationTable,
): Admitted<Message> {
  const { message, attempt } = arrival
  const verdict = attempt ? 'admitted' : verdictOn(message)
  if (verdict === 'refused') throw new Refused('forbidden', 'no rule admits its sender')
  if (!operations.has(message.origin.destination)) {
    throw new Refused('unknown-destination', 'no plugin has that name, and no route that path')
  }
  return learn(arrival, { publicOnly: verdict === 'public-only' })
}
