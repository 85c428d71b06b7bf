/** PUBLIC: the shape in which `waybill import` writes the types of a contract, and in which they give types to handlers and calls. */

/** What one operation takes and gives. */
export interface OperationTypes {
  /** Named parameters. */
  readonly request: object
  /** Named results; `undefined` for a one-way operation. */
  readonly response: object | undefined
}

/** The operations of a service by their local names: `interface Orders { Place: { request: Place; response: PlaceResponse } }`. */
export type ContractTypes<Types> = { readonly [Name in keyof Types]: OperationTypes }
