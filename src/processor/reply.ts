/** Step: makes the reply from the result of the operation. */
import { writeEnvelope } from '../soap/write-envelope.js'
import type { Outcome } from '../transport.js'
import { addressAnswer } from './address-answer.js'
import type { Acted } from './dispatch.js'
import type { OpenExchange } from './exchange.js'
import { traced } from './forward/pass-on.js'
import type { Processed } from './headers.js'

/** @param node  URI of this node, for the trace of the message */
export function reply(
  acted: Acted,
  processed: Processed,
  { added }: OpenExchange,
  node: string,
): Outcome {
  const { version, call } = processed
  switch (acted.kind) {
    case 'accepted':
      return { kind: 'accepted' }
    case 'result': {
      const { headers, intent } = addressAnswer(processed, {
        kind: 'reply',
        action: call?.registered.operation.replyAction,
      })
      const blocks = [...headers, ...added, ...traced(processed, node, 'replied')]
      const body = writeEnvelope(version, blocks, acted.entry ? [acted.entry] : [])
      return { kind: 'reply', message: { body, soap: version.name, ...intent } }
    }
  }
}
