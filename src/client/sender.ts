/** A SOAP sender for programs: calls an operation by name and gives its named results. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TypedSchema } from '../contract/typed-schema.js'
import { TypedSchemas } from '../contract/typed-schemas.js'
import { writeValues } from '../contract/values.js'
import type { ValueOptions, Values } from '../plugin.js'
import type { Envelope } from '../soap/envelope.js'
import { SOAP_11, SOAP_12, type VersionName } from '../soap/version.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import type { TransportModule } from '../transport.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import { type Answer, readAnswer } from './answer.js'
import { Callers } from './callers.js'
import type { MailOptions } from './mail-options.js'
import { ClientSecurity } from './security.js'
import type { SecurityOptions } from './security-options.js'
import type { TlsOptions } from './tls-options.js'

export { type Answer, FaultAnswer, UnexpectedAnswer } from './answer.js'
export type { SecurityOptions } from './security-options.js'

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
  /** What is shown and trusted over https:. Default: nothing is shown, and the authorities of Node.js are trusted. */
  readonly http?: TlsOptions
  /** How requests are signed and encrypted, and whose answers are taken. Default: neither is looked at. */
  readonly security?: SecurityOptions
  /**
   * Transports to send over, with a `client` each; its options stand beside these, under the key that
   * it names. Default: those that come along, HTTP and mail.
   */
  readonly transports?: readonly TransportModule[]
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
  /** What values of the schema are given as. Default: dates and decimals are text. */
  readonly values?: ValueOptions
  /** Ends the call early, with `Undeliverable`. Default: the timeout alone ends it. */
  readonly signal?: AbortSignal
  /** False to wait for no answer by mail, as for an operation that has none. Default true. */
  readonly wait?: boolean
  /** The W3C's `traceparent` to send along, whose trace id the nodes on the way log. Default: none. */
  readonly traceparent?: string
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
  /**
   * Sends what is already written, in the same way.
   *
   * @param content  the body entry; or the text of a whole envelope, of the sender's SOAP version, which
   *   is sent as it is: then `headers` has no place in it
   * @throws as `call` does
   */
  send(to: URL | string, content: XmlElement | string, options?: CallOptions): Promise<Answer>
  /** Lets go of the connections; calls that still run end with `Undeliverable`. */
  close(): Promise<void>
}

/**
 * Makes a sender of SOAP messages over HTTP, and by mail.
 *
 * @throws TypeError for a key or certificate that cannot be used
 *
 * @example
 * const sender = createSender()
 * const { values } = await sender.call(url, '{urn:example:calculator}Add', { a: 1, b: 2 })
 * await sender.close()
 */
export function createSender({ transports, security, ...options }: SenderOptions = {}): Sender {
  const { soap = '1.1', timeout = 30_000, maxBody = 10 * 1024 ** 2 } = options
  const version = soap === '1.1' ? SOAP_11 : SOAP_12
  const callers = new Callers(options, maxBody, transports)
  const schemas = new TypedSchemas()
  const secured = security && new ClientSecurity(security)

  const typedBy = ({ schema, values }: CallOptions): TypedSchema | undefined => {
    if (schema === undefined) return undefined
    const file = fileURLToPath(schema instanceof URL ? schema : pathToFileURL(schema))
    return schemas.of(file, undefined, values)
  }

  const send: Sender['send'] = async (to, content, options = {}) => {
    const { action, headers = [], signal, wait = true, traceparent } = options
    if (action !== undefined && !/^[!#-~]*$/.test(action)) {
      throw new TypeError(`the action ${JSON.stringify(action)} is not a URI`)
    }
    if (typeof content === 'string' && headers.length > 0) {
      throw new TypeError('a whole envelope has its header blocks in it')
    }
    const typed = typedBy(options)
    const text = typeof content === 'string' ? content : writeEnvelope(version, headers, [content])
    const { text: body, signatures } = secured?.seal(text) ?? { text, signatures: [] }
    const message = {
      body,
      soap,
      ...(action !== undefined && { action }),
      ...(traceparent !== undefined && { trace: { parent: traceparent } }),
    }
    const deadline = AbortSignal.timeout(timeout)
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
    const url = new URL(to)
    const caller = await callers.to(url)
    const answer = await caller.send(message, url, ends, wait)
    const open = secured && ((envelope: Envelope) => secured.open(envelope, signatures))
    return readAnswer(answer, typed, open)
  }

  return {
    async call(to, operation, parameters, options = {}) {
      const typed = typedBy(options)?.element(operation)
      return send(to, writeValues(operation, parameters, typed), options)
    },
    send,
    close: () => callers.close(),
  }
}
