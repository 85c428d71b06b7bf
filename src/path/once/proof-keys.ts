/** What the proofs of a message are remembered by, and until when: signatures, MACs, and nonces of passwords. */
import { SecurityFailure } from '../../security/failure.js'
import { rememberedUntil, signedBySender } from '../../security/freshness.js'
import type { Policy } from '../../security/policies.js'
import { lastingValue } from '../../security/signature/signature.js'
import { isEvidence } from '../facts/sealing-of.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { Taken } from '../state/values.js'
import { refusalOf } from '../verify/refusal-of.js'

type Verified = Taken<'verified'>

export const REPEATED = 'it came before'

/** Two messages of one content, signed within the second that their Timestamps count in, are one to whoever takes them. */
const WHAT_TO_CHANGE =
  'it came before, and counts once. Another message of the same content needs a signed value of its own, such as a wsa:MessageID, or milliseconds in its Timestamp'

/** The answer to a repetition that nobody knows the outcome of. */
export function repetitionFault(taken: Taken<'route' | 'understood'>): Error {
  const failure = new SecurityFailure('FailedCheck', REPEATED, { detail: WHAT_TO_CHANGE })
  return refusalOf(failure, taken)
}

/** True if the same bytes are refused whenever they come again, whatever is known of them. */
export function refusesRepetitions(policies: readonly Policy[]): boolean {
  return isEvidence(policies) || policies.some(({ replays }) => replays === 'refuse')
}

export function keysOf(verified: Verified): readonly string[] {
  return [...signatureKeysOf(verified), ...nonceKeysOf(verified)]
}

/** A signature that does not count this time could the next time, without those that do. */
function signatureKeysOf({ verified: { verdict } }: Verified): readonly string[] {
  return signedBySender(verdict).map((one) => `signature\n${one.peer}\n${lastingValue(one)}`)
}

export function nonceKeysOf({ verified: { verdict } }: Verified): readonly string[] {
  return verdict.users.flatMap(({ peer, nonce }) =>
    nonce === undefined ? [] : [`nonce\n${peer}\n${nonce}`],
  )
}

/** In milliseconds since 1970. */
export function rememberedAtLeastUntil(
  { verified: { verdict } }: Verified,
  { security }: Pick<ProcessorParts, 'security'>,
): number {
  return rememberedUntil(verdict, security?.clockSkew ?? 0)
}
