/** Step: a signed message counts once, on all nodes that share the queue. */
import { ready, type Steps } from '../base/steps.js'
import { answerIdOf } from '../queue/job.js'
import { SecurityFailure } from '../security/failure.js'
import { asksForSignature } from '../security/judge.js'
import type { Policy } from '../security/policies.js'
import { lastingValue } from '../security/signature/signature.js'
import { isCovered, type Verdict } from '../security/verdict.js'
import { claimKeyOf } from './duplicate.js'
import { goesToQueue } from './enqueue.js'
import { modeOf } from './onward.js'
import type { ProcessorParts } from './parts.js'
import { refusalOf } from './refusal-of.js'
import type { Valid } from './validate.js'

/** Milliseconds for which a message without Timestamp is remembered. */
const KEPT = 30 * 86_400_000
/** A time that is over: it is only asked whether a key is known. */
const ASKED = 0

/**
 * @returns what was not known of it before, and is now
 * @throws SoapFault Client, or Refused, for a message that came before
 * @throws QueueUnavailable, QueueFull
 */
export function* refuseReplay(valid: Valid, parts: ProcessorParts): Steps<readonly string[]> {
  const { attempt, verdict, policies } = valid
  if (!parts.security || attempt) return NOTHING
  const keys = keysOf(verdict, policies)
  if (keys.length === 0) return NOTHING
  // Who changes the identification of a signed message makes no new message of it.
  const claimed = claimOf(valid, parts)
  const claim = claimed === undefined ? [] : [`${keys[0]}\n${claimed}`]
  const all = [...keys, ...claim]
  if (yield* areNew(all, verdict, parts)) return all
  const strict = policies.some(({ replays }) => replays === 'refuse')
  // Under the same identification the queue knows it, and answers as it did before.
  const known = claim.length > 0 && !(yield* ready(parts.queue.remember(claim, ASKED)))
  if (strict || !known) throw refusalOf(new SecurityFailure('FailedCheck', CAME_BEFORE), valid)
  return NOTHING
}

const NOTHING: readonly string[] = []

export const CAME_BEFORE = 'it came before'

/** What makes a message the same: what its sender has signed, and the nonces of its passwords. */
export function keysOf(
  { signatures, users }: Verdict,
  policies: readonly Policy[],
): readonly string[] {
  const signed = asksForSignature(policies) ? signatures : []
  return [
    ...signed.map((one) => `signature\n${one.peer}\n${lastingValue(one)}`),
    ...users.flatMap(({ peer, nonce }) =>
      nonce === undefined ? [] : [`nonce\n${peer}\n${nonce}`],
    ),
  ]
}

/** @returns false if one of the keys is known */
export function* areNew(
  keys: readonly string[],
  verdict: Verdict,
  { queue, security }: ProcessorParts,
): Steps<boolean> {
  return yield* ready(queue.remember(keys, untilOf(verdict, security?.clockSkew ?? 0)))
}

/** What the job of the message is known by in the queue; undefined if it becomes none. */
function claimOf(valid: Valid, { policy }: ProcessorParts): string | undefined {
  const { route, message } = valid
  switch (route.role) {
    case 'ultimate-receiver':
      return goesToQueue(valid, policy) ? claimKeyOf(valid) : undefined
    case 'intermediary':
      return modeOf(route.onward, message) === 'relay' ? undefined : claimKeyOf(valid)
    case 'returning':
      return route.answers.of && answerIdOf(route.answers.of)
  }
}

/** A message is too old to be taken once its Timestamp is over. */
function untilOf(verdict: Verdict, clockSkew: number): number {
  const { timestamp } = verdict
  const now = Date.now()
  if (!timestamp || !isCovered(verdict, timestamp.element)) return now + KEPT
  const { expires, created = now } = timestamp
  return Math.max(expires ?? created + KEPT, now) + 2 * clockSkew
}
