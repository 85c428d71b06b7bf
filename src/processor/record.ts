/** Step: keeps a message as evidence, where a policy asks for non-repudiation, before it is acknowledged. */
import { ready, type Steps } from '../base/steps.js'
import type { OpenExchange } from './exchange.js'
import type { ProcessorParts } from './parts.js'
import type { Valid } from './validate.js'
import { isEvidence } from './verify.js'

/** @throws EvidenceUnavailable */
export function* record(
  { message, policies, verdict, attempt }: Valid,
  exchange: OpenExchange,
  { evidence }: ProcessorParts,
): Steps<void> {
  const [policy] = policies
  // What comes from the queue was kept before it was put there.
  if (attempt || !policy || !evidence || !isEvidence(policies)) return
  const { mediaType, charset, body, origin } = message
  const entry = {
    direction: 'received',
    exchange: exchange.id,
    bytes: body,
    contentType: charset === undefined ? mediaType : `${mediaType}; charset=${charset}`,
    policy: policy.name,
    origin,
    signatures: verdict.signatures,
  } as const
  yield* ready(evidence.append(entry))
}
