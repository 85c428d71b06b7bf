/** A SOAP sender for programs: calls an operation by name and gives its named results. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { HttpSender } from '../../transports/http/index.js'
import { arrange } from '../contract/arrange.js'
import { readShapes } from '../contract/read-shapes.js'
import type { Shapes } from '../contract/shape.js'
import { MisshapenValue, readValues, writeValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { type Envelope, readEnvelope } from '../soap/envelope.js'
import { SoapFault } from '../soap/fault.js'
import { type ReceivedFault, readFault } from '../soap/read-fault.js'
import { SOAP_11, SOAP_12, SoapVersions, type VersionName } from '../soap/version.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import type { InboundMessage } from '../transport.js'
import { decodeText } from '../xml/charset.js'
import { readDocument } from '../xml/read.js'
import { type ClarkName, clarkName, type XmlElement } from '../xml/tree.js'
import { Unreadable } from '../xml/unreadable.js'

export interface SenderOptions {
  /** SOAP version of the envelopes sent. Default `1.1`. */
  readonly soap?: VersionName
  /** Milliseconds for one call, answer included. Default 30,000. */
  readonly timeout?: number
  /** Bytes of an answer. Default 10 MiB. */
  readonly maxBody?: number
}

export interface CallOptions {
  /** SOAPAction of 1.1, `action` parameter of 1.2. */
  readonly action?: string
  /** Header blocks to send. */
  readonly headers?: readonly XmlElement[]
  /**
   * XML Schema of the operation: parameters are written in its order and namespaces, results are
   * typed by it, and a result it does not know is an `UnexpectedAnswer`. Without one every value
   * is text.
   */
  readonly schema?: URL | string
  /** Ends the call early. */
  readonly signal?: AbortSignal
}

export interface Answer {
  /** The answer's named results; empty for a message that was only accepted. */
  readonly values: Values
  /** False if the answer is that the message was accepted, without an envelope. */
  readonly replied: boolean
  readonly headers: readonly XmlElement[]
  /** The body entry; undefined if there is none. */
  readonly entry: XmlElement | undefined
  /** Text of the envelope; empty without one. */
  readonly text: string
}

export interface Sender {
  /**
   * @param operation   name of the body entry, in Clark notation
   * @param parameters  its children by name
   * @throws FaultAnswer if the answer is a fault
   * @throws UnexpectedAnswer if it is no envelope, or does not fit the schema
   * @throws Undeliverable if there is none
   * @throws TypeError for a name, value or action that cannot be sent
   */
  call(
    to: URL | string,
    operation: ClarkName,
    parameters: Values,
    options?: CallOptions,
  ): Promise<Answer>
  /** Lets go of the connections. */
  close(): Promise<void>
}

/** The other side answered with a SOAP fault. */
export class FaultAnswer extends Error {
  readonly code: ReceivedFault['code']
  readonly codes: readonly ClarkName[]
  readonly reason: string
  readonly actor: string | undefined
  readonly detail: readonly XmlElement[] | undefined
  /** Text of the fault's envelope. */
  readonly text: string

  constructor(fault: ReceivedFault, text: string) {
    super(`${fault.code ?? fault.codes[0] ?? 'fault'}: ${fault.reason}`)
    this.name = 'FaultAnswer'
    this.code = fault.code
    this.codes = fault.codes
    this.reason = fault.reason
    this.actor = fault.actor
    this.detail = fault.detail
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

export function createSender(options: SenderOptions = {}): Sender {
  const { soap = '1.1', timeout = 30_000, maxBody = 10 * 1024 ** 2 } = options
  const version = soap === '1.1' ? SOAP_11 : SOAP_12
  const http = new HttpSender({ maxBody })
  const schemas = new Map<string, Shapes>()

  const shapesOf = (schema: CallOptions['schema']): Shapes | undefined => {
    if (schema === undefined) return undefined
    const file = fileURLToPath(schema instanceof URL ? schema : pathToFileURL(schema))
    const shapes = schemas.get(file) ?? readShapes(file)
    schemas.set(file, shapes)
    return shapes
  }

  return {
    async call(to, operation, parameters, { action, headers = [], schema, signal } = {}) {
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
      const answer = await http.send(message, new URL(to), ends)
      if (!answer) return { values: {}, replied: false, headers: [], entry: undefined, text: '' }
      return readAnswer(answer, shapes)
    },
    close: () => http.close(),
  }
}

function readAnswer(answer: InboundMessage, shapes: Shapes | undefined): Answer {
  const { envelope, text } = open(answer)
  const fault = readFault(envelope)
  if (fault) throw new FaultAnswer(fault, text)
  const [entry] = envelope.entries
  return {
    values: entry ? results(entry, envelope, shapes, text) : {},
    replied: true,
    headers: envelope.blocks,
    entry,
    text,
  }
}

function open(answer: InboundMessage): { envelope: Envelope; text: string } {
  let text = ''
  try {
    text = decodeText(answer.body, answer.charset)
    return { envelope: readEnvelope(readDocument(text), VERSIONS), text }
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
