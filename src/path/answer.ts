/** Step: sends an answer where the sender wants it: back on the connection, or as a message of its own. */
import { take } from '../base/steps.js'
import { wallTime } from '../base/time.js'
import {
  ANSWER_PLAN,
  type AnswerJob,
  answerIdOf,
  envelopeParts,
  type SendJob,
  wayTo,
} from '../queue/job.js'
import type { Outcome } from '../transport.js'
import { type AnswerPlace, placeOf } from './answer-place.js'
import type { OpenExchange } from './exchange.js'
import type { ProcessorParts } from './parts.js'
import { sealAnswer } from './seal.js'
import { envelopeMessageOf, type Known } from './state/known.js'

/**
 * @returns the outcome for the connection
 * @throws QueueUnavailable, QueueFull, EvidenceUnavailable
 */
export function answer(
  outcome: Outcome,
  known: Known,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Outcome | Promise<Outcome> {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return outcome
  const sealed = take(sealAnswer(outcome, known.verified, exchange, parts))
  return sealed instanceof Promise
    ? sealed.then((one) => send(one, known, exchange, parts))
    : send(sealed, known, exchange, parts)
}

function onConnection(outcome: Answer, exchange: OpenExchange): Outcome {
  exchange.wrote({ answered: outcome.message.body })
  return outcome
}

function send(
  outcome: Answer,
  known: Known,
  exchange: OpenExchange,
  { queue, plans, policy }: ProcessorParts,
): Outcome | Promise<Outcome> {
  // Wherever faults go: it says only to who waits on the connection that there is no answer yet.
  if (outcome.kind === 'fault' && outcome.pending !== undefined)
    return onConnection(outcome, exchange)
  const place = placeOf(outcome.kind === 'reply' ? 'reply' : outcome.code, known, policy)
  switch (place.kind) {
    case 'connection':
      return onConnection(outcome, exchange)
    case 'nowhere':
      return ACCEPTED
    case 'exchange': {
      const of = place.id
      const inReplyTo = envelopeMessageOf(known)?.inReplyTo
      if (of === undefined) {
        exchange.log.info({ inReplyTo }, 'an answer came that nobody waits for')
        return ACCEPTED
      }
      exchange.log.info({ inReplyTo, of }, 'an answer came')
      return queue.add(answerJob(of, outcome, known), ANSWER_PLAN).then(() => ACCEPTED)
    }
    case 'address': {
      exchange.wrote({ answered: outcome.message.body })
      const job = sendJob(place, outcome, known, exchange.id)
      const plan = plans.ofDestination()
      // The answer of a job becomes durable together with the end of that job.
      const { attempt } = known.came
      if (!attempt) return queue.add(job, plan).then(() => ACCEPTED)
      attempt.follow(job, plan)
      return ACCEPTED
    }
  }
}

const ACCEPTED = { kind: 'accepted' } as const

type Answer = Extract<Outcome, { readonly kind: 'reply' | 'fault' }>

function sendJob(
  { to, guarded }: Extract<AnswerPlace, { readonly kind: 'address' }>,
  { kind, message }: Answer,
  { came, valid }: Known,
  exchange: string,
): SendJob {
  const { origin } = came.message
  return {
    ...envelopeParts(message),
    kind: 'send',
    // The same id if the exchange runs again, so that no answer is sent twice.
    id: `${exchange}-${kind}`,
    accepted: wallTime(),
    to,
    way: wayTo(new URL(to)),
    guarded,
    purpose: kind,
    inReplyTo: origin.reference,
    trace: origin.trace,
    label: { to, operation: valid?.call?.registered.operation.name },
  }
}

/** An answer is durable before it is acknowledged. */
function answerJob(of: string, { message }: Answer, { came, task }: Known): AnswerJob {
  return {
    ...envelopeParts(message),
    kind: 'answer',
    // The same id for every answer to it, so that the first one counts.
    id: answerIdOf(of),
    of,
    accepted: wallTime(),
    trace: came.message.origin.trace,
    label: { operation: task?.operation },
  }
}
