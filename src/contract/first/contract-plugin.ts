/** PUBLIC: a plugin that is given as a contract, with a handler for each of its operations. */
import type { ChoiceFor, ValueOptions } from '../../schema/values/options.js'
import type { SoapFault } from '../../soap/fault.js'
import type { XmlElement } from '../../xml/tree.js'
import type { ContractTypes, Declared, OperationTypes } from '../contract-types.js'
import type { Exchange } from '../exchange.js'
import type { HeaderHandler } from '../header-handler.js'
import type { Operation } from '../operation.js'

/** A plugin whose operations are those of a service in a WSDL document. */
export type ContractPlugin<Types extends ContractTypes<Types>> = ContractParts & {
  /** Does the work of each operation, by its local name; none may be missing. */
  readonly handlers: { readonly [Name in keyof Types]: Handler<Types[Name]> }
  /** What the contract does not say of an operation. Default: as for any operation. */
  readonly options?: { readonly [Name in keyof Types]?: HandlerOptions | undefined } | undefined
} & ChoiceFor<Types[keyof Types]['request']>

/** What a contract-first plugin gives beside its handlers. */
export interface ContractParts {
  /** `file:` URL of a WSDL 1.1 document. */
  readonly contract: URL
  /** `file:` URL of an XML catalog, for what the document imports from elsewhere. Default: none. */
  readonly catalog?: URL | undefined
  /** Local name of the service, if the document has several. */
  readonly service?: string | undefined
  /** What values of the schema are given as. Default: dates and decimals are text. */
  readonly values?: ValueOptions | undefined
  /** Handlers of header blocks that do more than to tell the operation of them. Default: none. */
  readonly headers?: readonly HeaderHandler[] | undefined
  /** As in `Plugin`. */
  close?(): void | Promise<void>
}

/** What may be chosen about an operation of a contract. */
export type HandlerOptions = Pick<
  Operation,
  'dispatch' | 'ordered' | 'retry' | 'safe' | 'public' | 'validateAnswer' | 'mtom' | 'documentation'
>

/**
 * Does the work of one operation: as `Operation.invoke`, with the types of the contract.
 *
 * @param parameters  the entry's children by name; `{ value }` for an entry of simple type
 * @throws SoapFault for what the peer shall read: see `ContractExchange.fault`
 */
export type Handler<Types extends OperationTypes> = (
  parameters: Types['request'],
  exchange: ContractExchange<Types>,
) => HandlerResult<Types['response']> | Promise<HandlerResult<Types['response']>>

/** Named results, or a whole body entry; nothing for an answer that may be empty, and for none. */
export type HandlerResult<Response> = Response extends undefined
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns nothing
    void
  : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns nothing
    Response | XmlElement | (Readonly<Record<never, never>> extends Response ? void : never)

/** An exchange with what the contract says of its operation. */
export interface ContractExchange<Types extends OperationTypes>
  extends Omit<Exchange, 'addHeader'> {
  /** What the header blocks of the request hold that the contract declares; those that it has. */
  readonly headers: Partial<Declared<Types, 'requestHeaders'>>
  /**
   * Adds a header block to the reply; a fault gets none of them.
   *
   * @param name     local name of a block that the contract declares for the answer
   * @param content  what it holds
   * @throws TypeError for a content that the schema forbids
   */
  addHeader<Name extends keyof Declared<Types, 'responseHeaders'> & string>(
    name: Name,
    content: Declared<Types, 'responseHeaders'>[Name],
  ): void
  /** Adds a header block of any name, as `Exchange.addHeader` does. */
  addHeader(block: XmlElement): void
  /**
   * Makes a fault that the contract declares, to be thrown: `throw fault('OutOfStock', { item })`.
   *
   * @param name    name of the fault in the contract
   * @param detail  what its element holds; the value itself if it is of simple type
   * @throws TypeError for a detail that the schema forbids: the peer gets a Server fault, and a line in
   *   the log says why
   */
  fault<Name extends keyof Declared<Types, 'faults'> & string>(
    name: Name,
    detail: Declared<Types, 'faults'>[Name],
    about?: FaultOptions,
  ): SoapFault
}

/** What a declared fault says beside its detail. */
export interface FaultOptions {
  /** `Client` (default) if the message is to blame, `Server` if it may succeed later. */
  readonly code?: 'Client' | 'Server' | undefined
  /** Human-readable explanation, in English. Default: the name of the fault. */
  readonly reason?: string | undefined
  /** For the operator: the log has it behind the reason; no peer reads it. */
  readonly hint?: string | undefined
}
