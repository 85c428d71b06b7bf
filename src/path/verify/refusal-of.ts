/** What the sender of a message learns whose security does not hold. */
import type { Steps } from '../../base/steps.js'
import { NotChecked } from '../../message/credentials.js'
import { SecurityFailure } from '../../security/failure.js'
import { WSSE } from '../../security/names.js'
import { SoapFault } from '../../soap/fault.js'
import { Refused } from '../facts/refused.js'
import { failureOf, StepFailure } from '../state/failure.js'
import type { Taken } from '../state/values.js'

/**
 * A stranger is told the same of every failure, and who has proven something, what to change; the log says why.
 *
 * @param failure  or what is thrown about it
 */
export function refusalOf(
  failure: SecurityFailure,
  { route, understood }: Taken<'route' | 'understood'>,
  actor?: string,
): StepFailure {
  const why = `${failure.code}: ${failure.message}`
  if (route.role === 'returning') {
    return new StepFailure(new Refused('forbidden', why), { actor, unproven: true })
  }
  const spoken = understood.own.security.find(({ element }) => element.namespace === WSSE)
  const fault = new SoapFault(
    {
      code: 'Client',
      // SOAP-DSIG §3.2: what is told to the sender is open; SOAP 1.1 §4.4: no detail, as it is about the header.
      reason: `The message does not have the security that is asked for${failure.detail ? `: ${failure.detail}` : ''}.`,
      ...(spoken && { faultcode: `{${WSSE}}InvalidSecurity` }),
      hint: why,
      scope: 'header',
    },
    { cause: failure },
  )
  return new StepFailure(fault, { actor, unproven: true })
}

/** Does steps in which security may not hold. */
export function* refusingUnproven<Result>(
  steps: Steps<Result>,
  taken: Taken<'arrival' | 'route' | 'understood'>,
): Steps<Result> {
  try {
    return yield* steps
  } catch (error) {
    const { thrown, actor } = failureOf(error)
    if (thrown instanceof NotChecked && !taken.arrival.attempt) throw unchecked(thrown)
    throw thrown instanceof SecurityFailure ? refusalOf(thrown, taken, actor) : error
  }
}

/** The same password may be right, and is checked when it comes again. */
function unchecked({ reason, retryAfter, message }: NotChecked): Refused {
  const refusal = reason === 'too-many-failures' ? 'too-many' : 'busy'
  return new Refused(refusal, message, { retryAfter, again: true })
}
