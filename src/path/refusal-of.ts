/** What the sender of a message hears whose security does not hold. */
import type { SecurityFailure } from '../security/failure.js'
import { WSSE } from '../security/names.js'
import { SoapFault } from '../soap/fault.js'
import { failedAt } from './failed-at.js'
import { Refused } from './refused.js'
import type { Understood } from './understand.js'
import { unproven } from './unproven.js'

/** A stranger is told the same of every failure, and who has proven something, what to change; the log says why. */
export function refusalOf(failure: SecurityFailure, understood: Understood): Error {
  const { route, own, envelope } = unproven(understood, true)
  const why = `${failure.code}: ${failure.message}`
  if (route.role === 'returning') return new Refused('forbidden', why)
  const spoken = own.security.find(({ element }) => element.namespace === WSSE)
  const fault = new SoapFault(
    {
      code: 'Client',
      // SOAP-DSIG §3.2: what is told to the sender is open; SOAP 1.1 §4.4: no detail, as it is about the header.
      reason: `The message does not have the security that is asked for${failure.told ? `: ${failure.told}` : ''}.`,
      ...(spoken && { faultcode: `{${WSSE}}InvalidSecurity` }),
      hint: why,
      scope: 'header',
    },
    { cause: failure },
  )
  return failedAt({ envelope }, own.security[0], fault)
}
