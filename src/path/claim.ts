/** Step: claims the identity of a message whose sender waits, before anything of it runs; a repetition finds the first. */
import { ready, type Steps } from '../base/steps.js'
import { wallTime } from '../base/time.js'
import { senderOf } from '../message/origin.js'
import type { Claim, DirectRun } from '../queue/job.js'
import type { OwnRun } from '../queue/queue.js'
import { claimKeyOf, claimOf, firstOf, messageIdOf } from './duplicate.js'
import type { OpenExchange } from './exchange.js'
import type { ProcessorParts } from './parts.js'
import { runsHow } from './runs-how.js'
import type { Valid } from './validate.js'

export type Claimed =
  /** Nobody else runs it as long as this run has not ended. */
  | { readonly kind: 'run'; readonly run: OwnRun; readonly claim: Claim | undefined }
  /** It came before: the exchange of this id has its outcome, or will have it. */
  | { readonly kind: 'repetition'; readonly first: string }

/**
 * @returns undefined for a message that has no identity, or runs in another way
 * @throws QueueUnavailable, QueueFull if nothing may be run
 * @throws SoapFault Client for another content with an identity that was used before, or for a signed message whose
 *   outcome is forgotten
 */
export function* claim(
  valid: Valid,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Claimed | undefined> {
  if (runsHow(valid, parts.policy) !== 'claimed') return undefined
  const claimed = yield* ready(claimOf(claimKeyOf(valid), valid, exchange, parts))
  const begun = yield* ready(parts.queue.begin(runOf(valid, claimed, exchange)))
  if ('run' in begun) return { kind: 'run', run: begun.run, claim: claimed }
  const first = yield* ready(firstOf(begun.holder, claimed, valid, exchange, parts.queue))
  return { kind: 'repetition', first }
}

const NOTHING = new Uint8Array()

function runOf(valid: Valid, claimed: Claim | undefined, { id }: OpenExchange): DirectRun {
  const { message, version, call } = valid
  const { origin, action } = message
  return {
    kind: 'direct',
    id,
    claim: claimed,
    accepted: wallTime(),
    body: NOTHING,
    soap: version.name,
    action,
    trace: origin.trace,
    label: {
      operation: call?.registered.operation.name,
      sender: senderOf(origin),
      messageId: messageIdOf(valid),
    },
  }
}
