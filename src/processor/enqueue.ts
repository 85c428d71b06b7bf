/** Step: makes a message durable, for a worker to run its operation on this node or on another. */
import type { Operation } from '../plugin.js'
import type { Claim, InvokeJob } from '../queue/job.js'
import type { InboundMessage } from '../transport.js'
import { writeElement } from '../xml/write.js'
import { type Answering, placeOf } from './answer.js'
import { addOnce, claimOf, keyOf, laneOf, senderOf } from './duplicate.js'
import type { OpenExchange } from './exchange.js'
import type { Processed } from './headers.js'
import type { Call } from './validate.js'

/** What is said on the connection once the message is durable. */
export type Enqueued =
  /** Nothing: there is no answer, or it goes elsewhere. */
  | { readonly kind: 'accepted' }
  /**
   * The answer of the exchange with this id, as soon as it is there. `patience` in milliseconds is how
   * long its sender waits, whatever it would like. Default: as it likes.
   */
  | { readonly kind: 'queued'; readonly id: string; readonly patience?: number }

/** True for an operation that is never run at once. */
export function isQueued({ exchange, dispatch, ordered }: Operation): boolean {
  const later = exchange === 'one-way' || ordered === true
  return (dispatch ?? (later ? 'queue' : 'inline')) === 'queue'
}

/** True if the operation is not to be run at once for this message. */
export function goesToQueue(
  call: Call | undefined,
  exchange: OpenExchange,
  { policy }: Answering,
): call is Call {
  if (!call || exchange.attempt) return false
  const { operation } = call.registered
  return (
    isQueued(operation) ||
    exchange.message.patience !== undefined ||
    placeOf('reply', exchange, policy).kind === 'address' ||
    // The queue knows its jobs again: what must not have its effect twice goes through it.
    (operation.safe !== true && keyOf(exchange) !== undefined)
  )
}

/**
 * @param text  source text of the message
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 * @throws SoapFault Client for another message under the same identification
 */
export async function enqueue(
  { envelope }: Processed,
  { registered: { operation }, entry }: Call,
  text: string,
  exchange: OpenExchange,
  { queue, plans, policy }: Answering,
): Promise<Enqueued> {
  const [sent = entry] = envelope.entries
  const claim = claimOf(keyOf(exchange), text.slice(sent.start, sent.end))
  const job = jobOf(text, exchange, claim, operation)
  const id = await addOnce(job, plans.ofOperation(operation), exchange, queue)
  const answers =
    operation.exchange !== 'one-way' && placeOf('reply', exchange, policy).kind === 'connection'
  return answers ? { kind: 'queued', id } : { kind: 'accepted' }
}

function jobOf(
  text: string,
  exchange: OpenExchange,
  claim: Claim | undefined,
  { name, ordered }: Operation,
): InvokeJob {
  const { id, message, version, answerHeaders } = exchange
  const { transport, destination, peer, action } = message
  const { replyTo, reference, answerable, attachments, trace } = message
  return {
    kind: 'invoke',
    id,
    claim,
    lane: ordered ? laneOf(name, exchange) : undefined,
    accepted: Date.now(),
    ...bytesOf(message, text),
    soap: version.name,
    action,
    transport,
    destination,
    peer,
    replyTo: replyTo?.href,
    reference,
    answerable,
    answerHeaders: answerHeaders.map((block) => writeElement(block)),
    attachments: attachments.length > 0 ? attachments : undefined,
    trace,
    label: {
      operation: name,
      sender: senderOf(exchange),
      messageId: exchange.addressing?.messageId ?? message.messageId,
    },
  }
}

/** The envelope as it came; of a retrieval, which is none, the one that it stands for. */
function bytesOf(
  { retrieval, body, charset }: InboundMessage,
  text: string,
): Pick<InvokeJob, 'body' | 'charset'> {
  return retrieval ? { body: Buffer.from(text, 'utf8'), charset: 'utf-8' } : { body, charset }
}
