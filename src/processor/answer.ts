/** Step: sends an answer where the sender wants it: back on the connection, or as a message of its own. */
import { endpointOf } from '../addressing/answer-headers.js'
import type { ReplyPolicy } from '../addressing/reply-policy.js'
import { take } from '../base/steps.js'
import {
  ANSWER_PLAN,
  type AnswerJob,
  answerIdOf,
  envelopeParts,
  type SendJob,
  wayTo,
} from '../queue/job.js'
import type { FaultCode } from '../soap/version.js'
import type { Outcome } from '../transport.js'
import type { OpenExchange } from './exchange.js'
import type { ProcessorParts } from './parts.js'
import type { Reached } from './reached.js'
import { sealAnswer } from './seal.js'

export type AnswerPlace =
  | { readonly kind: 'connection' }
  /** The message is an answer itself: it goes to the exchange that waits for it, if there is one. */
  | { readonly kind: 'exchange'; readonly id: string | undefined }
  /** The sender wants no answer. */
  | { readonly kind: 'nowhere' }
  /** `guarded` if a peer named the address, and the policy for replies must allow it. */
  | { readonly kind: 'address'; readonly to: string; readonly guarded: boolean }

/** Where the reply to a message goes, or a fault with this code. */
export function placeOf(
  what: 'reply' | FaultCode,
  { message, call, own, route, answers }: Reached,
  policy: ReplyPolicy,
): AnswerPlace {
  if (route?.role === 'returning') return { kind: 'exchange', id: answers?.of }
  const { answerable = 'always', replyTo } = message.origin
  const addressing = own?.addressing?.addressing
  const endpoint = addressing && endpointOf(addressing, what)
  // WS-Addressing 1.0 Core §3.3: what would go to the address none "is discarded".
  if (endpoint?.kind === 'none') return { kind: 'nowhere' }
  // RFC 3834 §2: automatic mail that could not be understood gets no answer.
  const valid = call !== undefined || route?.role === 'intermediary'
  if (answerable === 'never' || (answerable === 'if-valid' && !valid)) return { kind: 'nowhere' }
  // Checked here, as this runs wherever the answer is sent: on any node, before or after the handlers.
  if (endpoint?.kind === 'elsewhere' && policy.allows(endpoint.address)) {
    return { kind: 'address', to: endpoint.address, guarded: true }
  }
  if (replyTo !== undefined) return { kind: 'address', to: replyTo, guarded: false }
  return { kind: 'connection' }
}

/** True if the connection may get an answer: the reply, or a fault in its place. */
export function answersHere(reached: Reached, policy: ReplyPolicy): boolean {
  const here = (what: 'reply' | FaultCode) => placeOf(what, reached, policy).kind === 'connection'
  return here('reply') || here('Server')
}

/**
 * @returns the outcome for the connection
 * @throws QueueUnavailable, QueueFull, EvidenceUnavailable
 */
export function answer(
  outcome: Outcome,
  reached: Reached,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Outcome | Promise<Outcome> {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return outcome
  const sealed = take(sealAnswer(outcome, reached, exchange, parts))
  return sealed instanceof Promise
    ? sealed.then((one) => send(one, reached, exchange, parts))
    : send(sealed, reached, exchange, parts)
}

function send(
  outcome: Answer,
  reached: Reached,
  exchange: OpenExchange,
  { queue, plans, policy }: ProcessorParts,
): Outcome | Promise<Outcome> {
  const place = placeOf(outcome.kind === 'reply' ? 'reply' : outcome.code, reached, policy)
  switch (place.kind) {
    case 'connection':
      exchange.wrote({ answered: outcome.message.body })
      return outcome
    case 'nowhere':
      return ACCEPTED
    case 'exchange': {
      const of = place.id
      const { message } = reached
      const inReplyTo = message.kind === 'envelope' ? message.inReplyTo : undefined
      if (of === undefined) {
        exchange.log.info({ inReplyTo }, 'an answer came that nobody waits for')
        return ACCEPTED
      }
      exchange.log.info({ inReplyTo, of }, 'an answer came')
      return queue.add(answerJob(of, outcome, reached), ANSWER_PLAN).then(() => ACCEPTED)
    }
    case 'address': {
      exchange.wrote({ answered: outcome.message.body })
      const job = sendJob(place.to, place.guarded, outcome, reached, exchange.id)
      const plan = plans.ofDestination()
      // The answer of a job becomes durable together with the end of that job.
      if (!reached.attempt) return queue.add(job, plan).then(() => ACCEPTED)
      reached.attempt.follow(job, plan)
      return ACCEPTED
    }
  }
}

const ACCEPTED = { kind: 'accepted' } as const

type Answer = Extract<Outcome, { readonly kind: 'reply' | 'fault' }>

function sendJob(
  to: string,
  guarded: boolean,
  { kind, message }: Answer,
  { message: { origin }, call }: Reached,
  exchange: string,
): SendJob {
  return {
    ...envelopeParts(message),
    kind: 'send',
    // The same id if the exchange runs again, so that no answer is sent twice.
    id: `${exchange}-${kind}`,
    accepted: Date.now(),
    to,
    way: wayTo(new URL(to)),
    guarded,
    purpose: kind,
    inReplyTo: origin.reference,
    trace: origin.trace,
    label: { to, operation: call?.registered.operation.name },
  }
}

/** An answer is durable before it is acknowledged. */
function answerJob(of: string, { message }: Answer, reached: Reached): AnswerJob {
  return {
    ...envelopeParts(message),
    kind: 'answer',
    // The same id for every answer to it, so that the first one counts.
    id: answerIdOf(of),
    of,
    accepted: Date.now(),
    trace: reached.message.origin.trace,
    label: { operation: reached.act?.operation },
  }
}
