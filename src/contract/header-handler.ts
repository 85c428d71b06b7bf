/** A handler of header blocks, and what gives it the type of what its block holds. */
import type { ChoiceFor, ValueOptions } from '../schema/values/options.js'
import type { SimpleValue, Value, Values, ValuesLike } from '../schema/values/value.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import { contentReader } from './block-content.js'
import type { Exchange } from './exchange.js'

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
   * True for one that does nothing but make the block understood, for an operation to look at it. Several plugins
   * may have one for a block: that of the plugin that is called checks it, and one that is not passive comes before
   * all of them. Default false.
   */
  readonly passive?: boolean | undefined
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
  /** What values of the schema are given as. Default: dates and decimals are text. */
  readonly values?: ValueOptions | undefined
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
 * @throws TypeError at once, if the schema does not declare the block
 * @throws InvalidSchema at once, if the schema cannot be read
 *
 * @example
 * export const language = header<string>({
 *   name: '{urn:example:greeter}Language',
 *   schema: new URL('./greeter.xsd', import.meta.url),
 *   process: (language, { log }) => log.info({ language }, 'asked for'),
 * })
 */
export function header<
  Content extends SimpleValue | Date | ValuesLike<Content, Date> = SimpleValue | Values,
>(typed: TypedHeader<Content> & ChoiceFor<Content>): HeaderHandler
export function header(typed: TypedHeader<Value>): HeaderHandler {
  const read = contentReader(typed.name, typed.schema, typed.values)
  return { ...typed, process: (block, exchange) => typed.process(read(block), exchange, block) }
}
