/** Step: gives the answer of a retrieval in the form that its sender prefers, if nothing of it is lost by that. */
import { writingJsonAnswer } from '../../contract/json-answer.js'
import type { TypedSchema } from '../../contract/typed-schema.js'
import type { KeySeen } from '../../message/events/events.js'
import { NO_LIMITS, readingEnvelope } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import type { Outcome } from '../../transport.js'
import type { Walk } from '../../xml/walk.js'
import type { OpenExchange } from '../exchange.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { StateView } from '../state/view.js'

/**
 * What was signed or encrypted stays an envelope, and so does what has parts beside it or is in the SOAP encoding.
 */
export function present(
  ended: Outcome,
  { arrival: { message }, keys, valid, verified }: StateView,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Outcome | Promise<Outcome> {
  const outcome = keys?.seen ? withKeys(ended, keys.seen) : ended
  if (message.kind !== 'retrieval' || message.form !== 'json') return outcome
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return outcome
  const { registered } = valid?.call ?? {}
  if (verified?.sealing || registered?.encoded || outcome.message.attachments?.length)
    return outcome
  return inJson(outcome, registered?.plain, exchange, parts)
}

/** What a transport reports of a message that failed. */
function withKeys(outcome: Outcome, keys: readonly KeySeen[]): Outcome {
  return outcome.kind === 'refused' || outcome.kind === 'fault' ? { ...outcome, keys } : outcome
}

async function inJson(
  outcome: Extract<Outcome, { readonly kind: 'reply' | 'fault' }>,
  schema: TypedSchema | undefined,
  exchange: OpenExchange,
  { versions, slices }: ProcessorParts,
): Promise<Outcome> {
  try {
    const { body } = outcome.message
    const text = await slices.run(writingJson(body, versions, schema, exchange.id), exchange)
    const document = { mediaType: 'application/json', text: `${text}\n` }
    return { kind: 'document', document, fault: outcome.kind === 'fault' ? outcome : undefined }
  } catch (err) {
    exchange.log.warn({ err }, 'the answer is sent as an envelope: it could not be written as JSON')
    return outcome
  }
}

function* writingJson(
  envelope: string,
  versions: SoapVersions,
  schema: TypedSchema | undefined,
  exchange: string,
): Walk<string> {
  const read = yield* readingEnvelope(envelope, versions, NO_LIMITS)
  return yield* writingJsonAnswer(read, schema, exchange)
}
