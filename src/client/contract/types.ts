/** PUBLIC: what a contract gives to those who call its operations. */
import type { ContractTypes, Declared, OperationTypes } from '../../contract/contract-types.js'
import type { ChoiceFor, ValueOptions } from '../../schema/values/options.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Answer } from '../answer.js'
import type { FaultAnswer } from '../fault-answer.js'
import type { CallOptions } from '../options.js'

/** The operations of a service, each to be called by its local name. */
export type ContractClient<Types extends ContractTypes<Types>> = {
  readonly [Name in keyof Types]: ContractCall<Types[Name]>
}

/** Calls one operation. */
export interface ContractCall<Types extends OperationTypes> {
  /**
   * @returns the results by name; undefined for a one-way operation
   * @throws FaultAnswer if the answer is a fault: see `isFault`
   * @throws UnexpectedAnswer if it is not what the contract says, or only says that the message was accepted
   * @throws Undeliverable if there is none
   * @throws TypeError for what the contract does not allow
   */
  (...sent: Sent<Types>): Promise<Types['response']>
  /** Calls it in the same way; its results come with all that came beside them. */
  answer(...sent: Sent<Types>): Promise<ContractAnswer<Types>>
  /** True for the error of a fault that the contract declares for the operation. */
  isFault(error: unknown): error is ContractFault<Types>
}

/** What a call is given: parameters may be left out where nothing must be said. */
type Sent<Types extends OperationTypes> =
  Readonly<Record<never, never>> extends Types['request']
    ? [parameters?: Types['request'], options?: ContractCallOptions<Types>]
    : [parameters: Types['request'], options?: ContractCallOptions<Types>]

/** What holds for one call. */
export interface ContractCallOptions<Types extends OperationTypes>
  extends Pick<CallOptions, 'signal' | 'wait' | 'traceparent' | 'mtom' | 'attachments'> {
  /** What header blocks of the request hold, by the names that the contract has. Default: none are sent. */
  readonly headers?: SentHeaders<Types>
  /** As `UseOptions.addressing`, for this call. */
  readonly addressing?: boolean | undefined
  /** Header blocks of any name, to be sent before those. Default: none. */
  readonly blocks?: readonly XmlElement[]
}

/** Where none is declared, none can be given. */
type SentHeaders<Types extends OperationTypes> = keyof Declared<
  Types,
  'requestHeaders'
> extends never
  ? { readonly [name: string]: never }
  : Partial<Declared<Types, 'requestHeaders'>>

/** An answer that is no fault, by the contract. */
export interface ContractAnswer<Types extends OperationTypes>
  extends Omit<Answer, 'values' | 'headers'> {
  /** The results by name; undefined for a one-way operation, and for a message that was only accepted. */
  readonly values: Types['response'] | undefined
  /** What the header blocks of the answer hold that the contract declares; those that it has. */
  readonly headers: Partial<Declared<Types, 'responseHeaders'>>
  /** All header blocks of the answer, in document order. */
  readonly blocks: readonly XmlElement[]
}

/** A fault that the contract declares: `fault.name` tells which, and by that what `fault.detail` is. */
export type ContractFault<Types extends OperationTypes> = Omit<FaultAnswer, 'fault'> & {
  readonly fault: {
    readonly [Name in keyof Declared<Types, 'faults'>]: {
      readonly name: Name
      readonly detail: Declared<Types, 'faults'>[Name]
    }
  }[keyof Declared<Types, 'faults'>]
}

/** How a service is called. */
export interface UseOptions {
  /** Local name of the service, if the document has several. */
  readonly service?: string | undefined
  /** `file:` URL of an XML catalog, for what the document imports from elsewhere. Default: none. */
  readonly catalog?: URL | undefined
  /** Where it is called. Default: the address of the contract's port for the SOAP version of the sender. */
  readonly to?: URL | string | undefined
  /**
   * True to send `wsa:To`, `wsa:Action` and `wsa:MessageID`, with the actions of the contract. Default: if the contract
   * requires them, and `blocks` of the call has none.
   */
  readonly addressing?: boolean | undefined
  /** As `CallOptions.mtom`, for all calls that do not say it themselves. Default false. */
  readonly mtom?: boolean | undefined
  /** What values of the contract are given as. Default: dates and decimals are text. */
  readonly values?: ValueOptions | undefined
}

/** Options may be left out, unless answers have dates: then `values` chooses them. */
export type UseArguments<Types extends ContractTypes<Types>> =
  unknown extends ChoiceFor<Types[keyof Types]['response']>
    ? [options?: UseOptions]
    : [options: UseOptions & ChoiceFor<Types[keyof Types]['response']>]
