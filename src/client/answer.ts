/** What a sender of programs gets: the answer with its named results, or the error that tells of another. */
import type { TypedElement, TypedSchema } from '../contract/typed-schema.js'
import { readingValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { lineOf } from '../schema/finding.js'
import { type Envelope, parseEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { type ReceivedFault, readFault } from '../soap/read-fault.js'
import { type SoapVersion, SoapVersions } from '../soap/version.js'
import type { Acceptance, EnvelopeMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { type ClarkName, clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { atOnce, type Walk } from '../xml/walk.js'

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
}

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
const NOTHING = { values: {}, replied: false, headers: [], entry: undefined, text: '' } as const

/**
 * @throws FaultAnswer
 * @throws UnexpectedAnswer
 */
export function readAnswer(
  answer: EnvelopeMessage | Acceptance | undefined,
  schema: TypedSchema | undefined,
): Answer {
  if (answer?.kind !== 'envelope') return { ...NOTHING, acceptance: answer }
  const { envelope, text } = open(answer)
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
  }
}

function open(answer: EnvelopeMessage): { envelope: Envelope; text: string } {
  let text = ''
  try {
    text = decodeText(answer.body, answer.charset)
    return { envelope: parseEnvelope(text, VERSIONS), text }
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
