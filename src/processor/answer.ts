/** Step: brings an answer to where its sender wants it: back on the connection, or as a message of its own. */
import { endpointOf } from '../addressing/answer-headers.js'
import type { ReplyPolicy } from '../addressing/reply-policy.js'
import type { SendJob } from '../queue/job.js'
import type { JobQueue } from '../queue/queue.js'
import type { RetryPlans } from '../queue/retry-plans.js'
import type { FaultCode, Outcome } from '../transport.js'
import type { OpenExchange } from './exchange.js'

export interface Answering {
  readonly queue: JobQueue
  readonly plans: RetryPlans
  /** Where peers may have answers sent. */
  readonly policy: ReplyPolicy
}

export type AnswerPlace =
  | { readonly kind: 'connection' }
  /** The sender wants no answer. */
  | { readonly kind: 'nowhere' }
  /** `guarded` if a peer named the address, and the policy for replies must allow it. */
  | { readonly kind: 'address'; readonly to: string; readonly guarded: boolean }

/** Where an exchange's reply goes, or its fault of a code. */
export function placeOf(
  what: 'reply' | FaultCode,
  { message, operation, addressing, intermediary }: OpenExchange,
  policy: ReplyPolicy,
): AnswerPlace {
  const { answerable = 'always' } = message
  const endpoint = addressing && endpointOf(addressing, what)
  // WS-Addressing 1.0 Core §3.3: what would go to the address none "is discarded".
  if (endpoint?.kind === 'none') return { kind: 'nowhere' }
  // RFC 3834 §2: what an automaton sent is not answered because it could not be understood.
  const valid = operation !== undefined || intermediary
  if (answerable === 'never' || (answerable === 'if-valid' && !valid)) return { kind: 'nowhere' }
  // Looked at where the answer is sent, on this node or on another, before its handlers or after.
  if (endpoint?.kind === 'elsewhere' && policy.allows(endpoint.address)) {
    return { kind: 'address', to: endpoint.address, guarded: true }
  }
  if (message.replyTo) return { kind: 'address', to: message.replyTo.href, guarded: false }
  return { kind: 'connection' }
}

/**
 * @returns what is said on the connection
 * @throws QueueUnavailable, QueueFull
 */
export async function answer(
  outcome: Outcome,
  exchange: OpenExchange,
  { queue, plans, policy }: Answering,
): Promise<Outcome> {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return outcome
  const place = placeOf(outcome.kind === 'reply' ? 'reply' : outcome.code, exchange, policy)
  switch (place.kind) {
    case 'connection':
      return outcome
    case 'nowhere':
      return { kind: 'accepted' }
    case 'address': {
      const { to, guarded } = place
      const { body, ...message } = outcome.message
      const job: SendJob = {
        kind: 'send',
        // The same again if the exchange is: no answer goes out twice.
        id: `${exchange.id}-${outcome.kind}`,
        accepted: Date.now(),
        to,
        guarded,
        ...message,
        body: Buffer.from(body, 'utf8'),
        charset: 'utf-8',
        purpose: outcome.kind,
        inReplyTo: exchange.message.reference,
        trace: exchange.message.trace,
        label: { to, operation: exchange.operation?.name },
      }
      const plan = plans.ofDestination(new URL(to))
      // From the queue it becomes durable together with the end of the job that it answers.
      if (exchange.attempt) exchange.attempt.follow(job, plan)
      else await queue.add(job, plan)
      return { kind: 'accepted' }
    }
  }
}
