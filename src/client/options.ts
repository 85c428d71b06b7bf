/** PUBLIC: what holds for a sender, and for one of its calls. */
import type { NewAttachment, ValueOptions } from '../plugin.js'
import type { VersionName } from '../soap/version.js'
import type { TransportModule } from '../transport.js'
import type { XmlElement } from '../xml/tree.js'
import type { MailOptions } from './mail-options.js'
import type { SecurityOptions } from './security-options.js'

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
  /**
   * True if bytes of 1 KiB and more go as parts beside the envelope (MTOM). A signature covers them as the text that they
   * stand for; of what is encrypted (`SecurityOptions.encryptTo`) they stay in the envelope. Default false: they are text in it.
   */
  readonly mtom?: boolean
  /** Files to send beside the envelope, which `cid:` URLs with their ids may name. Default: none. */
  readonly attachments?: readonly NewAttachment[]
  /** Ends the call early, with `Undeliverable`. Default: the timeout alone ends it. */
  readonly signal?: AbortSignal
  /**
   * False for an operation that has no answer: none is waited for by mail, and any success without an envelope will
   * do. Default: true, and only 202 says that the message was accepted.
   */
  readonly wait?: boolean
  /**
   * The W3C's `traceparent` to send along, whose trace id the nodes on the way log. Default: that of the active span
   * of OpenTelemetry, if an SDK is registered.
   */
  readonly traceparent?: string
}

interface TlsOptions {
  /** PEM texts of a certificate with its chain, and of its key. Default: none is shown. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  /** PEM text of the authorities whose certificates are trusted. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** SHA-256 of certificates, or of their public keys, in hexadecimal digits: one must be the node's. Default: any. */
  readonly pin?: readonly string[] | undefined
}
