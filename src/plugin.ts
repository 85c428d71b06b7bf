/** PUBLIC contract of a plugin: operations and header handlers, and what they are given. */
import type { Log } from './base/log.js'
import type { ContractTypes } from './contract/contract-types.js'
import type { ContractPlugin } from './contract/first/contract-plugin.js'
import type { HeaderHandler } from './contract/header-handler.js'
import type { Operation } from './contract/operation.js'

export type { Log } from './base/log.js'
export type { Style, Use } from './contract/contract.js'
export type { ContractTypes, Declared, OperationTypes } from './contract/contract-types.js'
export type { Exchange } from './contract/exchange.js'
export type * from './contract/first/contract-plugin.js'
export {
  type HeaderHandler,
  header,
  NEXT,
  type Reinserted,
  type TypedHeader,
  ULTIMATE_RECEIVER,
} from './contract/header-handler.js'
export {
  type Operation,
  operation,
  type Result,
  type Retry,
  type TypedOperation,
} from './contract/operation.js'
export type { Attachment, NewAttachment } from './message/message.js'
export type { Peer } from './message/origin.js'
export type { ChoiceFor, ValueOptions } from './schema/values/options.js'
export type * from './schema/values/value.js'
export type { Addressing, Endpoint, Relation } from './soap/addressing/addressing.js'
export { type FaultParts, type OwnCode, SoapFault } from './soap/fault.js'
export { type Binary, HeldBinary } from './xml/binary.js'
export {
  type NamespaceDeclaration,
  type NamespaceScope,
  namespaceOf,
  UnsignedPrefix,
  XML_NAMESPACE,
} from './xml/scope.js'
export {
  attribute,
  attributeOf,
  type ClarkName,
  childElements,
  clarkName,
  element,
  elementText,
  isNamed,
  type NewElement,
  type XmlAttribute,
  type XmlElement,
} from './xml/tree.js'

/** What a plugin gives the node. */
export interface Plugin {
  /** Default: none. */
  readonly operations?: readonly Operation[] | undefined
  /** Default: none. */
  readonly headers?: readonly HeaderHandler[] | undefined
  /** Releases what the plugin holds; called once, after the last exchange, with 5 s to end. */
  close?(): void | Promise<void>
}

/** What a plugin is made from. */
export interface PluginInput {
  /**
   * What the configuration says under the plugin's `options`, unchecked, so of no type: look at it
   * before it is used, by `typeof` or by a schema of your own. `{}` if there are none.
   */
  readonly options: Readonly<Record<string, unknown>>
  /**
   * Folder of the configuration file, without one the working folder: where paths in `options` are from, by
   * `resolve(folder, path)`.
   */
  readonly folder: string
  /** The plugin's own log. */
  readonly log: Log
}

/** Makes a plugin, once, at start. What it throws ends the start with WAYBILL_PLUGIN_INVALID. */
export type PluginFactory = (input: PluginInput) => Plugin | Promise<Plugin>

/** Makes a plugin that is given as a contract: `definePlugin<Orders>(…)`. */
export type ContractFactory<Types extends ContractTypes<Types>> = (
  input: PluginInput,
) => ContractPlugin<Types> | Promise<ContractPlugin<Types>>

/**
 * Gives a plugin its types; a plugin module exports the result as its default.
 *
 * @example
 * export default definePlugin(() => ({
 *   operations: [{ name: '{urn:example:echo}Echo', invoke: ({ text }) => ({ text }) }],
 * }))
 */
export function definePlugin<Types extends ContractTypes<Types> = never>(
  factory: FactoryOf<Types>,
): FactoryOf<Types> {
  return factory
}

/** With types of a contract a factory makes a plugin of that contract. */
export type FactoryOf<Types extends ContractTypes<Types>> = [Types] extends [never]
  ? PluginFactory
  : ContractFactory<Types>
