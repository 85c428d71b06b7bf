/** A plugin of the meeting: an operation that tells the log what it was given, or the header blocks that do. */
import {
  type Exchange,
  element,
  elementText,
  type Plugin,
  type PluginInput,
  SoapFault,
  type XmlElement,
} from '../../../src/plugin.js'
import { EXPECTED, EXTRA, MEETING, operationOf } from './letter.js'

/** What stands in the log, under `met`. */
export type Met =
  | {
      readonly kind: 'ran'
      readonly exchange: string
      readonly of: number
      readonly token: string
      readonly sender: string | undefined
      readonly signed: boolean
    }
  | {
      readonly kind: 'handed'
      readonly exchange: string
      readonly block: string
      readonly sender: string | undefined
      readonly signed: boolean
    }

export default function meeting({ options, log }: PluginInput): Plugin {
  const report = (met: Met) => log.info({ met })
  const { number, way, result } = options
  if (typeof number !== 'number') return blocks(report)
  const oneWay = way === 'one-way'
  return {
    operations: [
      {
        name: operationOf(number),
        exchange: oneWay ? 'one-way' : 'request-response',
        // Otherwise the queue would know it again by its identification, and nothing would run at once.
        safe: way === 'answer',
        dispatch: oneWay || way === 'deferred' ? 'queue' : 'inline',
        invoke({ token }, exchange) {
          const { id, entry, sender } = exchange
          const signed = entry !== undefined && exchange.signed(entry)
          report({ kind: 'ran', exchange: id, of: number, token: String(token), sender, signed })
          if (result !== 'answer') throw failureOf(result, String(token))
          return oneWay ? undefined : { token }
        },
      },
    ],
  }
}

function failureOf(result: unknown, token: string): Error {
  switch (result) {
    case 'undeclared':
      return new SoapFault({ code: 'Server', reason: 'It cannot be done now.' })
    case 'declared':
      return refused(token, 'Server')
    case 'throws':
      return new Error('it fails')
    default:
      return refused(token, 'Client')
  }
}

/** What the operation makes of it: the fault says which message it is of; one of the node is an answer by its detail. */
function refused(token: string, code: 'Client' | 'Server'): SoapFault {
  const text = element({ name: `{${MEETING}}token`, prefix: 'm', children: [token] })
  const detail = [element({ name: `{${MEETING}}Refused`, prefix: 'm', children: [text] })]
  return new SoapFault({ code, reason: 'It will not be done.', detail })
}

function blocks(log: (met: Met) => void): Plugin {
  const process = (found: XmlElement, exchange: Exchange) => {
    const { id, sender } = exchange
    log({
      kind: 'handed',
      exchange: id,
      block: elementText(found),
      sender,
      signed: exchange.signed(found),
    })
    return undefined
  }
  return { headers: [EXPECTED, EXTRA].map((name) => ({ name, process })) }
}
