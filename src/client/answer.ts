/** What a sender of programs gets: the answer with its named results, or the error that tells of another. */
import type { Values } from '../plugin.js'
import { SecurityFailure } from '../security/failure.js'
import { isCovered, NOTHING_SHOWN } from '../security/verdict.js'
import { type Envelope, parseEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { readFault } from '../soap/read-fault.js'
import { SoapVersions } from '../soap/version.js'
import type { Acceptance, EnvelopeMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import type { XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { FaultAnswer } from './fault-answer.js'
import type { Reading } from './read-results.js'
import type { OpenedAnswer } from './security.js'
import { UnexpectedAnswer } from './unexpected-answer.js'

/** What came back from a call that was no fault. */
export interface Answer {
  /**
   * The results by name, the children of the body entry: typed as `Value` says with a schema, text
   * without. Empty for a message that was only accepted.
   */
  readonly values: Values
  /** False if the answer is that the message was accepted, without an envelope. */
  readonly replied: boolean
  /** Header blocks of the answer, in document order. */
  readonly headers: readonly XmlElement[]
  /** The body entry; undefined if there is none. */
  readonly entry: XmlElement | undefined
  /** Text of the envelope; empty without one. */
  readonly text: string
  /** What is known of a message that was only accepted; undefined with an envelope. */
  readonly acceptance: Acceptance | undefined
  /** True if a signature that was accepted covers a header block or the entry; see `SenderOptions.security`. */
  isSigned(element: XmlElement): boolean
}

/** Opens the security blocks of an answer. */
export type OpenAnswer = (envelope: Envelope) => OpenedAnswer

const VERSIONS = new SoapVersions()
const NOTHING = {
  values: {},
  replied: false,
  headers: [],
  entry: undefined,
  text: '',
  isSigned: () => false,
} as const

/**
 * @throws FaultAnswer
 * @throws UnexpectedAnswer
 */
export function readAnswer(
  answer: EnvelopeMessage | Acceptance | undefined,
  reading: Reading,
  security?: OpenAnswer,
): Answer {
  if (answer?.kind !== 'envelope') return { ...NOTHING, acceptance: answer }
  const came = open(answer)
  const { envelope, verdict } = security
    ? secured(came, security)
    : { envelope: came, verdict: NOTHING_SHOWN }
  const text = envelope.source
  const fault = readFault(envelope)
  if (fault) {
    throw new FaultAnswer(fault, text, envelope.blocks, reading.fault?.(fault, envelope))
  }
  const [entry] = envelope.entries
  return {
    values: reading.results(envelope),
    replied: true,
    headers: envelope.blocks,
    entry,
    text,
    acceptance: undefined,
    isSigned: (element) => isCovered(verdict, element),
  }
}

/** What nobody has signed is told as such, and as nothing else. */
function secured(came: Envelope, security: OpenAnswer): OpenedAnswer {
  try {
    const opened = security(came)
    if (opened.lack === undefined) return opened
    throw new SecurityFailure('FailedCheck', opened.lack)
  } catch (cause) {
    if (!(cause instanceof SecurityFailure || cause instanceof SoapFault)) throw cause
    const fault = readFault(came)
    const said = fault ? `; it is a fault, perhaps of somebody else: ${fault.reason}` : ''
    const sentence = `the answer is not to be trusted: ${cause.message}${said}`
    throw new UnexpectedAnswer(sentence, came.source, { cause })
  }
}

function open(answer: EnvelopeMessage): Envelope {
  let text = ''
  try {
    text = decodeText(answer.body, answer.charset)
    return parseEnvelope(text, VERSIONS)
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof SoapFault)) throw error
    throw new UnexpectedAnswer(`the answer is no SOAP envelope: ${error.message}`, text, {
      cause: error,
    })
  }
}
