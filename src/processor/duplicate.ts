/** Tells a message that was sent before: the same sender, the same identification, the same body. */
import { createHash } from 'node:crypto'
import { invalidBlock } from '../addressing/faults.js'
import type { Claim, JobQueue } from '../queue/queue.js'
import { SoapFault } from '../soap/fault.js'
import type { OpenExchange } from './exchange.js'

/** What the queue knows a message by; undefined if its sender has given it no identification. */
export function keyOf(
  { message, addressing }: OpenExchange,
  messageId = addressing?.messageId ?? message.messageId,
): string | undefined {
  const { idempotencyKey, destination = '' } = message
  const sender = senderOf({ message })
  if (idempotencyKey !== undefined) return ['key', sender, destination, idempotencyKey].join('\n')
  if (messageId !== undefined) return ['id', sender, destination, messageId].join('\n')
  return undefined
}

/** Who sent a message, by the best name that the transport knows. */
export function senderOf({ message: { peer } }: Pick<OpenExchange, 'message'>): string {
  return peer.user ?? peer.mailbox ?? peer.address ?? ''
}

/**
 * The id that the job of a message has, one for all messages of the same identification.
 *
 * @param key      what the queue knows the message by
 * @param content  what has to be the same again: the source text of the body entry
 * @returns the exchange's own, or that of the first one
 * @throws SoapFault Client for another content under an identification that was used before
 * @throws QueueUnavailable
 */
export async function idOnce(
  key: string | undefined,
  content: string,
  exchange: OpenExchange,
  queue: JobQueue,
): Promise<string> {
  const id = key === undefined ? exchange.id : await firstOf(key, content, exchange, queue)
  if (id === exchange.id) return id
  exchange.log.info({ first: id }, 'the message was sent before')
  // One that has failed for good may try again.
  if ((await queue.find(id))?.state === 'dead') await queue.desk.replay(id)
  return id
}

async function firstOf(
  key: string,
  content: string,
  exchange: OpenExchange,
  queue: JobQueue,
): Promise<string> {
  const own: Claim = { id: exchange.id, digest: digestOf(content) }
  const first = await queue.claim(key, own)
  if (first.digest !== own.digest) {
    // WS-Addressing 1.0 SOAP Binding §6.4.1.5: the id "has already been processed".
    if (exchange.addressing) throw invalidBlock('MessageID', 'DuplicateMessageID')
    throw new SoapFault({
      code: 'Client',
      reason: 'Another message was sent under this identification before.',
      scope: 'header',
    })
  }
  return first.id
}

function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url')
}
