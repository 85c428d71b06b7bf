/** Tells what the security blocks of a message showed, for its event. */
import type { SecuritySeen } from '../observer/events.js'
import { SecurityFailure } from '../security/failure.js'
import type { Reached } from './reached.js'

/** @param thrown  what ended the message, if a step threw it */
export function securitySeen({ verdict }: Reached, thrown: unknown): SecuritySeen | undefined {
  const failure = thrown instanceof Error ? (thrown.cause ?? thrown) : undefined
  if (failure instanceof SecurityFailure) return { verdict: 'failed', code: failure.code }
  if (verdict?.form === undefined) return undefined
  const proven = [...verdict.signatures, ...verdict.users].map(({ peer }) => peer)
  const decrypted = verdict.decrypted.length + (verdict.decryptedAttachments?.length ?? 0)
  return {
    verdict: 'valid',
    peers: proven.length > 0 ? [...new Set(proven)] : undefined,
    encrypted: decrypted > 0 || undefined,
  }
}
