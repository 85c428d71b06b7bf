/** Decides how an operation runs for a message: at once, at once under a claim of its identity, or as a job. */
import type { Operation } from '../../plugin.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import { destinationOf } from '../facts/answer-destination.js'
import type { Judged } from '../state/values.js'
import { claimKeyOf, keyOf, messageIdOf } from './duplicate.js'
import { refusesRepetitions } from './proof-keys.js'

/**
 * `claimed`: at once, for a sender that waits for the outcome; whoever sends the same message again gets it, too.
 * `queued`: as a job, which is tried again until it succeeds or is a dead letter.
 */
export type RunsHow = 'at once' | 'claimed' | 'queued'

/** True for an operation that always goes through the queue. */
export function isQueued({ exchange, dispatch, ordered }: Operation): boolean {
  const later = exchange === 'one-way' || ordered === true
  return (dispatch ?? (later ? 'queue' : 'inline')) === 'queue'
}

/** How the operation that a message calls runs; a message from the queue runs at once. */
export function runsHow(judged: Judged, policy: ReplyPolicy): RunsHow {
  const { arrival, message, verified, valid } = judged
  const { call } = valid
  if (!call || arrival.attempt) return 'at once'
  const { operation } = call.registered
  if (isQueued(operation) || message.patience !== undefined) return 'queued'
  if (destinationOf('reply', judged, policy).kind === 'address') return 'queued'
  // It may run as often as it comes.
  if (operation.safe === true) return 'at once'
  const identified = keyOf(message, messageIdOf(judged)) !== undefined
  if (!waitsForAll(judged, operation, policy)) return identified ? 'queued' : 'at once'
  if (identified) return 'claimed'
  return !refusesRepetitions(verified.policies) && claimKeyOf(judged) !== undefined
    ? 'claimed'
    : 'at once'
}

/** True if whoever sent it waits on the connection for its reply, and for each fault in its place. */
function waitsForAll(judged: Judged, { exchange }: Operation, policy: ReplyPolicy): boolean {
  if (exchange === 'one-way') return false
  return (['reply', 'Server', 'Client'] as const).every(
    (what) => destinationOf(what, judged, policy).kind === 'connection',
  )
}
