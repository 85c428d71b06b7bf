/** Reads what another node answered, as far as this node must understand it: an envelope, a fault or not. */
import { type Envelope, readEnvelope } from '../soap/envelope.js'
import { type ReceivedFault, readFault } from '../soap/read-fault.js'
import type { SoapVersions, VersionName } from '../soap/version.js'
import { type InboundMessage, Undeliverable } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import type { ProcessorLimits } from './limits.js'

export interface ReadAnswer {
  readonly body: string
  readonly soap: VersionName
  /** Its positions are offsets into `body`. */
  readonly envelope: Envelope
  /** Undefined if the answer is no fault. */
  readonly fault: ReceivedFault | undefined
}

/** @throws Undeliverable for what is no envelope */
export function readAnswer(
  answer: InboundMessage,
  versions: SoapVersions,
  limits: ProcessorLimits,
): ReadAnswer {
  try {
    const body = decodeText(answer.body, answer.charset)
    const envelope = readEnvelope(readDocument(body, limits), versions, limits)
    return { body, soap: envelope.version.name, envelope, fault: readFault(envelope) }
  } catch (error) {
    // SOAP 1.1 §4.4.1: Server is for what the contents of the message are not to blame for.
    throw new Undeliverable('the next node answered with what is no envelope', { cause: error })
  }
}
