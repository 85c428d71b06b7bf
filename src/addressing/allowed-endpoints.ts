/** Checks the endpoints that a message names for its answers by the policy. */
import { SoapFault } from '../soap/fault.js'
import { type Addressing, ANONYMOUS_ENDPOINT, type Endpoint } from './addressing.js'
import type { Reading } from './read-addressing.js'
import type { ReplyPolicy } from './reply-policy.js'

/**
 * @returns the same with the anonymous endpoint for each one that is not allowed, so that only the
 *   sender gets the fault; and the fault for the first of them
 */
export function allowedEndpoints(addressing: Addressing, policy: ReplyPolicy): Reading {
  const { replyTo, faultTo } = addressing
  const wrong = refused(replyTo, 'ReplyTo', policy)
  const wrongForFaults = faultTo && refused(faultTo, 'FaultTo', policy)
  return {
    addressing: {
      ...addressing,
      replyTo: wrong ? ANONYMOUS_ENDPOINT : replyTo,
      faultTo: wrongForFaults ? ANONYMOUS_ENDPOINT : faultTo,
    },
    fault: wrong ?? wrongForFaults,
  }
}

function refused(
  { kind, address }: Endpoint,
  block: 'ReplyTo' | 'FaultTo',
  policy: ReplyPolicy,
): SoapFault | undefined {
  if (kind !== 'elsewhere') return undefined
  try {
    policy.check(address, block)
    return undefined
  } catch (error) {
    if (error instanceof SoapFault) return error
    throw error
  }
}
