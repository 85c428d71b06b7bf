/** Step: makes the answer of what was done. */
import { writeEnvelope } from '../soap/write-envelope.js'
import type { Outcome } from '../transport.js'
import type { Acted } from './dispatch.js'
import type { OpenExchange } from './exchange.js'

export function reply(acted: Acted, { version, answerHeaders }: OpenExchange): Outcome {
  switch (acted.kind) {
    case 'accepted':
      return { kind: 'accepted' }
    case 'result': {
      const body = writeEnvelope(version, answerHeaders, acted.entry ? [acted.entry] : [])
      return { kind: 'reply', message: { body, soap: version.name } }
    }
  }
}
