/** Recognizes a message that was sent before: the same sender, the same identification, the same body. */
import type { EnvelopeMessage } from '../../message/message.js'
import { type Origin, senderOf } from '../../message/origin.js'
import { lastingValue } from '../../security/signature/signature.js'
import { invalidBlock } from '../../soap/addressing/faults.js'
import { messageIdOf as namedIdOf } from '../../soap/addressing/named-ids.js'
import { SoapFault } from '../../soap/fault.js'
import type { Claim, Job, RetryPlan } from '../../store/queue/job.js'
import type { Holder, JobQueue } from '../../store/queue/queue.js'
import type { OpenExchange } from '../exchange.js'
import { carried } from '../facts/carried.js'
import type { OwnBlocks } from '../own-blocks/table.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { Judged, Taken } from '../state/values.js'
import { digestOf } from './content-digest.js'
import { keysOf, rememberedAtLeastUntil, repetitionFault } from './proof-keys.js'

/**
 * The key by which the queue recognizes a message; undefined if its sender gave it no identification.
 *
 * @param messageId  the sender's id of the message
 */
export function keyOf(
  { idempotencyKey, origin }: EnvelopeMessage,
  messageId: string | undefined,
): string | undefined {
  const { destination = '' } = origin
  const sender = senderOf(origin)
  if (idempotencyKey !== undefined) return ['key', sender, destination, idempotencyKey].join('\n')
  if (messageId !== undefined) return ['id', sender, destination, messageId].join('\n')
  return undefined
}

/** The sender's id of a message to this node. */
export function messageIdOf({
  understood,
  message,
}: Taken<'understood' | 'message'>): string | undefined {
  return understood.own.addressing?.addressing.messageId ?? message.origin.messageId
}

/**
 * The key that the job of a message claims: a signed message without identification is known by its signature.
 */
export function claimKeyOf(judged: Judged): string | undefined {
  const { route, document, message, verified } = judged
  const messageId =
    route.role === 'intermediary'
      ? (namedIdOf(document.envelope) ?? message.origin.messageId)
      : messageIdOf(judged)
  const [signature] = verified.verdict.signatures
  const signed = signature && ['signature', signature.peer, lastingValue(signature)].join('\n')
  return keyOf(message, messageId) ?? signed
}

/** The lane that keeps the messages of one sender in order, for an operation or a route by its name. */
export function laneOf(name: string, origin: Origin): string {
  return `${name}\n${senderOf(origin)}`
}

/**
 * What the job of a message claims, so that the same message is recognized if it comes again.
 *
 * @param key  the key by which the queue recognizes the message
 */
export async function claimOf(
  key: string | undefined,
  judged: Judged,
  exchange: OpenExchange,
  parts: Pick<ProcessorParts, 'slices' | 'security'>,
): Promise<Claim | undefined> {
  if (key === undefined) return undefined
  const { document, message } = judged
  const { source, entries } = document.envelope
  // An encoded entry refers to what stands behind it in Body.
  const text = entries.map(({ start, end }) => source.slice(start, end)).join('')
  const { attachments = [] } = carried(message, document)
  const digest = await digestOf(text, attachments, exchange, parts)
  const once = keysOf(judged).length > 0
  return { key, digest, until: once ? rememberedAtLeastUntil(judged, parts) : undefined }
}

/**
 * Adds the job of a message, unless the message was sent before: then its first job counts.
 *
 * @returns the id of the job that counts
 * @throws SoapFault Client for another content with an identification that was used before, or for a
 *   signed message whose job is forgotten
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 */
export async function addOnce(
  { job, plan }: { readonly job: Job; readonly plan: RetryPlan },
  judged: Taken<'route' | 'understood'>,
  exchange: OpenExchange,
  queue: JobQueue,
): Promise<string> {
  const holder = await queue.add(job, plan)
  return holder.added ? holder.id : firstOf({ holder, claim: job.claim }, judged, exchange, queue)
}

/** Who holds what a message claims. */
export interface Held {
  readonly holder: Holder
  readonly claim: Claim | undefined
}

/**
 * The exchange that has the outcome of a message that was sent before, or will have it.
 *
 * @throws SoapFault Client for another content with an identification that was used before, or for a
 *   signed message whose outcome is forgotten
 */
export async function firstOf(
  { holder: { id, digest, state }, claim }: Held,
  judged: Taken<'route' | 'understood'>,
  exchange: OpenExchange,
  queue: JobQueue,
): Promise<string> {
  if (state === 'forgotten') throw repetitionFault(judged)
  if (digest !== claim?.digest) throw otherContent(judged.understood.own)
  exchange.log.info({ first: id }, 'the message was sent before')
  // Its sender still wants it done: a dead letter gets all its attempts again.
  if (state === 'dead') await queue.admin.replay(id)
  return id
}

function otherContent({ addressing }: OwnBlocks): Error {
  // WS-Addressing 1.0 SOAP Binding §6.4.1.5: the id "has already been processed".
  if (addressing) return invalidBlock('MessageID', 'DuplicateMessageID')
  return new SoapFault({
    code: 'Client',
    reason: 'Another message was sent under this identification before.',
    scope: 'header',
  })
}
