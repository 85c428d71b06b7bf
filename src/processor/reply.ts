/** Step: makes the answer of what was done. */
import { writeEnvelope } from '../soap/write-envelope.js'
import type { Outcome } from '../transport.js'
import { addressAnswer } from './address-answer.js'
import type { Acted } from './dispatch.js'
import type { OpenExchange } from './exchange.js'

export function reply(acted: Acted, exchange: OpenExchange): Outcome {
  const { version, answerHeaders, operation } = exchange
  switch (acted.kind) {
    case 'accepted':
      return { kind: 'accepted' }
    case 'result': {
      const { headers, intent } = addressAnswer(exchange, {
        kind: 'reply',
        action: operation?.replyAction,
      })
      const blocks = [...headers, ...answerHeaders]
      const body = writeEnvelope(version, blocks, acted.entry ? [acted.entry] : [])
      return { kind: 'reply', message: { body, soap: version.name, ...intent } }
    }
  }
}
