/** Step: keeps a message as evidence, where a policy asks for non-repudiation, before it is acknowledged. */
import { ready, type Steps } from '../base/steps.js'
import { unpacking } from '../security/evidence/unpack.js'
import type { Inclusions } from '../xop/inclusions.js'
import type { OpenExchange } from './exchange.js'
import { loading } from './load-included.js'
import type { ProcessorParts } from './parts.js'
import { isEvidence } from './sealing-of.js'
import type { Valid } from './validate.js'

/**
 * @param once  what is remembered of the message: it is to come again if it cannot be kept
 * @throws EvidenceUnavailable
 */
export function* record(
  { message, policies, verdict, attempt, inclusions }: Valid,
  once: readonly string[],
  exchange: OpenExchange,
  { evidence, queue, slices, limits }: ProcessorParts,
): Steps<void> {
  const [policy] = policies
  // What comes from the queue was kept before it was put there.
  if (attempt || !policy || !evidence || !isEvidence(policies)) return
  const { mediaType, charset, body, origin, spool } = message
  const load = (found: Inclusions) => loading(found, spool, limits.loaded)
  const unpacked =
    inclusions && (yield* ready(slices.run(unpacking(message, inclusions, load), exchange)))
  const entry = {
    direction: 'received',
    exchange: exchange.id,
    bytes: body,
    contentType: charset === undefined ? mediaType : `${mediaType}; charset=${charset}`,
    ...unpacked,
    policy: policy.name,
    origin,
    signatures: verdict.signatures,
  } as const
  try {
    yield* ready(evidence.append(entry))
  } catch (error) {
    if (once.length > 0) yield* ready(queue.forget(once))
    throw error
  }
}
