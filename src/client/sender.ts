/** A SOAP sender for programs: calls an operation by name and gives its named results. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { arrange } from '../contract/arrange.js'
import { readShapes } from '../contract/read-shapes.js'
import type { Shapes } from '../contract/shape.js'
import { MisshapenValue, readValues, writeValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { type Envelope, parseEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { type ReceivedFault, readFault } from '../soap/read-fault.js'
import { SOAP_11, SOAP_12, SoapVersions, type VersionName } from '../soap/version.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import type { EnvelopeMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { type ClarkName, clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'
import { Callers } from './callers.js'
import type { MailOptions } from './mail-options.js'

/** What holds for all calls of a sender. */
export interface SenderOptions {
  /** SOAP version of the envelopes sent. Default `1.1`. */
  readonly soap?: VersionName
  /** Milliseconds for one call, answer included. Default 30,000. */
  readonly timeout?: number
  /** Bytes that an answer may have. Default 10,485,760 (10 MiB). */
  readonly maxBody?: number
  /** How calls by mail are made. Default: they are not. */
  readonly mail?: MailOptions
}

/** What holds for one call. */
export interface CallOptions {
  /** SOAPAction of 1.1 or `action` of 1.2, without quotes. Default: `""` in 1.1, none in 1.2. */
  readonly action?: string
  /** Header blocks to send, in their order. Default: none. */
  readonly headers?: readonly XmlElement[]
  /**
   * XML Schema of the operation, as a `file:` URL or a path: parameters are written in its order and
   * namespaces, results are typed by it, and a result it does not know is an `UnexpectedAnswer`. It
   * is read once for each sender. Default: none, so that every value is text.
   */
  readonly schema?: URL | string
  /** Ends the call early, with `Undeliverable`. Default: the timeout alone ends it. */
  readonly signal?: AbortSignal
  /** False to wait for no answer by mail, as for an operation that has none. Default true. */
  readonly wait?: boolean
}

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
}

/** Calls operations; keeps its connections open for the next call until it is closed. */
export interface Sender {
  /**
   * Sends one envelope and waits for its answer; follows no redirect, and tries once.
   *
   * @param to          URL of the node; of a mailbox, with the option `mail`
   * @param operation   name of the body entry, as `{namespace}Name`
   * @param parameters  its children by name
   * @throws FaultAnswer if the answer is a fault
   * @throws UnexpectedAnswer if it is no envelope, or does not fit the schema
   * @throws Undeliverable if there is none
   * @throws InvalidSchema if the schema cannot be read
   * @throws TypeError for a URL that is none, and for a name, value or action that cannot be sent or
   *   that the schema has no place for
   */
  call(
    to: URL | string,
    operation: ClarkName,
    parameters: Values,
    options?: CallOptions,
  ): Promise<Answer>
  /** Lets go of the connections; calls that still run end with `Undeliverable`. */
  close(): Promise<void>
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

/**
 * Makes a sender of SOAP messages over HTTP, and by mail.
 *
 * @example
 * const sender = createSender()
 * const { values } = await sender.call(url, '{urn:example:calculator}Add', { a: 1, b: 2 })
 * await sender.close()
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { soap = '1.1', timeout = 30_000, maxBody = 10 * 1024 ** 2 } = options
  const version = soap === '1.1' ? SOAP_11 : SOAP_12
  const callers = new Callers(options, maxBody)
  const schemas = new Map<string, Shapes>()

  const shapesOf = (schema: CallOptions['schema']): Shapes | undefined => {
    if (schema === undefined) return undefined
    const file = fileURLToPath(schema instanceof URL ? schema : pathToFileURL(schema))
    const shapes = schemas.get(file) ?? readShapes(file)
    schemas.set(file, shapes)
    return shapes
  }

  return {
    async call(
      to,
      operation,
      parameters,
      { action, headers = [], schema, signal, wait = true } = {},
    ) {
      if (action !== undefined && !/^[!#-~]*$/.test(action)) {
        throw new TypeError(`the action ${JSON.stringify(action)} is not a URI`)
      }
      const shapes = shapesOf(schema)
      const entry = writeValues(operation, parameters, shapes?.get(operation))
      const message = {
        body: writeEnvelope(version, headers, [entry]),
        soap,
        ...(action !== undefined && { action }),
      }
      const deadline = AbortSignal.timeout(timeout)
      const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
      const url = new URL(to)
      const caller = await callers.to(url)
      const answer = await caller.send(message, url, ends, wait)
      if (!answer) return { values: {}, replied: false, headers: [], entry: undefined, text: '' }
      return readAnswer(answer, shapes)
    },
    close: () => callers.close(),
  }
}

function readAnswer(answer: EnvelopeMessage, shapes: Shapes | undefined): Answer {
  const { envelope, text } = open(answer)
  const fault = readFault(envelope)
  if (fault) throw new FaultAnswer(fault, text, envelope.blocks)
  const [entry] = envelope.entries
  return {
    values: entry ? results(entry, envelope, shapes, text) : {},
    replied: true,
    headers: envelope.blocks,
    entry,
    text,
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
  shapes: Shapes | undefined,
  text: string,
): Values {
  const shape = shapes?.get(clarkName(entry))
  if (shapes && !shape) {
    throw new UnexpectedAnswer(`the schema does not know ${clarkName(entry)}`, text)
  }
  try {
    return readValues(shape ? arrange(entry, shape, version.namespace) : entry, shape)
  } catch (error) {
    if (!(error instanceof MisshapenValue)) throw error
    throw new UnexpectedAnswer(error.message, text, { cause: error })
  }
}
