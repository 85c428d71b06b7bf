/** How the answer to a message is sealed, as the policies that hold for the message say. */
import type { Policy } from '../../security/policies.js'
import { suiteOf } from '../../security/suite.js'
import type { Verdict } from '../../security/verdict.js'
import type { AnswerSealing } from '../../store/queue/job.js'

/** @returns undefined if no policy says how */
export function sealingOf(
  policies: readonly Policy[],
  { signatures }: Verdict,
  sender: string | undefined,
): AnswerSealing | undefined {
  const evidence = isEvidence(policies)
  const policy = policies.find(({ sends }) => sends) ?? (evidence ? policies[0] : undefined)
  if (!policy) return undefined
  // WS-Security 1.1 §9.3: one for each signature of the request.
  const confirm = signatures.filter(({ form }) => form === 'wss').map(({ value }) => value)
  const algorithm = signatures.find(({ peer }) => peer === sender)?.algorithm
  return {
    policy: policy.name,
    to: policy.sends?.to ?? sender,
    confirm,
    suite: suiteOf(policies)?.name,
    algorithm,
    evidence,
  }
}

/** True if what is received and sent under them is kept as evidence. */
export function isEvidence(policies: readonly Policy[]): boolean {
  return policies.some(({ require }) => require.includes('non-repudiation'))
}
