/** Step: keeps a message as evidence, where a policy asks for non-repudiation, before it is acknowledged. */
import { then } from '../../base/steps.js'
import type { Inclusions } from '../../message/xop/inclusions.js'
import { loading } from '../facts/load-included.js'
import { isEvidence } from '../facts/sealing-of.js'
import { unpacking } from '../facts/unpack.js'
import type { ProcessorParts } from '../parts/parts.js'
import { longStep } from '../state/step.js'

/**
 * What is remembered of a message is forgotten if it cannot be kept: it is to come again.
 *
 * @throws EvidenceUnavailable
 */
export const record = longStep({
  name: 'record',
  takes: ['arrival', 'message', 'document', 'verified', 'once'],
  gives: undefined,
  run(
    { arrival, message, document: { inclusions }, verified: { policies, verdict }, once },
    exchange,
    { evidence, queue, slices, limits }: Recording,
  ) {
    const [policy] = policies
    // What comes from the queue was kept before it was put there.
    if (arrival.attempt || !policy || !evidence || !isEvidence(policies)) return
    const { mediaType, charset, body, origin, spool } = message
    const load = (found: Inclusions) => loading(found, spool, limits.loaded)
    const unpacked = inclusions && slices.run(unpacking(message, inclusions, load), exchange)
    return then(unpacked, async (parts) => {
      const entry = {
        direction: 'received',
        exchange: exchange.id,
        bytes: body,
        contentType: charset === undefined ? mediaType : `${mediaType}; charset=${charset}`,
        ...parts,
        policy: policy.name,
        origin,
        signatures: verdict.signatures,
      } as const
      try {
        await evidence.append(entry)
      } catch (error) {
        if (once.remembered.length > 0) await queue.forget(once.remembered)
        throw error
      }
    })
  },
})

export type Recording = Pick<ProcessorParts, 'evidence' | 'queue' | 'slices' | 'limits'>
