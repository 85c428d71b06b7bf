/** Checks the endpoints that a message names for its answers by the policy. */
import { SoapFault } from '../fault.js'
import { type Addressing, type Endpoint, REFUSED_ENDPOINT } from './addressing.js'
import type { Reading } from './read-addressing.js'
import type { ReplyPolicy } from './reply-policy.js'

/**
 * @returns the same if each is allowed; else without any, so that only who has the connection gets the fault, and the
 *   fault for the first that is not
 */
export function allowedEndpoints(addressing: Addressing, policy: ReplyPolicy): Reading {
  const { replyTo, faultTo } = addressing
  const wrong = refused(replyTo, 'ReplyTo', policy)
  const wrongForFaults = faultTo && refused(faultTo, 'FaultTo', policy)
  const fault = wrong ?? wrongForFaults
  return { addressing: fault ? withoutAddresses(addressing) : addressing, fault }
}

/** The same with no address to send answers to. */
export function withoutAddresses(addressing: Addressing): Addressing {
  const { replyTo, faultTo } = addressing
  return { ...addressing, replyTo: here(replyTo), faultTo: faultTo && here(faultTo) }
}

const here = (to: Endpoint): Endpoint => (to.kind === 'elsewhere' ? REFUSED_ENDPOINT : to)

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
