/** An operation of a plugin, and what gives it the types of its parameters and its result. */
import type { ChoiceFor, ValueOptions } from '../schema/values/options.js'
import type { Values, ValuesLike } from '../schema/values/value.js'
import type { Binary } from '../xml/binary.js'
import type { ClarkName, XmlElement } from '../xml/tree.js'
import type { Style, Use } from './contract.js'
import type { Exchange } from './exchange.js'

/** Something a plugin does for whoever sends its body entry. */
export interface Operation {
  /** Names it, as `{namespace}Name`: the body entry that calls it. No other operation may have it. */
  readonly name: ClarkName
  /**
   * Name of the body entry that calls it, where that is not its name; `null` if an empty Body does. Several
   * operations of a plugin may have one entry, if each has its own `action`. Default: its name.
   */
  readonly entry?: ClarkName | null | undefined
  /** `one-way` has no answer but that the message was accepted. Default `request-response`. */
  readonly exchange?: 'request-response' | 'one-way' | undefined
  /**
   * `inline` runs it at once, while its sender waits. `queue` makes the message durable first; then any
   * node of the cluster runs it, again if necessary. Default: `queue` for one-way and for `ordered`, else
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
   * other than this one is a fault, too. Several: each of them will do, and the first stands in the WSDL;
   * `''` among them is a message that says none. Default: any will do.
   */
  readonly action?: string | readonly string[] | undefined
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
  /** What values of the schema are given as. Default: dates and decimals are text, binaries bytes. */
  readonly values?: ValueOptions | undefined
  /** False: answers are sent unchecked. Default: one that its schema declares is, and is a Server fault if wrong. */
  readonly validateAnswer?: boolean | undefined
  /** True if bytes of an answer go as parts beside the envelope (MTOM). Default: if those of the request came so. */
  readonly mtom?: boolean | undefined
  /** For people: stands in the WSDL, and on the page of the operation. Default: what its schema says of the entry. */
  readonly documentation?: string | undefined
  /** Whether the entry is an element of the schema, or made up of parts (WSDL 1.1 §3.4). Default `document`. */
  readonly style?: Style | undefined
  /** Whether values are written by the schema or in the SOAP encoding (WSDL 1.1 §3.5). Default `literal`. */
  readonly use?: Use | undefined
  /** Elements of the schema that its faults may have in `detail`. Default: none that are told. */
  readonly faults?: readonly ClarkName[] | undefined
  /** Header blocks, elements of the schema, that a request may have. Default: none that are told. */
  readonly requestHeaders?: readonly ClarkName[] | undefined
  /** Header blocks, elements of the schema, that an answer may have. Default: none that are told. */
  readonly responseHeaders?: readonly ClarkName[] | undefined
  /**
   * Name of the answer's body entry; `null` for an empty Body. Default: the operation's name with `Response`
   * behind it.
   */
  readonly response?: ClarkName | null | undefined
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
 * are values; a `Date` only with `values: { dates: 'Date' }`. The result may be an element as well, or
 * nothing, which is the default. Operations of any types stand in one list.
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
  Parameters extends ValuesLike<Parameters, Date | Binary> = Values,
  Answer extends Result<ValuesLike<Answer, Date | Binary>> = void,
>(typed: TypedOperation<Parameters, Answer> & ChoiceFor<Parameters>): Operation
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
