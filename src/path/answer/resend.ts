/** Sends an outcome that is kept: what is to be sealed is sealed now, so that it is fresh whenever it is sent. */
import { type Pending, take, then } from '../../base/steps.js'
import type { Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { recordSent, sealAnswer } from '../leaving/seal.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { StateView } from '../state/view.js'
import type { KeptOutcome } from './pending-answers.js'

interface Resending {
  readonly kept: KeptOutcome
  /** True if it was sent before, for another exchange. */
  readonly isAgain: boolean
}

/**
 * @param known  what is known of the message that it is sent for: a repetition, or one that fetches it
 * @throws EvidenceUnavailable
 */
export function resend(
  { kept: { outcome, sealing }, isAgain }: Resending,
  { verified }: Pick<StateView, 'verified'>,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Pending<Outcome> {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return outcome
  // WS-Security 1.1 §9.3: it confirms the signatures of the message that it answers now.
  const requestSealing = verified?.sealing ?? sealing
  if (sealing) {
    return sealAnswer(outcome, { sealing: requestSealing }, exchange, parts)
  }
  // A job has sealed it, and kept it as evidence when it was sent first.
  if (isAgain && requestSealing?.evidence) {
    return then(
      take(recordSent(outcome.message, requestSealing.policy, exchange, parts)),
      () => outcome,
    )
  }
  return outcome
}
