/** Step: makes a message durable, for a worker to run its operation on this node or on another. */
import type { Operation } from '../plugin.js'
import type { InvokeJob, KeptAttachment } from '../queue/job.js'
import type { Attachment } from '../transport.js'
import { writeElement } from '../xml/write.js'
import { type Answering, placeOf } from './answer.js'
import { idOnce, keyOf, senderOf } from './duplicate.js'
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
export function isQueued({ exchange, dispatch }: Operation): boolean {
  return (dispatch ?? (exchange === 'one-way' ? 'queue' : 'inline')) === 'queue'
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
  const key = keyOf(exchange)
  const [sent = entry] = envelope.entries
  const content = text.slice(sent.start, sent.end)
  const id = await idOnce(key, content, exchange, queue)
  // Added for a duplicate too: a crash may have come between the claim and the job of the first.
  await queue.add(jobOf(id, text, exchange, key), plans.ofOperation(operation))
  const answers =
    operation.exchange !== 'one-way' && placeOf('reply', exchange, policy).kind === 'connection'
  return answers ? { kind: 'queued', id } : { kind: 'accepted' }
}

function jobOf(
  id: string,
  body: string,
  exchange: OpenExchange,
  claim: string | undefined,
): InvokeJob {
  const { message, version, operation, answerHeaders } = exchange
  const { transport, destination, peer, action } = message
  const { replyTo, reference, answerable, attachments, trace } = message
  return {
    kind: 'invoke',
    id,
    claim,
    accepted: Date.now(),
    body,
    soap: version.name,
    action,
    transport,
    destination,
    peer,
    replyTo: replyTo?.href,
    reference,
    answerable,
    answerHeaders: answerHeaders.map((block) => writeElement(block)),
    attachments: attachments.length > 0 ? attachments.map(keptOf) : undefined,
    trace,
    label: {
      operation: operation?.name,
      sender: senderOf(exchange),
      messageId: exchange.addressing?.messageId ?? message.messageId,
    },
  }
}

function keptOf({ contentType, name, body }: Attachment): KeptAttachment {
  return { contentType, name, body: Buffer.from(body).toString('base64') }
}
