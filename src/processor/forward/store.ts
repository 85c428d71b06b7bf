/** Makes a message durable that goes on to the next node: a worker sends it, from this node or another. */
import { messageIdOf } from '../../addressing/named-ids.js'
import type { ForwardJob } from '../../queue/job.js'
import type { Envelope } from '../../soap/envelope.js'
import type { OutboundMessage } from '../../transport.js'
import { clarkName } from '../../xml/tree.js'
import { writeElement } from '../../xml/write.js'
import { type Answering, placeOf } from '../answer.js'
import { awaitedKey, domainOf } from '../correlate.js'
import { addOnce, claimOf, keyOf, laneOf, senderOf } from '../duplicate.js'
import type { Enqueued } from '../enqueue.js'
import type { OpenExchange } from '../exchange.js'
import type { Onward } from '../route.js'

/**
 * @param text     source text of the message as it came
 * @param message  as it goes on
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 * @throws SoapFault Client for another message under the same identification
 */
export async function store(
  text: string,
  envelope: Envelope,
  message: OutboundMessage,
  { to, destination, mode, answerTime, ordered, name }: Onward,
  exchange: OpenExchange,
  { queue, plans, policy }: Answering,
): Promise<Enqueued> {
  const messageId = messageIdOf(envelope) ?? exchange.message.messageId
  const [entry] = envelope.entries
  const content = entry ? text.slice(entry.start, entry.end) : ''
  const job: ForwardJob = {
    ...originOf(exchange),
    kind: 'forward',
    id: exchange.id,
    claim: claimOf(keyOf(exchange, messageId), content),
    // It can be found by what the request is called in its own envelope.
    awaits: messageId !== undefined && answerTime > 0 ? awaitsOf(messageId, to) : undefined,
    lane: ordered ? laneOf(name, exchange) : undefined,
    accepted: Date.now(),
    body: Buffer.from(message.body, 'utf8'),
    charset: 'utf-8',
    soap: message.soap,
    action: message.action,
    to: to.href,
    destination,
    answerHeaders: exchange.answerHeaders.map((block) => writeElement(block)),
    visits: exchange.visits,
    marks: marksOf(message),
    answerTime,
    answerNeeded: mode === 'bridge',
    label: {
      operation: entry && clarkName(entry),
      to: to.href,
      sender: senderOf(exchange),
      messageId,
    },
  }
  const id = await addOnce(job, plans.ofDestination(to, destination), exchange, queue)
  if (placeOf('reply', exchange, policy).kind !== 'connection') return { kind: 'accepted' }
  return { kind: 'queued', id, ...(mode === 'store' && { patience: 0 }) }
}

function awaitsOf(messageId: string, to: URL): string {
  return awaitedKey(messageId, domainOf(to.protocol === 'mailto:' ? to.pathname : undefined))
}

function marksOf({ hops, via, trace }: OutboundMessage): ForwardJob['marks'] {
  return {
    ...(hops !== undefined && { hops }),
    ...(via && { via }),
    ...(trace && { trace }),
  }
}

/** Where the message came from, and its answer goes. */
function originOf({ message }: OpenExchange) {
  const { transport, peer, replyTo, reference, answerable } = message
  return { transport, peer, replyTo: replyTo?.href, reference, answerable }
}
