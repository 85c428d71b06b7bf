/** A contract-first plugin as the loader gets it: its types are known to TypeScript alone. */
import type { Value, Values } from '../../schema/values/value.js'
import type { SoapFault } from '../../soap/fault.js'
import type { XmlElement } from '../../xml/tree.js'
import type { Exchange } from '../exchange.js'
import type { Result } from '../operation.js'
import type { ContractParts, FaultOptions, HandlerOptions } from './contract-plugin.js'

export interface UntypedContractPlugin extends ContractParts {
  readonly handlers: Readonly<Record<string, UntypedHandler>>
  readonly options?: Readonly<Record<string, HandlerOptions | undefined>> | undefined
}

export type UntypedHandler = (
  parameters: Values,
  exchange: UntypedExchange,
) => Result | Promise<Result>

/** `ContractExchange` without its types. */
export interface UntypedExchange extends Omit<Exchange, 'addHeader'> {
  readonly headers: Values
  readonly addHeader: (block: XmlElement | string, content?: Value) => void
  readonly fault: (name: string, detail: Value, about?: FaultOptions) => SoapFault
}
