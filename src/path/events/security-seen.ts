/** Tells what the security blocks of a message showed, for its event. */
import { types } from 'node:util'
import type { SecuritySeen } from '../../message/events/events.js'
import { SecurityFailure } from '../../security/failure.js'
import type { Known } from '../state/known.js'

/** @param thrown  what ended the message, if a step threw it */
export function securitySeen({ verified }: Known, thrown: unknown): SecuritySeen | undefined {
  const { verdict } = verified ?? {}
  const failure = failureIn(thrown)
  if (failure) return { verdict: 'failed', code: failure.code }
  if (verdict?.form === undefined) return undefined
  const proven = [...verdict.signatures, ...verdict.apart, ...verdict.users].map(({ peer }) => peer)
  const decrypted = verdict.decrypted.length + (verdict.decryptedAttachments?.length ?? 0)
  return {
    verdict: 'valid',
    peers: proven.length > 0 ? [...new Set(proven)] : undefined,
    encrypted: decrypted > 0 || undefined,
  }
}

/** The cause of what a plugin threw may be a proxy, which is an instance of nothing that can be asked for. */
function failureIn(thrown: unknown): SecurityFailure | undefined {
  if (thrown instanceof SecurityFailure) return thrown
  if (!(thrown instanceof Error) || types.isProxy(thrown.cause)) return undefined
  return thrown.cause instanceof SecurityFailure ? thrown.cause : undefined
}
