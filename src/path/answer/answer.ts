/** Step: sends an answer where the sender wants it: back on the connection, or as a message of its own. */
import { then } from '../../base/steps.js'
import { wallTime } from '../../base/time.js'
import {
  ANSWER_PLAN,
  type AnswerJob,
  answerIdOf,
  envelopeParts,
  type SendJob,
  wayTo,
} from '../../store/queue/job.js'
import type { OutboundMessage, Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { type AnswerDestination, destinationOf } from '../facts/answer-destination.js'
import { sealAnswer } from '../leaving/seal.js'
import type { ProcessorParts } from '../parts/parts.js'
import { envelopeMessageOf, type StateView } from '../state/view.js'

/** An outcome, once its answer is where it belongs. */
export interface Answered {
  /** For the connection. */
  readonly outcome: Outcome
  /** The envelope as it left this node; undefined if none did. */
  readonly envelope: Pick<OutboundMessage, 'body'> | undefined
}

/** What a connection gets. */
export function onConnection(outcome: Outcome): Answered {
  const isAnswer = outcome.kind === 'reply' || outcome.kind === 'fault'
  return { outcome, envelope: isAnswer ? outcome.message : undefined }
}

/** @throws QueueUnavailable, QueueFull, EvidenceUnavailable */
export function answer(
  outcome: Outcome,
  view: StateView,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Answered | Promise<Answered> {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return onConnection(outcome)
  const sealed = sealAnswer(outcome, view.verified, exchange, parts)
  return then(sealed, (one) => send(one, view, exchange, parts))
}

function send(
  outcome: Answer,
  view: StateView,
  exchange: OpenExchange,
  { queue, plans, policy }: ProcessorParts,
): Answered | Promise<Answered> {
  // Wherever faults go: it says only to who waits on the connection that there is no answer yet.
  if (outcome.kind === 'fault' && outcome.pending !== undefined) return onConnection(outcome)
  const destination = destinationOf(outcome.kind === 'reply' ? 'reply' : outcome.code, view, policy)
  switch (destination.kind) {
    case 'connection':
      return onConnection(outcome)
    case 'nowhere':
      return NO_ENVELOPE
    case 'exchange': {
      const of = destination.id
      const inReplyTo = envelopeMessageOf(view)?.inReplyTo
      if (of === undefined) {
        exchange.log.info({ inReplyTo }, 'an answer came that nobody waits for')
        return NO_ENVELOPE
      }
      exchange.log.info({ inReplyTo, of }, 'an answer came')
      return queue.add(answerJob(of, outcome, view), ANSWER_PLAN).then(() => NO_ENVELOPE)
    }
    case 'address': {
      const answered = { outcome: ACCEPTED, envelope: outcome.message }
      const job = sendJob(destination, outcome, view, exchange.id)
      const plan = plans.ofDestination()
      // The answer of a job becomes durable together with the end of that job.
      const { attempt } = view.arrival
      if (!attempt) return queue.add(job, plan).then(() => answered)
      attempt.follow(job, plan)
      return answered
    }
  }
}

const ACCEPTED = { kind: 'accepted' } as const
const NO_ENVELOPE: Answered = { outcome: ACCEPTED, envelope: undefined }

type Answer = Extract<Outcome, { readonly kind: 'reply' | 'fault' }>

function sendJob(
  { to, guarded }: Extract<AnswerDestination, { readonly kind: 'address' }>,
  { kind, message }: Answer,
  { arrival, keys, valid }: StateView,
  exchange: string,
): SendJob {
  const { origin } = arrival.message
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
    label: { to, operation: valid?.call?.registered.operation.name, keys: keys?.seen },
  }
}

/** An answer is durable before it is acknowledged. */
function answerJob(of: string, { message }: Answer, { arrival, keys, task }: StateView): AnswerJob {
  return {
    ...envelopeParts(message),
    kind: 'answer',
    // The same id for every answer to it, so that the first one counts.
    id: answerIdOf(of),
    of,
    accepted: wallTime(),
    trace: arrival.message.origin.trace,
    label: { operation: task?.operation, keys: keys?.seen },
  }
}
