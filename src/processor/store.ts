/** Makes a message durable that goes on to the next node: a worker sends it, from this node or another. */
import { messageIdOf } from '../addressing/named-ids.js'
import type { ForwardJob } from '../queue/job.js'
import type { Envelope } from '../soap/envelope.js'
import type { OutboundMessage } from '../transport.js'
import { clarkName } from '../xml/tree.js'
import { writeElement } from '../xml/write.js'
import { type Answering, placeOf } from './answer.js'
import { noteAwaited } from './correlate.js'
import { idOnce, keyOf, senderOf } from './duplicate.js'
import type { Enqueued } from './enqueue.js'
import type { OpenExchange } from './exchange.js'
import type { Onward } from './route.js'

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
  { to, destination, mode, answerTime }: Onward,
  exchange: OpenExchange,
  { queue, plans, policy }: Answering,
): Promise<Enqueued> {
  const messageId = messageIdOf(envelope) ?? exchange.message.messageId
  const key = keyOf(exchange, messageId)
  const [entry] = envelope.entries
  const content = entry ? text.slice(entry.start, entry.end) : ''
  const id = await idOnce(key, content, exchange, queue)
  // Before it can be answered.
  if (messageId !== undefined && answerTime > 0) await noteAwaited(messageId, to, id, queue)
  const job: ForwardJob = {
    ...originOf(exchange),
    kind: 'forward',
    id,
    claim: key,
    accepted: Date.now(),
    body: message.body,
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
  await queue.add(job, plans.ofDestination(to, destination))
  if (placeOf('reply', exchange, policy).kind !== 'connection') return { kind: 'accepted' }
  return { kind: 'queued', id, ...(mode === 'store' && { patience: 0 }) }
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
