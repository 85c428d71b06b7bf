/** PUBLIC contract of a plugin: operations and header handlers, and what they are given. */
import type { ClarkName, XmlElement } from './xml/tree.js'

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

/**
 * A value as an operation sees it, typed by the operation's schema: `xs:boolean` is a boolean;
 * `xs:int` and narrower types, `xs:double` and `xs:float` are numbers; `xs:integer` and `xs:long`
 * with their kin are bigints; `xs:base64Binary` and `xs:hexBinary` are bytes; every other simple
 * type, `xs:decimal` and the dates among them, is a string, so that nothing is rounded. An element
 * that may repeat is an array, a complex type an object, an absent optional element is undefined,
 * `xsi:nil` is null.
 */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly Value[]
  | { readonly [name: string]: Value }

/** Named parameters; the order in which they came does not matter. */
export type Values = { readonly [name: string]: Value }

/** The part of a logger that plugins use. Every line carries the exchange id. */
export interface Log {
  debug(fields: object, sentence?: string): void
  info(fields: object, sentence?: string): void
  warn(fields: object, sentence?: string): void
  error(fields: object, sentence?: string): void
}

/** One message and its answer, as operations and header handlers see it. */
export interface Exchange {
  /** Identifies the exchange in logs and in Server faults. */
  readonly id: string
  readonly log: Log
  /** Name of the transport the message came over, and the address it came from. */
  readonly transport: string
  readonly peer: { readonly address?: string }
  /** The header blocks of the request that this node was addressed by and understood. */
  readonly blocks: readonly XmlElement[]
  /** The body entry of the request; undefined if the Body is empty. */
  readonly entry: XmlElement | undefined
  /** Ends when the exchange is given up: stop working then. */
  readonly signal: AbortSignal
  /** Adds a header block to the answer. */
  addHeader(block: XmlElement): void
}

export interface Operation {
  /** Name of the body entry that calls it. */
  readonly name: ClarkName
  /** `one-way` has no answer but that the message was accepted. Default `request-response`. */
  readonly exchange?: 'request-response' | 'one-way'
  /** A SOAPAction that differs from this one is a fault; none or `""` is not. */
  readonly action?: string
  /** True if it changes nothing, so that it may be retrieved by HTTP GET. Default false. */
  readonly safe?: boolean
  /** XML Schema that declares the body entry, and the answer where it is not simple. */
  readonly schema?: URL
  /** Name of the answer's body entry. Default: the operation's name with `Response` behind it. */
  readonly response?: ClarkName
  /**
   * @param parameters  the entry's children by name, typed by the schema; without a schema every
   *   value is text. An entry of simple content has its value under `value`.
   * @returns the answer's children by name, or the whole body entry as an element
   * @throws SoapFault for what the peer shall read; anything else is logged and answered by a bare
   *   Server fault
   */
  invoke(parameters: Values, exchange: Exchange): Result | Promise<Result>
}

// biome-ignore lint/suspicious/noConfusingVoidType: an operation without a result returns nothing
export type Result = Values | XmlElement | void

/** Stands for the first node a message reaches, in either SOAP version. */
export const NEXT = 'next'
/** Stands for the ultimate receiver. */
export const ULTIMATE_RECEIVER = 'ultimate-receiver'

export interface HeaderHandler {
  /** Name of the header block. */
  readonly name: ClarkName
  /**
   * The actor as which this node handles the block: `NEXT`, `ULTIMATE_RECEIVER`, or the URI of an
   * actor that the configuration gives this node. Default: every actor this node plays.
   */
  readonly actor?: string
  /** XML Schema that declares the block. */
  readonly schema?: URL
  /**
   * @returns the block to be put back for the next node, or nothing if it ends here
   * @throws SoapFault if the block cannot be obeyed
   */
  process(block: XmlElement, exchange: Exchange): Reinserted | Promise<Reinserted>
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends the block returns nothing
export type Reinserted = XmlElement | void

export interface Plugin {
  readonly operations?: readonly Operation[]
  readonly headers?: readonly HeaderHandler[]
  /** Lets go of what the plugin holds; called once, after the last exchange. */
  close?(): void | Promise<void>
}

export interface PluginContext<Options> {
  /** What the configuration says under the plugin's `options`; `{}` if it says nothing. */
  readonly options: Options
  readonly log: Log
}

export type PluginFactory<Options = object> = (
  context: PluginContext<Options>,
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
