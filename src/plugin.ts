/** PUBLIC contract of a plugin: operations and header handlers, and what they are given. */
import { contentReader } from './contract/block-content.js'
import type { Exchange, Log } from './contract/exchange.js'
import type { SimpleValue, Value, Values, ValuesLike } from './schema/values/value.js'
import type { ClarkName, XmlElement } from './xml/tree.js'

export type { Addressing, Endpoint, Relation } from './addressing/addressing.js'
export type { Exchange, Log } from './contract/exchange.js'
export type { Attachment } from './message/message.js'
export type { Peer } from './message/origin.js'
export type * from './schema/values/value.js'
export { type FaultParts, type OwnCode, SoapFault } from './soap/fault.js'
export {
  attribute,
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  element,
  isNamed,
  type NamespaceDeclaration,
  type NamespaceScope,
  type NewElement,
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
  readonly exchange?: 'request-response' | 'one-way' | undefined
  /**
   * `inline` runs it at once, while its sender waits. `queue` makes the message durable first; then any
   * node of the cluster runs it, again if need be. Default: `queue` for one-way and for `ordered`, else
   * `inline`.
   */
  readonly dispatch?: 'inline' | 'queue' | undefined
  /**
   * True if the messages of one sender are run one at a time, in the order in which they were accepted,
   * retries included; one that has failed for good is not waited for. Not with `dispatch: 'inline'`.
   * Default false.
   */
  readonly ordered?: boolean | undefined
  /** How often and how long it is tried from the queue. Default: `queue.retry` of the configuration. */
  readonly retry?: Retry | undefined
  /**
   * A SOAPAction other than this one is a Client fault; none or `""` is not. A WS-Addressing action
   * other than this one is a fault, too. Default: any will do.
   */
  readonly action?: string | undefined
  /**
   * The WS-Addressing action of its replies. Default: the request's, with `Response` behind it or in
   * place of a `Request` at its end.
   */
  readonly replyAction?: string | undefined
  /** True if it changes nothing, so that it may be retrieved by HTTP GET. Default false. */
  readonly safe?: boolean | undefined
  /**
   * True if anybody may call it by mail, known as a sender or not: then its answers go to whomever a
   * mail says it is from. Default false.
   */
  readonly public?: boolean | undefined
  /**
   * `file:` URL of the XML Schema that declares the body entry, and the answer if that is to be
   * written by it. Default: none, so that every value is text and nothing is checked.
   */
  readonly schema?: URL | undefined
  /** False: answers are sent unchecked. Default: one that its schema declares is, and is a Server fault if wrong. */
  readonly validateAnswer?: boolean | undefined
  /** Name of the answer's body entry. Default: the operation's name with `Response` behind it. */
  readonly response?: ClarkName | undefined
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

/**
 * An operation whose parameters and result have types, as its schema gives them. A member that may be
 * left out is optional, one that may repeat a list, one that may be nil has `null` beside its type. The
 * type is the author's word for what the schema says: keep the two beside each other.
 */
export interface TypedOperation<Parameters, Answer>
  extends Omit<Operation, 'schema' | 'exchange' | 'invoke'> {
  /** As in `Operation`, but not to be left out: without it every value would be text. */
  readonly schema: URL
  /** As in `Operation`; `one-way` only for an operation that returns nothing. */
  readonly exchange?: ExchangeOf<Answer> | undefined
  /** As in `Operation`. */
  invoke(parameters: Parameters, exchange: Exchange): Answer | Promise<Answer>
}

type ExchangeOf<Answer> =
  Extract<Answer, object> extends never ? Operation['exchange'] : 'request-response'

/**
 * Gives an operation the types of its parameters and of its result: types or interfaces whose members
 * are values. The result may be an element as well, or nothing, which is the default. Operations of any
 * types stand in one list.
 *
 * @example
 * type Add = { readonly a: number; readonly b: number }
 *
 * export const add = operation<Add, { readonly result: number }>({
 *   name: '{urn:example:calculator}Add',
 *   schema: new URL('./calculator.xsd', import.meta.url),
 *   invoke: ({ a, b }) => ({ result: a + b }),
 * })
 */
export function operation<
  Parameters extends ValuesLike<Parameters> = Values,
  Answer extends Result<ValuesLike<Answer, Date>> = void,
>(typed: TypedOperation<Parameters, Answer>): Operation
export function operation(typed: Operation): Operation {
  return typed
}

/** What differs from `queue.retry`; times in milliseconds. */
export interface Retry {
  /** Attempts in all; 1 is no retry. */
  readonly attempts?: number | undefined
  /** Before the second attempt; doubled for each further one. */
  readonly delay?: number | undefined
  /** What the delay does not grow beyond. */
  readonly maxDelay?: number | undefined
  /** How long one attempt may take. */
  readonly timeLimit?: number | undefined
}

/** What an operation returns: named values, a whole body entry, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: an operation without a result returns nothing
export type Result<Named = Values> = Named | XmlElement | void

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
  readonly actor?: string | undefined
  /**
   * `file:` URL of the XML Schema that declares the block; it need not know the attributes of the
   * envelope's namespace. Default: none, so that nothing is checked.
   */
  readonly schema?: URL | undefined
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

/** What a header handler returns: the block that is put back, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends the block returns nothing
export type Reinserted = XmlElement | void

/** A handler that is given what its block holds as a value, as its schema types it. */
export interface TypedHeader<Content> extends Omit<HeaderHandler, 'schema' | 'process'> {
  /** As in `HeaderHandler`, but not to be left out: it says how the block is read. */
  readonly schema: URL
  /**
   * As in `HeaderHandler`.
   *
   * @param content  the value of a block of simple type, else its children by name
   * @param block    the element as it came, to be returned if it shall stay
   */
  process(content: Content, exchange: Exchange, block: XmlElement): Reinserted | Promise<Reinserted>
}

/**
 * Makes a handler that is given values in place of an element.
 *
 * @throws TypeError at once, if the schema does not declare the block or gives its content no types, as
 *   with attributes, choices and wildcards: handle such a block as an element
 * @throws InvalidSchema at once, if the schema cannot be read
 *
 * @example
 * export const language = header<string>({
 *   name: '{urn:example:greeter}Language',
 *   schema: new URL('./greeter.xsd', import.meta.url),
 *   process: (language, { log }) => log.info({ language }, 'asked for'),
 * })
 */
export function header<Content extends SimpleValue | ValuesLike<Content> = SimpleValue | Values>(
  typed: TypedHeader<Content>,
): HeaderHandler
export function header(typed: TypedHeader<Value>): HeaderHandler {
  const read = contentReader(typed.name, typed.schema)
  return { ...typed, process: (block, exchange) => typed.process(read(block), exchange, block) }
}

/** What a plugin gives the node. */
export interface Plugin {
  /** Default: none. */
  readonly operations?: readonly Operation[] | undefined
  /** Default: none. */
  readonly headers?: readonly HeaderHandler[] | undefined
  /** Lets go of what the plugin holds; called once, after the last exchange, with 5 s to end. */
  close?(): void | Promise<void>
}

/** What a plugin is made from. */
export interface PluginInput {
  /**
   * What the configuration says under the plugin's `options`, unchecked, so of no type: look at it
   * before it is used, by `typeof` or by a schema of your own. `{}` if there are none.
   */
  readonly options: Readonly<Record<string, unknown>>
  /** The plugin's own log. */
  readonly log: Log
}

/** Makes a plugin, once, at start. What it throws ends the start with WAYBILL_PLUGIN_INVALID. */
export type PluginFactory = (input: PluginInput) => Plugin | Promise<Plugin>

/**
 * Gives a plugin its types; a plugin module exports the result as its default.
 *
 * @example
 * export default definePlugin(() => ({
 *   operations: [{ name: '{urn:example:echo}Echo', invoke: ({ text }) => ({ text }) }],
 * }))
 */
export function definePlugin(factory: PluginFactory): PluginFactory {
  return factory
}
