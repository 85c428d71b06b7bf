/** Step: makes a message durable, for a worker to run its operation on this node or on another. */
import { wallTime } from '../../base/time.js'
import { senderOf } from '../../message/origin.js'
import type { Claim, InvokeJob } from '../../store/queue/job.js'
import { writeElement } from '../../xml/write.js'
import type { OpenExchange } from '../exchange.js'
import { answersHere, meanwhileOf } from '../facts/answer-destination.js'
import { addOnce, claimKeyOf, claimOf, laneOf, messageIdOf } from '../once/duplicate.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'
import { step } from '../state/step.js'
import { type Enqueued, JUDGED, type Judged } from '../state/values.js'

/** What it needs of the parts of the node. */
export type Enqueuing = Pick<ProcessorParts, 'queue' | 'plans' | 'policy' | 'slices' | 'security'>

/**
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 * @throws SoapFault Client for another message under the same identification
 */
export const enqueue = step({
  name: 'enqueue',
  takes: JUDGED,
  gives: 'outcome',
  async run(judged, exchange, parts: Enqueuing): Promise<Enqueued> {
    const { queue, plans, policy } = parts
    const { call } = judged.valid
    if (!call) throw new TypeError('there is no operation to put into the queue')
    const { operation } = call.registered
    const claim = await claimOf(claimKeyOf(judged), judged, exchange, parts)
    const job = jobOf(judged, exchange, claim, call.registered)
    const plan = plans.ofOperation(operation)
    const id = await addOnce({ job, plan }, judged, exchange, queue)
    // BP 1.1 R2714: "For one-way operations, an INSTANCE MUST NOT return a HTTP response that contains
    // an envelope."
    const answers = operation.exchange !== 'one-way' && answersHere(judged, policy)
    if (!answers) return { kind: 'accepted' }
    return { kind: 'queued', id, meanwhile: meanwhileOf(judged, policy) }
  },
})

function jobOf(
  judged: Judged,
  { id, added }: OpenExchange,
  claim: Claim | undefined,
  { plugin, operation: { name, ordered } }: RegisteredOperation,
): InvokeJob {
  const { message, document, keys } = judged
  // What is encrypted is kept as it came, to be opened again.
  const { origin, body, charset, action, packaging, attachments } = message
  return {
    kind: 'invoke',
    id,
    claim,
    lane: ordered ? laneOf(name, origin) : undefined,
    accepted: wallTime(),
    body,
    charset,
    soap: document.envelope.version.name,
    action,
    origin,
    plugin,
    answerHeaders: added.map((block) => writeElement(block)),
    attachments: attachments.length > 0 ? attachments : undefined,
    packaging,
    label: {
      operation: name,
      sender: senderOf(origin),
      messageId: messageIdOf(judged),
      keys: keys.seen,
    },
  }
}
