/** Step: makes a message durable, for a worker to run its operation on this node or on another. */
import { wallTime } from '../base/time.js'
import { senderOf } from '../message/origin.js'
import type { Claim, InvokeJob } from '../queue/job.js'
import { writeElement } from '../xml/write.js'
import { answersHere, meanwhileOf } from './answer-place.js'
import { addOnce, claimKeyOf, claimOf, laneOf, messageIdOf } from './duplicate.js'
import type { OpenExchange } from './exchange.js'
import type { Processed } from './headers.js'
import type { ProcessorParts } from './parts.js'
import type { RegisteredOperation } from './registered-operation.js'
import type { Call } from './validate.js'

/** The outcome for the connection once the message is durable. */
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

/**
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 * @throws SoapFault Client for another message under the same identification
 */
export async function enqueue(
  processed: Processed,
  { registered }: Call,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Enqueued> {
  const { queue, plans, policy } = parts
  const { operation } = registered
  const claim = await claimOf(claimKeyOf(processed), processed, exchange, parts)
  const job = jobOf(processed, exchange, claim, registered)
  const id = await addOnce(job, plans.ofOperation(operation), processed, exchange, queue)
  // BP 1.1 R2714: "For one-way operations, an INSTANCE MUST NOT return a HTTP response that contains
  // an envelope."
  const answers = operation.exchange !== 'one-way' && answersHere(processed, policy)
  if (!answers) return { kind: 'accepted' }
  return { kind: 'queued', id, meanwhile: meanwhileOf(processed, policy) }
}

function jobOf(
  processed: Processed,
  { id, added }: OpenExchange,
  claim: Claim | undefined,
  { plugin, operation: { name, ordered } }: RegisteredOperation,
): InvokeJob {
  const { version, message, cameWith } = processed
  const { origin, body, charset, action, packaging } = message
  const attachments = cameWith ?? message.attachments
  return {
    kind: 'invoke',
    id,
    claim,
    lane: ordered ? laneOf(name, origin) : undefined,
    accepted: wallTime(),
    body,
    charset,
    soap: version.name,
    action,
    origin,
    plugin,
    answerHeaders: added.map((block) => writeElement(block)),
    attachments: attachments.length > 0 ? attachments : undefined,
    packaging,
    label: { operation: name, sender: senderOf(origin), messageId: messageIdOf(processed) },
  }
}
