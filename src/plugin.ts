/** PUBLIC contract of a plugin: operations and header handlers, and what they are given. */
import type { Exchange, Log } from './contract/exchange.js'
import type { Values } from './contract/value.js'
import type { ClarkName, XmlElement } from './xml/tree.js'

export type { Addressing, Endpoint, Relation } from './addressing/addressing.js'
export type { Exchange, Log } from './contract/exchange.js'
export type { Value, Values } from './contract/value.js'
export type { Attachment } from './message/message.js'
export type { Peer } from './message/origin.js'
export { type FaultParts, SoapFault } from './soap/fault.js'
export {
  attribute,
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  element,
  isNamed,
  namespaceOf,
  textOf,
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlElement,
} from './xml/tree.js'

/** Something a plugin does for whoever sends its body entry. */
export interface Operation {
  /** Name of the body entry that calls it, as `{namespace}Name`; no other operation may have it. */
  readonly name: ClarkName
  /** `one-way` has no answer but that the message was accepted. Default `request-response`. */
  readonly exchange?: 'request-response' | 'one-way'
  /**
   * `inline` runs it at once, while its sender waits. `queue` makes the message durable first; then any
   * node of the cluster runs it, again if need be. Default: `queue` for one-way and for `ordered`, else
   * `inline`.
   */
  readonly dispatch?: 'inline' | 'queue'
  /**
   * True if the messages of one sender are run one at a time, in the order in which they were accepted,
   * retries included; one that has failed for good is not waited for. Not with `dispatch: 'inline'`.
   * Default false.
   */
  readonly ordered?: boolean
  /** How often and how long it is tried from the queue. Default: `queue.retry` of the configuration. */
  readonly retry?: Retry
  /**
   * A SOAPAction other than this one is a Client fault; none or `""` is not. A WS-Addressing action
   * other than this one is a fault, too. Default: any will do.
   */
  readonly action?: string
  /**
   * The WS-Addressing action of its replies. Default: the request's, with `Response` behind it or in
   * place of a `Request` at its end.
   */
  readonly replyAction?: string
  /** True if it changes nothing, so that it may be retrieved by HTTP GET. Default false. */
  readonly safe?: boolean
  /**
   * True if anybody may call it by mail, known as a sender or not: then its answers go to whomever a
   * mail says it is from. Default false.
   */
  readonly public?: boolean
  /**
   * `file:` URL of the XML Schema that declares the body entry, and the answer if that is to be
   * written by it. Default: none, so that every value is text and nothing is checked.
   */
  readonly schema?: URL
  /** Name of the answer's body entry. Default: the operation's name with `Response` behind it. */
  readonly response?: ClarkName
  /**
   * Does the work. What a `one-way` operation returns is dropped. From the queue it may be run more
   * than once for one message, as after a crash, so it must bear that.
   *
   * @param parameters  the entry's children by name, typed by the schema; without a schema every
   *   value is text. An entry of simple content has its value under `value`.
   * @returns the answer's children by name, or the whole body entry as an element; nothing for an
   *   empty answer
   * @throws SoapFault for what the peer shall read; anything else is logged and answered by a bare
   *   Server fault
   */
  invoke(parameters: Values, exchange: Exchange): Result | Promise<Result>
}

/** What differs from `queue.retry`; times in milliseconds. */
export interface Retry {
  /** Attempts in all; 1 is no retry. */
  readonly attempts?: number
  /** Before the second attempt; doubled for each further one. */
  readonly delay?: number
  readonly maxDelay?: number
  /** How long one attempt may take. */
  readonly timeLimit?: number
}

/** What an operation returns. */
// biome-ignore lint/suspicious/noConfusingVoidType: an operation without a result returns nothing
export type Result = Values | XmlElement | void

/** Stands for the actor that every node plays, in either SOAP version. */
export const NEXT = 'next'
/** Stands for the ultimate receiver. */
export const ULTIMATE_RECEIVER = 'ultimate-receiver'

/** Handles the header blocks of one name, and makes them understood. */
export interface HeaderHandler {
  /** Name of the header block, as `{namespace}Name`. */
  readonly name: ClarkName
  /**
   * The actor as which this node handles the block: `NEXT`, `ULTIMATE_RECEIVER`, or the URI of an
   * actor that the configuration gives this node. Default: every actor this node plays.
   */
  readonly actor?: string
  /**
   * `file:` URL of the XML Schema that declares the block; it need not know the attributes of the
   * envelope's namespace. Default: none, so that nothing is checked.
   */
  readonly schema?: URL
  /**
   * Does what the block asks for, before the operation runs.
   *
   * @param block  the element as it came
   * @returns the block to be put back for the next node, or nothing if it ends here
   * @throws SoapFault if the block cannot be obeyed: its `detail` goes into header blocks; anything
   *   else is logged and answered by a bare Server fault
   */
  process(block: XmlElement, exchange: Exchange): Reinserted | Promise<Reinserted>
}

/** What a header handler returns. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends the block returns nothing
export type Reinserted = XmlElement | void

/** What a plugin gives the node. */
export interface Plugin {
  /** Default: none. */
  readonly operations?: readonly Operation[]
  /** Default: none. */
  readonly headers?: readonly HeaderHandler[]
  /** Lets go of what the plugin holds; called once, after the last exchange, with 5 s to end. */
  close?(): void | Promise<void>
}

/** What a plugin is made from. */
export interface PluginInput<Options> {
  /** What the configuration says under the plugin's `options`, unchecked; `{}` if nothing. */
  readonly options: Options
  readonly log: Log
}

/** Makes a plugin, once, at start. What it throws ends the start with WAYBILL_PLUGIN_INVALID. */
export type PluginFactory<Options = object> = (
  input: PluginInput<Options>,
) => Plugin | Promise<Plugin>

/**
 * Gives a plugin its types; a plugin module exports the result as its default.
 *
 * @example
 * export default definePlugin(() => ({
 *   operations: [{ name: '{urn:example:echo}Echo', invoke: ({ text }) => ({ text }) }],
 * }))
 */
export function definePlugin<Options = object>(
  factory: PluginFactory<Options>,
): PluginFactory<Options> {
  return factory
}
