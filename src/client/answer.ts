/** What a sender of programs gets: the answer with its named results, or the error that tells of another. */
import type { TypedElement, TypedSchema } from '../contract/typed-schema.js'
import { readingValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { lineOf } from '../schema/finding.js'
import { SecurityFailure } from '../security/failure.js'
import { isCovered, NOTHING_SHOWN } from '../security/verdict.js'
import { type Envelope, parseEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { type ReceivedFault, readFault } from '../soap/read-fault.js'
import { type SoapVersion, SoapVersions } from '../soap/version.js'
import type { Acceptance, EnvelopeMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { type ClarkName, clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { atOnce, type Walk } from '../xml/walk.js'
import type { OpenedAnswer } from './security.js'

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

/** The other side answered with a SOAP fault. */
export class FaultAnswer extends Error {
  /** SOAP's own code in the words of 1.1 (`Client` for `Sender`); undefined for any other code. */
  readonly code: ReceivedFault['code']
  /** The code as it came, then the subcodes of SOAP 1.2, outermost first. */
  readonly codes: readonly ClarkName[]
  /** faultstring, or the Text of Reason: the English one if there is one. */
  readonly reason: string
  /** URI of the node that found the fault: faultactor, or Node. */
  readonly actor: string | undefined
  /** Entries of detail; undefined without one, which in SOAP 1.1 is an error of the header. */
  readonly detail: readonly XmlElement[] | undefined
  /** Header blocks of the fault's envelope, in document order. */
  readonly headers: readonly XmlElement[]
  /** Text of the fault's envelope. */
  readonly text: string

  constructor(fault: ReceivedFault, text: string, headers: readonly XmlElement[] = []) {
    super(`${fault.code ?? fault.codes[0] ?? 'fault'}: ${fault.reason}`)
    this.name = 'FaultAnswer'
    this.code = fault.code
    this.codes = fault.codes
    this.reason = fault.reason
    this.actor = fault.actor
    this.detail = fault.detail
    this.headers = headers
    this.text = text
  }
}

/** The answer cannot be used: it is no envelope, or holds what the caller's schema does not know. */
export class UnexpectedAnswer extends Error {
  /** Text of the answer, as far as it could be decoded. */
  readonly text: string

  constructor(sentence: string, text: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UnexpectedAnswer'
    this.text = text
  }
}

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
  schema: TypedSchema | undefined,
  security?: OpenAnswer,
): Answer {
  if (answer?.kind !== 'envelope') return { ...NOTHING, acceptance: answer }
  const came = open(answer)
  const { envelope, verdict } = security
    ? secured(came, security)
    : { envelope: came, verdict: NOTHING_SHOWN }
  const text = envelope.source
  const fault = readFault(envelope)
  if (fault) throw new FaultAnswer(fault, text, envelope.blocks)
  const [entry] = envelope.entries
  return {
    values: entry ? results(entry, envelope, schema, text) : {},
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

function results(
  entry: XmlElement,
  { version }: Envelope,
  schema: TypedSchema | undefined,
  text: string,
): Values {
  const typed = schema?.element(clarkName(entry))
  if (schema && !typed) {
    throw new UnexpectedAnswer(`the schema does not know ${clarkName(entry)}`, text)
  }
  return atOnce(typed ? typedResults(entry, typed, version, text) : readingValues(entry, undefined))
}

function* typedResults(
  entry: XmlElement,
  typed: TypedElement,
  { namespace }: SoapVersion,
  text: string,
): Walk<Values> {
  const arranged = yield* typed.arranging(entry, namespace)
  const { findings, value } = yield* typed.validating(arranged)
  const [first] = findings
  if (first) throw new UnexpectedAnswer(lineOf(first), text)
  return yield* typed.named(value, arranged)
}
