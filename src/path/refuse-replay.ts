/** Step: what is signed, or has a password's digest, counts once on all nodes that share the queue. */
import { ready, type Steps } from '../base/steps.js'
import { answerIdOf, claimedOnce } from '../queue/job.js'
import { SecurityFailure } from '../security/failure.js'
import { signedEnd } from '../security/freshness.js'
import { isCovered } from '../security/verdict.js'
import { claimKeyOf } from './duplicate.js'
import type { Repeated } from './headers.js'
import { learn } from './learn.js'
import { modeOf } from './onward.js'
import type { ProcessorParts } from './parts.js'
import {
  cameBefore,
  keysOf,
  nonceKeysOf,
  refusesRepetitions,
  rememberedAtLeastUntil,
} from './proof-keys.js'
import { refusalOf } from './refusal-of.js'
import { runsHow } from './runs-how.js'
import { isEvidence } from './sealing-of.js'
import type { Valid } from './validate.js'
import type { Verified } from './verify.js'

export interface Once extends Valid, Required<Repeated> {
  /** What was not known of it before, and is now: forgotten if it is to come again. */
  readonly remembered: readonly string[]
}

/** A time that is over: it is only asked whether a key is known. */
const ASKED = 0

/**
 * @throws SoapFault Client, or Refused, for a message that came before
 * @throws QueueUnavailable, QueueFull
 */
export function* refuseReplay(valid: Valid, parts: ProcessorParts): Steps<Once> {
  const { attempt, policies } = valid
  if (!parts.security || attempt) return learn(valid, NOT_ASKED)
  if (isUndated(valid))
    throw refusalOf(new SecurityFailure('FailedCheck', 'its signature covers no time'), valid)
  const keys = keysOf(valid)
  if (keys.length === 0) return learn(valid, NOT_ASKED)
  // Who changes the identification of a signed message makes no new message of it.
  const claim = claimedBy(valid, parts)
  const pair = claim === undefined ? [] : [`${keys[0]}\n${claim}`]
  const all = [...keys, ...pair]
  if (yield* areNew(all, valid, parts)) return learn(valid, { remembered: all, repeated: false })
  if (runsAgain(valid, parts)) {
    const nonces = nonceKeysOf(valid)
    if (nonces.length > 0 && !(yield* areNew(nonces, valid, parts))) throw cameBefore(valid)
    return learn(valid, { remembered: nonces, repeated: false })
  }
  if (claim === undefined || refusesRepetitions(policies) || !(yield* isKnown(pair, parts))) {
    throw cameBefore(valid)
  }
  // One that was not made durable then is taken now; the queue answers any other, or refuses it.
  return learn(valid, { remembered: [], repeated: yield* isKnown([claimedOnce(claim)], parts) })
}

const NOT_ASKED: Pick<Once, 'remembered' | 'repeated'> = { remembered: [], repeated: false }

function isUndated({ verdict, policies }: Verified): boolean {
  const dated = policies.some(({ replays }) => replays === 'dated')
  return dated && verdict.signatures.length > 0 && signedEnd(verdict) === undefined
}

/**
 * True for one that changes nothing however often it comes, and that counts for a time which is signed: two calls of one
 * content, signed within one second, are the same octets. A nonce counts once all the same.
 */
function runsAgain(valid: Valid, { policy }: ProcessorParts): boolean {
  const { call, policies, verdict, understood, envelope } = valid
  return (
    call?.registered.operation.safe === true &&
    runsHow(valid, policy) === 'at once' &&
    understood.every(({ registered }) => registered.kind === 'own' || registered.handler.passive) &&
    policies.every(({ replays }) => replays === 'once') &&
    !isEvidence(policies) &&
    // What TLS alone protects is not in the octets that are compared.
    isCovered(verdict, envelope.body) &&
    signedEnd(verdict) !== undefined
  )
}

/** @returns false if one of the keys is known */
export function* areNew(
  keys: readonly string[],
  verified: Verified,
  parts: ProcessorParts,
): Steps<boolean> {
  const until = rememberedAtLeastUntil(verified, parts)
  return yield* ready(parts.queue.remember(keys, until))
}

function* isKnown(keys: readonly string[], { queue }: ProcessorParts): Steps<boolean> {
  return !(yield* ready(queue.remember(keys, ASKED)))
}

/** What the message is known by in the queue, as a job or as a run; undefined if it is neither. */
function claimedBy(valid: Valid, { policy }: ProcessorParts): string | undefined {
  const { route, message } = valid
  switch (route.role) {
    case 'ultimate-receiver':
      return runsHow(valid, policy) === 'at once' ? undefined : claimKeyOf(valid)
    case 'intermediary':
      return modeOf(route.onward, message) === 'relay' ? undefined : claimKeyOf(valid)
    case 'returning':
      return route.answers.of && answerIdOf(route.answers.of)
  }
}
