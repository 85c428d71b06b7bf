/** Reads what another node answered, as far as this node must understand it: an envelope, a fault or not. */
import type { EnvelopeMessage } from '../../message/message.js'
import { type Envelope, parseEnvelope } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import { Undeliverable } from '../../transport.js'
import { decodeText } from '../../xml/charset.js'
import type { ProcessorLimits } from '../limits.js'

/** @throws Undeliverable for what is no envelope */
export function readAnswer(
  { body, charset }: Pick<EnvelopeMessage, 'body' | 'charset'>,
  versions: SoapVersions,
  limits: ProcessorLimits,
): Envelope {
  try {
    return parseEnvelope(decodeText(body, charset), versions, limits)
  } catch (error) {
    // SOAP 1.1 §4.4.1: Server is for what the contents of the message are not to blame for.
    throw new Undeliverable('the next node answered with what is no envelope', { cause: error })
  }
}
