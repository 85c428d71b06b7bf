/** Reads the answer of another node, as far as this node must understand it. */
import type { EnvelopeMessage } from '../../message/message.js'
import { type Envelope, parseEnvelope } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import { Undeliverable } from '../../transport.js'
import { decodeText } from '../../xml/charset.js'
import type { ProcessorLimits } from '../limits.js'

/** @throws Undeliverable if it is no envelope */
export function readAnswer(
  { body, charset }: Pick<EnvelopeMessage, 'body' | 'charset'>,
  versions: SoapVersions,
  limits: ProcessorLimits,
): Envelope {
  try {
    return parseEnvelope(decodeText(body, charset), versions, limits)
  } catch (error) {
    // SOAP 1.1 §4.4.1: Server is for failures that are not due to the contents of the message.
    throw new Undeliverable('the next node answered with what is no envelope', { cause: error })
  }
}
