/** Step: what is signed, or has a password's digest, counts once on all nodes that share the queue. */
import { ready, type Steps, take } from '../../base/steps.js'
import { SecurityFailure } from '../../security/failure.js'
import { signedEnd } from '../../security/freshness.js'
import { isCovered } from '../../security/verdict.js'
import { answerIdOf, claimedOnce } from '../../store/queue/job.js'
import { Refused } from '../facts/refused.js'
import { isEvidence } from '../facts/sealing-of.js'
import { modeOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import { step } from '../state/step.js'
import { JUDGED, type Judged, type Once, type Verified } from '../state/values.js'
import { refusalOf } from '../verify/refusal-of.js'
import { claimKeyOf } from './duplicate.js'
import {
  keysOf,
  nonceKeysOf,
  REPEATED,
  refusesRepetitions,
  rememberedAtLeastUntil,
  repetitionFault,
} from './proof-keys.js'
import { runsHow } from './runs-how.js'

/** What it needs of the parts of the node. */
export type Remembering = Pick<ProcessorParts, 'security' | 'queue' | 'policy'>

/** A time that is over: it is only asked whether a key is known. */
const LOOKUP_ONLY = 0

/**
 * @throws SoapFault Client, or Refused, for a message that came before
 * @throws QueueUnavailable, QueueFull
 */
export const refuseReplay = step({
  name: 'once',
  takes: JUDGED,
  gives: 'once',
  run(judged, _exchange, parts: Remembering) {
    const { arrival } = judged
    if (!parts.security || arrival.attempt) return NOT_REQUESTED
    return take(onceOf(judged, parts))
  },
})

function* onceOf(judged: Judged, parts: Remembering): Steps<Once> {
  const { arrival, verified } = judged
  if (arrival.request) return yield* answerOnce(judged, parts)
  if (isUndated(verified)) {
    throw refusalOf(new SecurityFailure('FailedCheck', 'its signature covers no time'), judged)
  }
  const keys = keysOf(judged)
  if (keys.length === 0) return NOT_REQUESTED
  // Who changes the identification of a signed message makes no new message of it.
  const claim = claimedBy(judged, parts)
  const pair = claim === undefined ? [] : [`${keys[0]}\n${claim}`]
  const all = [...keys, ...pair]
  if (yield* areNew(all, judged, parts)) return { remembered: all, repeated: false }
  if (runsAgain(judged, parts)) {
    const nonces = nonceKeysOf(judged)
    if (nonces.length > 0 && !(yield* areNew(nonces, judged, parts))) throw repetitionFault(judged)
    return { remembered: nonces, repeated: false }
  }
  const refused = claim === undefined || refusesRepetitions(verified.policies)
  if (refused || !(yield* isRemembered(pair, parts))) throw repetitionFault(judged)
  // One that was not made durable then is taken now; the queue answers any other, or refuses it.
  return { remembered: [], repeated: yield* isRemembered([claimedOnce(claim)], parts) }
}

const NOT_REQUESTED: Once = { remembered: [], repeated: false }

/** An answer on a connection counts once where a policy holds for it. */
function* answerOnce(judged: Judged, parts: Remembering): Steps<Once> {
  const keys = judged.verified.policies.length === 0 ? [] : keysOf(judged)
  if (keys.length > 0 && !(yield* areNew(keys, judged, parts))) {
    throw new Refused('forbidden', REPEATED)
  }
  return { remembered: keys, repeated: false }
}

function isUndated({ verdict, policies }: Verified): boolean {
  const dated = policies.some(({ replays }) => replays === 'dated')
  return dated && verdict.signatures.length > 0 && signedEnd(verdict) === undefined
}

/**
 * True for one that changes nothing however often it comes, and that counts for a time which is signed: two calls of one
 * content, signed within one second, are the same octets. A nonce counts once anyway.
 */
function runsAgain(judged: Judged, { policy }: Remembering): boolean {
  const { document, understood, verified, valid } = judged
  const { policies, verdict } = verified
  return (
    valid.call?.registered.operation.safe === true &&
    runsHow(judged, policy) === 'at once' &&
    understood.blocks.every(
      ({ registered }) => registered.kind === 'own' || registered.handler.passive,
    ) &&
    policies.every(({ replays }) => replays === 'once') &&
    !isEvidence(policies) &&
    // What TLS alone protects is not in the octets that are compared.
    isCovered(verdict, document.envelope.body) &&
    signedEnd(verdict) !== undefined
  )
}

/** @returns false if one of the keys is known */
function* areNew(keys: readonly string[], judged: Judged, parts: Remembering): Steps<boolean> {
  const until = rememberedAtLeastUntil(judged, parts)
  return yield* ready(parts.queue.remember(keys, until))
}

function* isRemembered(keys: readonly string[], { queue }: Remembering): Steps<boolean> {
  return !(yield* ready(queue.remember(keys, LOOKUP_ONLY)))
}

/** What the message is known by in the queue, as a job or as a run; undefined if it is neither. */
function claimedBy(judged: Judged, { policy }: Remembering): string | undefined {
  const { route, message } = judged
  switch (route.role) {
    case 'ultimate-receiver':
      return runsHow(judged, policy) === 'at once' ? undefined : claimKeyOf(judged)
    case 'intermediary':
      return modeOf(route.onward, message) === 'relay' ? undefined : claimKeyOf(judged)
    case 'returning':
      return route.answers.of && answerIdOf(route.answers.of)
  }
}
