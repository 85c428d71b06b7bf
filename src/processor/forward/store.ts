/** Makes a message for the next node durable: a worker sends it, from this node or another. */
import { ADDRESSING_NAMESPACE } from '../../addressing/addressing.js'
import { messageIdOf } from '../../addressing/named-ids.js'
import { senderOf } from '../../message/origin.js'
import { envelopeParts, type ForwardJob, wayTo } from '../../queue/job.js'
import { writeElement } from '../../xml/write.js'
import { answersHere, meanwhileOf } from '../answer-place.js'
import { awaitedKey, domainOf } from '../correlate.js'
import { addOnce, claimKeyOf, claimOf, laneOf } from '../duplicate.js'
import type { Enqueued } from '../enqueue.js'
import type { OpenExchange } from '../exchange.js'
import type { Processed } from '../headers.js'
import type { Onward } from '../onward.js'
import type { ProcessorParts } from '../parts.js'
import type { Passage } from './pass-on.js'

/**
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 * @throws SoapFault Client for another message under the same identification
 */
export async function store(
  processed: Processed,
  { message, visits }: Passage,
  { to, destination, mode, answerTime, ordered, name }: Onward,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Enqueued> {
  const { queue, plans, policy } = parts
  const { envelope, act } = processed
  const { origin } = processed.message
  const messageId = messageIdOf(envelope) ?? origin.messageId
  const { hops, via, trace } = message
  const job: ForwardJob = {
    ...envelopeParts(message),
    kind: 'forward',
    id: exchange.id,
    claim: await claimOf(claimKeyOf(processed), processed, exchange, parts),
    // An answer may relate to the MessageID in the envelope of the request.
    awaits: messageId !== undefined && answerTime > 0 ? awaitsOf(messageId, to) : undefined,
    way: wayTo(to, destination),
    lane: ordered ? laneOf(name, origin) : undefined,
    accepted: Date.now(),
    origin,
    to: to.href,
    route: name,
    destination,
    answerHeaders: exchange.added.map((block) => writeElement(block)),
    addressing: addressingOf(processed),
    visits,
    sealing: processed.sealing,
    marks: { hops, via, trace },
    answerTime,
    answerNeeded: mode === 'bridge',
    label: { operation: act.operation, to: to.href, sender: senderOf(origin), messageId },
  }
  const plan = plans.ofDestination(destination)
  const id = await addOnce(job, plan, processed, exchange, queue)
  if (!answersHere(processed, policy)) return { kind: 'accepted' }
  // What is stored is answered by that: no node can know here whether it is one-way.
  if (mode === 'store') return { kind: 'queued', id, patience: 0, meanwhile: 'accepted' }
  return { kind: 'queued', id, meanwhile: meanwhileOf(processed, policy) }
}

/** Most messages are addressed to their ultimate receiver: their blocks go on, and stand in the envelope. */
function addressingOf({ own, understood }: Processed): readonly string[] | undefined {
  if (!own.addressing) return undefined
  return understood
    .filter(({ block }) => block.element.namespace === ADDRESSING_NAMESPACE)
    .map(({ block }) => writeElement(block.element))
}

function awaitsOf(messageId: string, to: URL): string {
  // Only a mailbox has a domain that its answers come from.
  return awaitedKey(messageId, domainOf(to.pathname.includes('@') ? to.pathname : undefined))
}
