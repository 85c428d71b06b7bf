/** PUBLIC: the shape in which `waybill import` writes the types of a contract, and in which they give types to handlers and calls. */

/**
 * What one operation takes and gives.
 *
 * @example
 * interface Orders {
 *   readonly Place: {
 *     readonly request: Place
 *     readonly response: PlaceResponse
 *     readonly faults: { readonly OutOfStock: OutOfStock }
 *     readonly requestHeaders: { readonly Customer: Customer }
 *   }
 *   readonly Forget: { readonly request: Forget; readonly response: undefined }
 * }
 */
export interface OperationTypes {
  /** Named parameters; `{ value }` for an entry of simple type. */
  readonly request: object
  /** Named results, `{ value }` for an entry of simple type; `undefined` for a one-way operation. */
  readonly response: object | undefined
  /** What `detail` holds, by the names of the declared faults. Default: none are declared. */
  readonly faults?: object
  /** What header blocks of the request hold, by their local names. Default: none are declared. */
  readonly requestHeaders?: object
  /** What header blocks of the answer hold, by their local names. Default: none are declared. */
  readonly responseHeaders?: object
}

/** The operations of a service by their local names. */
export type ContractTypes<Types> = { readonly [Name in keyof Types]: OperationTypes }

/** What an operation declares under a key; an object without members if it declares nothing. */
export type Declared<
  Types extends OperationTypes,
  Key extends 'faults' | 'requestHeaders' | 'responseHeaders',
> = Types extends { readonly [Name in Key]: infer Each extends object }
  ? Each
  : Readonly<Record<never, never>>
