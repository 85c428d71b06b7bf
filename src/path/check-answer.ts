/** Step: an answer under a policy counts once, answers its request, and confirms no other one. */
import { relatedIdsOf } from '../addressing/named-ids.js'
import type { Steps } from '../base/steps.js'
import type { ProcessorParts } from './parts.js'
import { CAME_BEFORE, keysOf } from './proof-keys.js'
import { areNew } from './refuse-replay.js'
import { Refused } from './refused.js'
import type { Verified } from './verify.js'

export interface Asked {
  /** Values of the signatures of the request. */
  readonly signatures: readonly string[]
  /** Its MessageID. */
  readonly messageId: string | undefined
}

/**
 * @throws Refused forbidden
 * @throws QueueUnavailable, QueueFull
 */
export function* checkAnswer(
  verified: Verified,
  { signatures, messageId }: Asked,
  parts: ProcessorParts,
): Steps<void> {
  const { verdict, policies, envelope } = verified
  // WS-Security 1.1 §9.3: a value that was not sent is another request's.
  const foreign = verdict.confirmed.some((value) => value !== '' && !signatures.includes(value))
  if (foreign) throw new Refused('forbidden', 'it confirms another request')
  if (policies.length === 0) return
  const related = relatedIdsOf(envelope)
  if (messageId !== undefined && related.length > 0 && !related.includes(messageId)) {
    throw new Refused('forbidden', 'it relates to another request')
  }
  const keys = keysOf(verified)
  if (keys.length > 0 && !(yield* areNew(keys, verified, parts))) {
    throw new Refused('forbidden', CAME_BEFORE)
  }
}
