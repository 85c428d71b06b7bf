/** Step: makes the reply from the result of the operation. */
import { ready, type Steps } from '../base/steps.js'
import { writingEnvelope } from '../soap/write-envelope.js'
import type { Outcome } from '../transport.js'
import { addressAnswer } from './address-answer.js'
import type { Acted } from './dispatch.js'
import type { OpenExchange } from './exchange.js'
import { traced } from './forward/pass-on.js'
import type { Processed } from './headers.js'
import type { ProcessorParts } from './parts.js'

/** @param parts  `node` is for the trace of the message */
export function* reply(
  acted: Acted,
  processed: Processed,
  exchange: OpenExchange,
  { node, slices, policy }: ProcessorParts,
): Steps<Outcome> {
  const { version, call } = processed
  switch (acted.kind) {
    case 'accepted':
      return { kind: 'accepted' }
    case 'result': {
      const action = call?.registered.operation.replyAction
      const { headers, intent } = addressAnswer(processed, { kind: 'reply', action }, policy)
      const blocks = [...headers, ...exchange.added, ...traced(processed, node, 'replied')]
      const writing = writingEnvelope(version, blocks, acted.entries)
      const body = yield* ready(slices.run(writing, exchange))
      const attachments = [...(acted.bytes?.attachments ?? []), ...exchange.attachments]
      const beside = acted.bytes?.mtom ? 'xop' : 'attachments'
      const packaging = beside === 'xop' || attachments.length > 0 ? beside : undefined
      const soap = version.name
      return { kind: 'reply', message: { body, soap, attachments, packaging, ...intent } }
    }
  }
}
