/** Step: claims the identity of a message whose sender waits, before anything of it runs; a repetition finds the first. */
import { ready, type Steps, take } from '../../base/steps.js'
import { wallTime } from '../../base/time.js'
import { senderOf } from '../../message/origin.js'
import type { Claim, DirectRun } from '../../store/queue/job.js'
import type { OpenExchange } from '../exchange.js'
import type { ProcessorParts } from '../parts/parts.js'
import { step } from '../state/step.js'
import { type Claimed, JUDGED, type Judged } from '../state/values.js'
import { claimKeyOf, claimOf, firstOf, messageIdOf } from './duplicate.js'
import { runsHow } from './runs-how.js'

/**
 * @throws QueueUnavailable, QueueFull if nothing may be run
 * @throws SoapFault Client for another content with an identity that was used before, or for a signed message whose
 *   outcome is forgotten
 */
export const claim = step({
  name: 'claim',
  takes: JUDGED,
  gives: 'claimed',
  run(judged, exchange, parts: Claiming) {
    if (runsHow(judged, parts.policy) !== 'claimed') return NOT_CLAIMED
    return take(claiming(judged, exchange, parts))
  },
})

function* claiming(judged: Judged, exchange: OpenExchange, parts: Claiming): Steps<Claimed> {
  const claimed = yield* ready(claimOf(claimKeyOf(judged), judged, exchange, parts))
  const begun = yield* ready(parts.queue.begin(runOf(judged, claimed, exchange)))
  if ('run' in begun) return { kind: 'run', run: begun.run, claim: claimed }
  const held = { holder: begun.holder, claim: claimed }
  const first = yield* ready(firstOf(held, judged, exchange, parts.queue))
  return { kind: 'repetition', first }
}

export type Claiming = Pick<ProcessorParts, 'policy' | 'queue' | 'slices' | 'security'>

const NOT_CLAIMED: Claimed = { kind: 'nothing' }
const NO_BODY = new Uint8Array()

function runOf(judged: Judged, claimed: Claim | undefined, { id }: OpenExchange): DirectRun {
  const { document, keys, message, valid } = judged
  const { origin, action } = message
  return {
    kind: 'direct',
    id,
    claim: claimed,
    accepted: wallTime(),
    body: NO_BODY,
    soap: document.envelope.version.name,
    action,
    trace: origin.trace,
    label: {
      operation: valid.call?.registered.operation.name,
      sender: senderOf(origin),
      messageId: messageIdOf(judged),
      keys: keys.seen,
    },
  }
}
